import RotateCw from 'lucide-react/icons/rotate-cw';
import Smartphone from 'lucide-react/icons/smartphone';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { Button, paths, requestRefresh, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

/** Screens with a document to read: legal documents and the detail pages of the profile panel. */
const DOCUMENTS = [
  paths.onboarding.ndaLegal,
  paths.onboarding.privacy,
  paths.onboarding.terms,
  '/profile/:profileId/:list/:item/*',
  '/profile/:profileId/messages',
];

/** A form of the app, or a sandboxed remote's form in its iframe. */
const FORM = 'main form, main iframe';

/** Whether the user may be reading a document or filling in a form, so that the page must not change under them. */
export const mustKeepPage = (pathname: string): boolean =>
  DOCUMENTS.some((pattern) => matchPath(pattern, pathname)) || document.querySelector(FORM) !== null;

/** Phones in landscape. Excludes low, wide desktop windows. */
const LANDSCAPE_PHONE = '(orientation: landscape) and (pointer: coarse) and (max-height: 500px)';

const Cover = styled.dialog`
  position: fixed;
  inset: 0;
  inline-size: 100%;
  max-inline-size: none;
  block-size: 100%;
  max-block-size: none;
  margin: 0;
  padding: var(--space-4) max(var(--space-5), env(safe-area-inset-left));
  border: 0;
  background: var(--page);
  color: var(--ink);
  text-align: center;
  overflow: auto;

  > div {
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: var(--space-4);
    max-inline-size: 34rem;
    min-block-size: 100%;
    margin-inline: auto;
  }
  p {
    font-size: var(--text-l);
    font-weight: 640;
    line-height: 1.4;
    text-wrap: balance;
  }
`;

const Picture = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--space-3);
  padding: var(--space-3) var(--space-5);
  border-radius: var(--radius-full);
  background: var(--brand-soft);
  color: var(--brand);

  .lucide-smartphone {
    inline-size: 2.5rem;
    block-size: 2.5rem;
  }
`;

/** An on-screen keyboard can make a portrait page wider than high, so the screen orientation decides. */
const isPhoneSideways = () => screen.orientation?.type.startsWith('landscape') ?? true;

const isSidewaysNow = () => matchMedia(LANDSCAPE_PHONE).matches && isPhoneSideways();

function useSideways(onUpright: () => void): boolean {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(LANDSCAPE_PHONE);
    let was = isSidewaysNow();
    const onChange = () => {
      const is = isSidewaysNow();
      if (was && !is) onUpright();
      was = is;
      listener();
    };
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  };
  return useSyncExternalStore(subscribe, isSidewaysNow);
}

/** A native modal dialog: it traps focus, makes the rest inert, and restores focus when closed. */
function RotateRequest({ onKeep }: { onKeep(): void }) {
  const t = useText(words);
  const dialog = useRef<HTMLDialogElement>(null);
  // Layout effect: the dialog restores focus only if it is closed while still in the DOM.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <Cover ref={dialog} role="alertdialog" aria-labelledby="portrait" onCancel={onKeep}>
      <div>
        <Picture aria-hidden="true">
          <Smartphone />
          <RotateCw />
        </Picture>
        <p id="portrait">{t('frame.portrait')}</p>
        <Button variant="ghost" compact onClick={onKeep}>
          {t('frame.keepSideways')}
        </Button>
      </div>
    </Cover>
  );
}

/**
 * Asks the user to turn the phone upright. Users whose phone is fixed to a bed or a wheelchair can continue in
 * landscape (WCAG 1.3.4). When the phone is upright again, outside the tutorial, all data is refetched through
 * `/refresh`, or in place when the user is reading or filling in a form (docs/product-rules.md#frame).
 */
export function OrientationOverlay() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isAccepted, setIsAccepted] = useState(false);
  const isSideways = useSideways(() => {
    if (isAccepted || pathname.startsWith(paths.onboarding.tutorial)) return;
    if (!mustKeepPage(pathname)) navigate(paths.refresh);
    else requestRefresh().catch((error) => console.info('The refresh failed', error));
  });
  if (!isSideways || isAccepted) return null;
  return <RotateRequest onKeep={() => setIsAccepted(true)} />;
}
