import type { SurveyPayload } from 'mock-api/contract';
import type { SurveyKind } from 'shared-ui/contract';
import { findVault, openVault, vaultOwners, wipeVault } from 'shared-ui/vault';

/** A survey to deliver: what is sent, under which key, and what it is about. */
export interface OutboxEntry {
  /** Idempotency key: one per survey, the same for every attempt. */
  key: string;
  /** Id of the event that asked for it. */
  about: string;
  survey: SurveyKind;
  payload: SurveyPayload;
  /** Receipt of the survey that this one corrects. */
  replaces?: string;
  /** Token from the API for this survey; without one the recorder may refuse it. */
  token?: string;
  /** Milliseconds since the epoch. */
  writtenAt: number;
  /** Refused by the recorder; not retried automatically. */
  refused?: { status: number; code: string };
}

/** Vault owner prefix of unsent surveys. They outlive an expired session. */
export const UNSENT = 'unsent/';

/** One user's surveys or receipts: in the vault or, if the browser stores nothing, in this page's memory. */
export class OutboxStore<T> {
  readonly #owner: string;
  readonly #keyOf: (value: T) => string;
  readonly #inMemory = new Map<string, T>();

  /** @param owner owner in the vault */
  constructor(owner: string, keyOf: (value: T) => string) {
    this.#owner = owner;
    this.#keyOf = keyOf;
  }

  /** Stores a value, or replaces the one with the same key. */
  async write(value: T): Promise<void> {
    const key = this.#keyOf(value);
    try {
      // Opened every time: after a wipe, the next value needs a new encryption key.
      await (await openVault(this.#owner)).put(key, value);
      this.#inMemory.delete(key);
    } catch (error) {
      console.info('A survey or receipt could be stored in memory only', error);
      this.#inMemory.set(key, value);
    }
  }

  async read(key: string): Promise<T | undefined> {
    return this.#inMemory.get(key) ?? (await findVault(this.#owner))?.get<T>(key);
  }

  async remove(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await (await findVault(this.#owner))?.delete(key);
  }

  async all(): Promise<T[]> {
    const stored = await this.#stored().catch((error: unknown) => {
      console.info('Stored surveys or receipts could not be read', error);
      return [];
    });
    return [...stored.filter((value) => !this.#inMemory.has(this.#keyOf(value))), ...this.#inMemory.values()];
  }

  /** Whether this value would be lost with the page. */
  isInMemoryOnly(key: string): boolean {
    return this.#inMemory.has(key);
  }

  async wipe(): Promise<void> {
    this.#inMemory.clear();
    await wipeVault(this.#owner);
  }

  async #stored(): Promise<T[]> {
    const vault = await findVault(this.#owner);
    const keys = (await vault?.list()) ?? [];
    const values = await Promise.all(keys.map((key) => vault?.get<T>(key)));
    return values.filter((value) => value !== undefined);
  }
}

/**
 * Deletes from the vault what dropped owners have under a prefix.
 * @param isDropped whether drafts of this owner are to be deleted (onDropDrafts)
 */
export async function wipeDropped(prefix: string, isDropped: (owner: string) => boolean): Promise<void> {
  for (const owner of await vaultOwners(prefix)) if (isDropped(owner.slice(prefix.length))) await wipeVault(owner);
}
