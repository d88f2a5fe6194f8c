import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scroll position of each history entry, in pixels. Browsers restore it for the document only. */
const positions = new Map<string, number>();

/**
 * Starts new screens at the top and restores the scroll position on back navigation.
 * @param visit key of the history entry shown in the scroller; defaults to the current one
 */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, visit?: string): void {
  const location = useLocation();
  const key = visit ?? location.key;
  const navigation = useNavigationType();
  const initialPosition = useEffectEvent(() => (navigation === 'POP' ? (positions.get(key) ?? 0) : 0));
  // In a layout effect: a shorter screen clamps the scroll position, which must not be saved as this entry's position.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = initialPosition();
    const remember = () => positions.set(key, element.scrollTop);
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scroller, key]);
}
