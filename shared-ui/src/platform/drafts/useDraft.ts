import { useSyncExternalStore } from 'react';
import type { Draft } from './drafts.ts';
import { useUnsent } from './unsent.ts';

/** Counts what a draft holds as lost with the page, while it is and a component shows it. */
export function useUnsentDraft<T>(draft: Draft<T>): void {
  useUnsent(useSyncExternalStore(draft.subscribe, draft.isUnsent));
}

/** What `select` takes of a draft; the component renders again when that changes, not at every letter. */
export function useDraft<T, Part>(draft: Draft<T>, select: (value: T) => Part): Part {
  useUnsentDraft(draft);
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}
