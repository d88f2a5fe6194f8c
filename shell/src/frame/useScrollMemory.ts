import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How far each visit to a screen was scrolled: history entry -> pixels. Browsers remember it for the document only. */
const positions = new Map<string, number>();

/**
 * A new screen starts at its top; going back finds the old one where it was left.
 * @param visit key of the history entry that the scroller shows: the page's own unless something lies over it
 */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, visit?: string): void {
  const location = useLocation();
  const key = visit ?? location.key;
  const isBack = useRef(false);
  isBack.current = useNavigationType() === 'POP';
  // Before anything is painted: a shorter screen scrolls back by itself, which must not count as this one's position.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = isBack.current ? (positions.get(key) ?? 0) : 0;
    const remember = () => positions.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, key]);
}
