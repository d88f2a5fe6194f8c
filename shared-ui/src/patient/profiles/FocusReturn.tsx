import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** What was opened last on each screen: path of the screen -> address of the link. */
const opened = new Map<string, string>();

const hasNothing = (focused: Element | null) => focused === null || focused === document.body || focused.matches('h1');

/**
 * Focuses the link in `place` that leads to `address`, now or as soon as it is there (data may still be on its way).
 * Stops once the person has put the focus elsewhere.
 */
function awaitLink(place: HTMLElement, address: string): () => void {
  const watch = new MutationObserver(() => tryNow());
  const tryNow = () => {
    if (!hasNothing(document.activeElement)) return watch.disconnect();
    const link = [...place.querySelectorAll('a')].find((candidate) => candidate.getAttribute('href') === address);
    if (!link) return;
    watch.disconnect();
    link.focus({ preventScroll: true });
  };
  watch.observe(place, { childList: true, subtree: true });
  tryNow();
  return () => watch.disconnect();
}

/**
 * Around the links of a screen: who comes back to it from what a link has opened finds the focus on that link, when it
 * is still there. Else the heading has it, as on every screen.
 */
export function FocusReturn({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const address = isBack ? opened.get(pathname) : undefined;
    if (address === undefined || !place.current) return;
    return awaitLink(place.current, address);
  }, [pathname, isBack]);
  const remember = ({ target }: MouseEvent) => {
    const address = target instanceof Element && target.closest('a')?.getAttribute('href');
    if (address) opened.set(pathname, address);
  };
  return (
    <div ref={place} onClickCapture={remember}>
      {children}
    </div>
  );
}
