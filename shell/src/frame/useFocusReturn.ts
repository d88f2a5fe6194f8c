import { useLayoutEffect, useRef } from 'react';

/** The row of a profile in the selector carries this, so that the focus finds back to it. */
export const rowOf = (profileId: number) => ({ 'data-profile-row': profileId });

const findRow = (profileId: number) => document.querySelector<HTMLElement>(`[data-profile-row="${profileId}"] a`);

/**
 * Returns the focus when a panel closes: to what opened it, or to the person's row where that is gone. A panel that
 * was opened by its address came from nowhere; then the page's own heading takes the focus.
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
    const isThere = by instanceof HTMLElement && by.isConnected && by !== document.body;
    const target = isThere && first === wasIn ? by : findRow(wasIn);
    target?.focus({ preventScroll: true });
  }, [profileId]);
}
