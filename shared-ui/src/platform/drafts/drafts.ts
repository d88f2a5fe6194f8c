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
 * A draft with one value per owner, in memory. With `stored`, its only owner is the one named there, and the value is
 * also stored.
 */
class MemoryDraft<T> implements Draft<T> {
  readonly #empty: T;
  readonly #stored: StoredDraft<T> | undefined;
  readonly #typed = new Map<DraftOwner, T>();
  readonly #listeners = new Set<() => void>();
  #isStored = false;
  #changes = 0;

  constructor(empty: T, stored?: StoredDraft<T>) {
    this.#empty = empty;
    this.#stored = stored;
    void this.restore();
    onDropDrafts((isDropped) => {
      const owners = stored ? [stored.owner] : [...this.#typed.keys()];
      for (const owner of owners.filter(isDropped)) void this.#drop(owner);
    });
  }

  get = (): T => this.#typed.get(this.#owner()) ?? this.#empty;

  set = (value: T): Promise<void> => {
    this.#changes += 1;
    this.#show(value, false);
    return whenSettled(this.#stored?.storage.write(value) ?? false, (isStored) => {
      // A result for an older value says nothing about this one.
      if (this.get() === value) this.#show(value, isStored);
    });
  };

  forget = (): Promise<void> => this.#drop(this.#owner());

  isUnsent = (): boolean => !this.#isStored && !isSame(this.get(), this.#empty);

  restore = (): Promise<void> => {
    if (this.#typed.has(this.#owner())) return Promise.resolve();
    const changesBefore = this.#changes;
    return whenSettled(this.#stored?.storage.read() ?? null, (found) => {
      // What was typed or dropped meanwhile is newer.
      if (found !== null && changesBefore === this.#changes) this.#show(found, true);
    });
  };

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #owner = (): DraftOwner => (this.#stored ? this.#stored.owner : draftOwner());

  #drop(owner: DraftOwner): Promise<void> {
    this.#changes += 1;
    this.#typed.delete(owner);
    this.#notify();
    return Promise.resolve(this.#stored?.storage.clear());
  }

  #show(value: T, isStored: boolean): void {
    this.#typed.set(this.#owner(), value);
    this.#isStored = isStored;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Creates a draft in memory. It belongs to the person who types: others find it empty, and it is deleted when its owner
 * signs out. With `stored` it also outlives the page.
 */
export function createDraft<T>(empty: T, stored?: StoredDraft<T>): Draft<T> {
  return new MemoryDraft(empty, stored);
}
