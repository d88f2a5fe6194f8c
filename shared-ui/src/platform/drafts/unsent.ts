import { useEffect } from 'react';

const checks = new Set<() => boolean>();

/** Adds a check for input that would be lost with the page. Returns a function that removes it. */
export function watchUnsent(isUnsent: () => boolean): () => void {
  checks.add(isUnsent);
  return () => checks.delete(isUnsent);
}

/** Returns whether anything typed or chosen is neither sent nor stored, and would be lost with this page. */
export const hasUnsentTyping = (): boolean => [...checks].some((isUnsent) => isUnsent());

/** Counts the component's input as unsent while `isUnsent` is true and it is mounted. */
export function useUnsent(isUnsent: boolean): void {
  useEffect(() => (isUnsent ? watchUnsent(() => true) : undefined), [isUnsent]);
}
