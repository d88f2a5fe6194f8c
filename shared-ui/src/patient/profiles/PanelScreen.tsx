import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { paths } from '../../contract/routes/paths.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { BackHeader, PanelBody } from '../../ui/components/index.ts';
import { words } from '../../words.ts';

/** Last opened link of each screen: path of the screen -> address of the link. */
const lastOpenedLinks = new Map<string, string>();

const isFocusFree = (focused: Element | null) => focused === null || focused === document.body || focused.matches('h1');

/**
 * Focuses the link in `place` that leads to `address`, now or once it is rendered (data may still be loading). Stops
 * when the person moves the focus elsewhere.
 */
function focusLinkWhenRendered(place: HTMLElement, address: string): () => void {
  const watch = new MutationObserver(() => focusIfRendered());
  const focusIfRendered = () => {
    if (!isFocusFree(document.activeElement)) return watch.disconnect();
    const link = [...place.querySelectorAll('a')].find((candidate) => candidate.getAttribute('href') === address);
    if (!link) return;
    watch.disconnect();
    link.focus({ preventScroll: true });
  };
  watch.observe(place, { childList: true, subtree: true });
  focusIfRendered();
  return () => watch.disconnect();
}

/**
 * Wraps the links of a screen. When the person returns from a page that one of them opened, focuses that link if it
 * still exists. Otherwise the heading has the focus, as on every screen.
 */
export function FocusReturn({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const address = isBack ? lastOpenedLinks.get(pathname) : undefined;
    if (address === undefined || !place.current) return;
    return focusLinkWhenRendered(place.current, address);
  }, [pathname, isBack]);
  const remember = ({ target }: MouseEvent) => {
    const address = target instanceof Element && target.closest('a')?.getAttribute('href');
    if (address) lastOpenedLinks.set(pathname, address);
  };
  return (
    <div ref={place} onClickCapture={remember}>
      {children}
    </div>
  );
}

/**
 * Returns a function that goes to the previous page, or to `instead` (home by default) if the person came here
 * directly.
 */
export function useGoBack(instead: string = paths.app.root): () => void {
  const navigate = useNavigate();
  return () => {
    // React Router counts the entries of this visit in the history's state.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate(instead);
  };
}

/** Renders one screen inside the profile panel: the back arrow leads to the previous page, the close icon home. */
export function PanelScreen({ title, children }: { title: string; children: ReactNode }) {
  const t = useText(words);
  const navigate = useNavigate();
  const goBack = useGoBack();
  return (
    <>
      <BackHeader
        title={title}
        back={{ label: t('back'), onPress: goBack }}
        close={{ label: t('close'), onPress: () => navigate(paths.app.root) }}
      />
      <PanelBody>
        <FocusReturn>{children}</FocusReturn>
      </PanelBody>
    </>
  );
}
