import { type DraftOwner, draftOwner, onDropDrafts } from './owner.ts';

/** What a person has typed but not sent yet. Outlives the screen, so that leaving and coming back loses nothing. */
export interface Draft<T> {
  get(): T;
  /** Resolves when the value is stored as well, or can't be. */
  set(value: T): Promise<void>;
  /** Resets to the empty value, after it was sent or discarded. Resolves like `set`. */
  forget(): Promise<void>;
  /** Returns whether something was typed that is not fully stored: it would be lost with the page. */
  isUnsent(): boolean;
  /** Reads what another page has stored, unless something is typed here. Resolves when it is read. */
  restore(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** Storage in which a draft also outlives the page. May be asynchronous. */
export interface DraftStorage<T> {
  /** Returns what another page has stored, or null. */
  read(): T | null | Promise<T | null>;
  /** Returns whether the whole value is stored. */
  write(value: T): boolean | Promise<boolean>;
  clear(): void | Promise<void>;
}

interface StoredDraft<T> {
  /** Owner of the draft, regardless of who is typing. */
  owner: DraftOwner;
  storage: DraftStorage<T>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Calls `use` with the value: synchronously, unless it is a promise. */
function whenSettled<V>(value: V | Promise<V>, use: (value: V) => void): Promise<void> {
  if (value instanceof Promise) return value.then(use);
  use(value);
  return Promise.resolve();
}

/**
 * Creates a draft in memory. It belongs to the person who types: others find it empty, and it is deleted when its owner
 * signs out. With `stored`, its only owner is the one named there, and it also outlives the page.
 */
export function createDraft<T>(empty: T, stored?: StoredDraft<T>): Draft<T> {
  const typed = new Map<DraftOwner, T>();
  const listeners = new Set<() => void>();
  let isStored = false;
  let changes = 0;

  const currentOwner = () => (stored ? stored.owner : draftOwner());
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const show = (value: T, isWholeStored: boolean) => {
    typed.set(currentOwner(), value);
    isStored = isWholeStored;
    notify();
  };
  const drop = (owner: DraftOwner) => {
    changes += 1;
    typed.delete(owner);
    notify();
    return Promise.resolve(stored?.storage.clear());
  };

  const draft: Draft<T> = {
    get: () => typed.get(currentOwner()) ?? empty,
    set(value) {
      changes += 1;
      show(value, false);
      return whenSettled(stored?.storage.write(value) ?? false, (isWholeStored) => {
        // A result for an older value says nothing about this one.
        if (draft.get() === value) show(value, isWholeStored);
      });
    },
    forget: () => drop(currentOwner()),
    isUnsent: () => !isStored && !isSame(draft.get(), empty),
    restore() {
      if (typed.has(currentOwner())) return Promise.resolve();
      const changesBefore = changes;
      return whenSettled(stored?.storage.read() ?? null, (found) => {
        // What was typed or dropped meanwhile is newer.
        if (found !== null && changesBefore === changes) show(found, true);
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  void draft.restore();
  onDropDrafts((isDropped) => {
    const owners = stored ? [stored.owner] : [...typed.keys()];
    for (const owner of owners.filter(isDropped)) void drop(owner);
  });
  return draft;
}
