import type { SurveyPayload } from 'mock-api/contract';
import type { SurveyKind } from 'shared-ui/contract';
import { findVault, openVault, wipeVault } from 'shared-ui/vault';

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

/** Storage of one user's unsent surveys: the vault or, if the browser stores nothing, this page's memory. */
export class OutboxStore {
  readonly #owner: string;
  readonly #inMemory = new Map<string, OutboxEntry>();

  constructor(user: string) {
    this.#owner = UNSENT + user;
  }

  /** Stores an entry, or replaces the one with the same key. Returns whether it was written to disk. */
  async write(entry: OutboxEntry): Promise<boolean> {
    try {
      // Opened every time: after a wipe, the next survey needs a new encryption key.
      await (await openVault(this.#owner)).put(entry.key, entry);
      this.#inMemory.delete(entry.key);
      return true;
    } catch (error) {
      console.info('A survey could be stored in memory only', error);
      this.#inMemory.set(entry.key, entry);
      return false;
    }
  }

  async read(key: string): Promise<OutboxEntry | undefined> {
    const inMemory = this.#inMemory.get(key);
    if (inMemory) return inMemory;
    return (await findVault(this.#owner))?.get<OutboxEntry>(key);
  }

  async remove(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await (await findVault(this.#owner))?.delete(key);
  }

  /** Returns all entries, oldest first. */
  async all(): Promise<OutboxEntry[]> {
    const stored = await this.#stored().catch((error: unknown) => {
      console.info('The unsent surveys could not be read', error);
      return [];
    });
    const entries = [...stored.filter(({ key }) => !this.#inMemory.has(key)), ...this.#inMemory.values()];
    return entries.sort((one, other) => one.writtenAt - other.writtenAt);
  }

  /** Whether this entry would be lost with the page. */
  isInMemoryOnly(key: string): boolean {
    return this.#inMemory.has(key);
  }

  /** Deletes all entries permanently. */
  async wipe(): Promise<void> {
    this.#inMemory.clear();
    await wipeVault(this.#owner);
  }

  async #stored(): Promise<OutboxEntry[]> {
    const vault = await findVault(this.#owner);
    const keys = (await vault?.list()) ?? [];
    const entries = await Promise.all(keys.map((key) => vault?.get<OutboxEntry>(key)));
    return entries.filter((entry) => entry !== undefined);
  }
}
