import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How far each visit to a screen was scrolled: history entry -> pixels. Browsers remember it for the document only. */
const positions = new Map<string, number>();

/** A new screen starts at its top; going back finds the old one where it was left. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = isBack ? (positions.get(key) ?? 0) : 0;
    const remember = () => positions.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, key, isBack]);
}
