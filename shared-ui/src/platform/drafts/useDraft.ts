import { useSyncExternalStore } from 'react';
import type { Draft } from './drafts.ts';
import { useUnsent } from './unsent.ts';

/** Counts a draft as unsent while it would be lost with the page and a component shows it. */
export function useUnsentDraft<T>(draft: Draft<T>): void {
  useUnsent(useSyncExternalStore(draft.subscribe, draft.isUnsent));
}

/** Returns the part of a draft that `select` picks. Re-renders only when that part changes, not at every keystroke. */
export function useDraft<T, Part>(draft: Draft<T>, select: (value: T) => Part): Part {
  useUnsentDraft(draft);
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}
