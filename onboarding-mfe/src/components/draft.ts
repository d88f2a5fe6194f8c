import { useSyncExternalStore } from 'react';

/** What somebody has typed but not sent yet: outlives the screen, so that going away and coming back loses nothing. */
export interface Draft<T> {
  get(): T;
  set(value: T): void;
  /** Back to what it was before anybody typed. */
  forget(): void;
  subscribe(listener: () => void): () => void;
}

/** Where a draft also outlives a reload; what is not written comes back as it is read. */
export interface DraftStorage<T> {
  read(): T | null;
  write(value: T): void;
  clear(): void;
}

const drafts = new Set<{ forget(): void }>();

/** A draft in memory, and where `storage` is given, beside it. */
export function createDraft<T>(empty: T, storage?: DraftStorage<T>): Draft<T> {
  let value = storage?.read() ?? empty;
  const listeners = new Set<() => void>();
  const change = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  const draft: Draft<T> = {
    get: () => value,
    set: (next) => {
      change(next);
      storage?.write(next);
    },
    forget: () => {
      change(empty);
      storage?.clear();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  drafts.add(draft);
  return draft;
}

/** Drops everything typed so far: somebody is in now, and what they typed on the way is nobody else's business. */
export function forgetDrafts(): void {
  for (const draft of drafts) draft.forget();
}

/** What `select` takes of a draft; the component renders again when that changes, not at every letter. */
export function useDraft<T, Part>(draft: Draft<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}
