import type { SurveyPayload } from 'mock-api/contract';
import type { SurveyKind } from 'shared-ui/contract';
import { findVault, openVault, wipeVault } from 'shared-ui/vault';

/** A survey on its way: what is sent, under which key, and what it is about. */
export interface Item {
  /** Idempotency key: one a survey, the same for every try. */
  key: string;
  /** Id of the event that asked for it. */
  about: string;
  survey: SurveyKind;
  payload: SurveyPayload;
  /** Milliseconds since 1970. */
  writtenAt: number;
  /** The recorder would not take it; nobody tries again by themselves. */
  refused?: { status: number; code: string };
}

/** Owners of unsent surveys in the vault. They outlive a session that ran out. */
export const UNSENT = 'unsent/';

/** Where one person's unsent surveys lie: in the vault, and where the browser keeps nothing, in this page's memory. */
export class Shelf {
  readonly #owner: string;
  readonly #inMemory = new Map<string, Item>();

  constructor(user: string) {
    this.#owner = UNSENT + user;
  }

  /** Puts an item there, or in the place of the one with the same key. True: it is on the disk. */
  async write(item: Item): Promise<boolean> {
    try {
      // Opened every time: after a wipe the next survey gets a new key.
      await (await openVault(this.#owner)).put(item.key, item);
      this.#inMemory.delete(item.key);
      return true;
    } catch (error) {
      console.info('A survey could be kept in memory only', error);
      this.#inMemory.set(item.key, item);
      return false;
    }
  }

  async read(key: string): Promise<Item | undefined> {
    const here = this.#inMemory.get(key);
    if (here) return here;
    return (await findVault(this.#owner))?.get<Item>(key);
  }

  async remove(key: string): Promise<void> {
    this.#inMemory.delete(key);
    await (await findVault(this.#owner))?.delete(key);
  }

  /** Everything on it, oldest first. */
  async all(): Promise<Item[]> {
    const kept = await this.#kept().catch((error: unknown) => {
      console.info('The unsent surveys could not be read', error);
      return [];
    });
    const items = [...kept.filter(({ key }) => !this.#inMemory.has(key)), ...this.#inMemory.values()];
    return items.sort((one, other) => one.writtenAt - other.writtenAt);
  }

  /** True when this item would be lost with the page. */
  isInMemoryOnly(key: string): boolean {
    return this.#inMemory.has(key);
  }

  /** Takes everything off, for good. */
  async wipe(): Promise<void> {
    this.#inMemory.clear();
    await wipeVault(this.#owner);
  }

  async #kept(): Promise<Item[]> {
    const vault = await findVault(this.#owner);
    const keys = (await vault?.list()) ?? [];
    const items = await Promise.all(keys.map((key) => vault?.get<Item>(key)));
    return items.filter((item) => item !== undefined);
  }
}
