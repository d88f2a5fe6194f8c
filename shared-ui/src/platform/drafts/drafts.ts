import { type DraftOwner, draftOwner, onDropDrafts } from './owner.ts';

/** What a person has typed but not sent yet: outlives the screen, so that going away and coming back loses nothing. */
export interface Draft<T> {
  get(): T;
  /** Resolves once the value is stored, too, or can't be. */
  set(value: T): Promise<void>;
  /** Back to what it was before the person typed: it was sent, or is not wanted any more. Resolves like `set`. */
  forget(): Promise<void>;
  /** Whether something was typed that is not stored whole: it would be lost with the page. */
  isUnsent(): boolean;
  /** Reads what another page has stored, where nothing is typed here. Resolves when it is here. */
  restore(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

/** Where a draft also outlives the page; at once, or in a moment. */
export interface DraftStorage<T> {
  /** What another page has stored; null when there is nothing. */
  read(): T | null | Promise<T | null>;
  /** Whether all of the value is stored now. */
  write(value: T): boolean | Promise<boolean>;
  clear(): void | Promise<void>;
}

interface StoredDraft<T> {
  /** Whose it is, no matter who types. */
  owner: DraftOwner;
  storage: DraftStorage<T>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Calls `use` with a value that is there, now or later. */
function whenThere<V>(value: V | Promise<V>, use: (value: V) => void): Promise<void> {
  if (value instanceof Promise) return value.then(use);
  use(value);
  return Promise.resolve();
}

/** One draft: a value for each owner, in memory, and where `stored` is given, beside it for the one owner named there. */
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
    onDropDrafts((goes) => {
      const owners = stored ? [stored.owner] : [...this.#typed.keys()];
      for (const owner of owners.filter(goes)) void this.#drop(owner);
    });
  }

  get = (): T => this.#typed.get(this.#owner()) ?? this.#empty;

  set = (value: T): Promise<void> => {
    this.#changes += 1;
    this.#show(value, false);
    return whenThere(this.#stored?.storage.write(value) ?? false, (isStored) => {
      // An answer about an older value says nothing about this one.
      if (this.get() === value) this.#show(value, isStored);
    });
  };

  forget = (): Promise<void> => this.#drop(this.#owner());

  isUnsent = (): boolean => !this.#isStored && !isSame(this.get(), this.#empty);

  restore = (): Promise<void> => {
    if (this.#typed.has(this.#owner())) return Promise.resolve();
    const asked = this.#changes;
    return whenThere(this.#stored?.storage.read() ?? null, (found) => {
      // What was typed, or dropped, meanwhile is newer.
      if (found !== null && asked === this.#changes) this.#show(found, true);
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
    this.#tell();
    return Promise.resolve(this.#stored?.storage.clear());
  }

  #show(value: T, isStored: boolean): void {
    this.#typed.set(this.#owner(), value);
    this.#isStored = isStored;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Makes a draft in memory. It belongs to the person who types: another one finds it empty, and it goes when its owner
 * signs out. With `stored` it also outlives the page.
 */
export function createDraft<T>(empty: T, stored?: StoredDraft<T>): Draft<T> {
  return new MemoryDraft(empty, stored);
}
