import { useLayoutEffect, useRef } from 'react';

/** Returns the attribute that marks a profile's row in the selector, so that focus can return to it. */
export const rowOf = (profileId: number) => ({ 'data-profile-row': profileId });

const findRow = (profileId: number) => document.querySelector<HTMLElement>(`[data-profile-row="${profileId}"] a`);

/**
 * Returns focus when a panel closes: to the element that opened it, or to the profile's row if that element was
 * removed. A panel opened directly by its URL has no opener; the page's heading takes the focus.
 */
export function useFocusReturn(profileId: number | null): void {
  const opened = useRef<{ by: Element | null; profileId: number } | null>(null);
  const before = useRef(profileId);
  useLayoutEffect(() => {
    const wasIn = before.current;
    before.current = profileId;
    if (profileId !== null) {
      if (wasIn === null) opened.current = { by: document.activeElement, profileId };
      return;
    }
    if (wasIn === null || !opened.current) return;
    const { by, profileId: first } = opened.current;
    opened.current = null;
    const isStillInPage = by instanceof HTMLElement && by.isConnected && by !== document.body;
    const target = isStillInPage && first === wasIn ? by : findRow(wasIn);
    target?.focus({ preventScroll: true });
  }, [profileId]);
}
