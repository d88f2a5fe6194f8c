import { useEffect } from 'react';

const checks = new Set<() => boolean>();

/** Asks `isUnsent` too, from now on, whether the page holds typing that would be lost with it. Returns how to stop that. */
export function watchUnsent(isUnsent: () => boolean): () => void {
  checks.add(isUnsent);
  return () => checks.delete(isUnsent);
}

/** Whether something that a person typed or chose is neither sent nor stored: it would be lost with this page. */
export const hasUnsentTyping = (): boolean => [...checks].some((isUnsent) => isUnsent());

/** Counts what a component shows as lost with the page while `isUnsent` is true and it is on the screen. */
export function useUnsent(isUnsent: boolean): void {
  useEffect(() => (isUnsent ? watchUnsent(() => true) : undefined), [isUnsent]);
}
