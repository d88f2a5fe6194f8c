/**
 * Entry `shared-ui/vault`: a small encrypted store on the phone, for data that must outlive the page and must not be
 * stored in plain text. One vault per owner. Owners are named `<purpose>/<user id>`, so that each purpose has its own
 * lifetime: `unsent/…` outlives a session that ran out, everything else is deleted with it.
 * @module
 */
import { type BoxRow, type KeyRow, reconnect, resultOf, transact, type Work } from './database.ts';

/** Thrown when this browser can't store data: no database, no space left, a mode that forbids it, or no answer. */
export class VaultUnavailableError extends Error {
  constructor(cause: unknown) {
    super("This browser can't store data", { cause });
    this.name = 'VaultUnavailableError';
  }
}

/** Thrown when the vault was wiped after it was opened. It takes no more writes. */
export class VaultWipedError extends Error {
  constructor() {
    super('The vault was wiped');
    this.name = 'VaultWipedError';
  }
}

/**
 * One owner's encrypted values: anything that JSON can represent. Names are not encrypted, so they must reveal nothing
 * about a person.
 * @throws VaultUnavailableError from every method when the browser fails or does not answer
 */
export interface Vault {
  /** When it was created: milliseconds since 1970. A wiped vault that is opened again is a new one. */
  readonly madeAt: number;
  /** Resolves with the value stored under a name. Undefined if nothing is stored or this key can't decrypt it. */
  get<T>(name: string): Promise<T | undefined>;
  /**
   * Resolves when the value is on the disk; with `relaxed`, when the system will write it, which spares phones the wait
   * for copies of what the server has. @throws VaultWipedError after a wipe, in this tab or another
   */
  put(name: string, value: unknown, durability?: 'relaxed'): Promise<void>;
  delete(name: string): Promise<void>;
  /** Resolves with the names, sorted. */
  list(): Promise<string[]>;
}

const CIPHER = 'AES-GCM';
const KEY_BITS = 256;
/** Bytes; the length AES-GCM is designed for. Every write uses a new one. */
const IV_BYTES = 12;

/** Ends a range of names with a common prefix: sorts after anything that may follow it. */
const END = '\uffff';

const boxesOf = (owner: string) => IDBKeyRange.bound([owner, ''], [owner, END]);

/** Binds a value to its owner and name: under any others it can't be decrypted. */
const cipherParams = (owner: string, name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: CIPHER,
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify([owner, name])),
});

/** Maximum wait for the browser's storage, and the one after it has not answered (ms). */
const TIMEOUT_MS = 4_000;
const TIMEOUT_AFTER_SILENCE_MS = 400;
const STEPS = 8;

let isUnresponsive = false;

/** Rejects after `ms`. Counts in steps, because all timers of a phone that slept fire before its storage answers. */
function timeout(ms: number): { passed: Promise<never>; stop(): void } {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<never>((_, reject) => {
    const step = (left: number) => {
      timer = setTimeout(() => (left > 1 ? step(left - 1) : reject(new Error('No answer'))), ms / STEPS);
    };
    step(STEPS);
  });
  return { passed, stop: () => clearTimeout(timer) };
}

/** Rejects if the browser's storage does not answer in time. What it does later may still succeed. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { passed, stop } = timeout(isUnresponsive ? TIMEOUT_AFTER_SILENCE_MS : TIMEOUT_MS);
  const answered = work.finally(() => {
    isUnresponsive = false;
    stop();
  });
  passed.catch(() => {
    isUnresponsive = true;
    reconnect();
  });
  return Promise.race([answered, passed]);
}

async function withVaultErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(work());
  } catch (error) {
    throw error instanceof VaultWipedError ? error : new VaultUnavailableError(error);
  }
}

async function keyOf(owner: string): Promise<KeyRow> {
  // Created before the transaction, which does not wait for it. Another tab may have been faster.
  const key = await crypto.subtle.generateKey({ name: CIPHER, length: KEY_BITS }, false, ['encrypt', 'decrypt']);
  return transact(['keys'], 'readwrite', async (store) => {
    const known: KeyRow | undefined = await resultOf(store('keys').get(owner));
    if (known) return known;
    const made: KeyRow = { owner, id: crypto.randomUUID(), at: Date.now(), key };
    await resultOf(store('keys').put(made));
    return made;
  });
}

class EncryptedVault implements Vault {
  readonly madeAt: number;
  readonly #key: KeyRow;

  constructor(key: KeyRow) {
    this.madeAt = key.at;
    this.#key = key;
  }

  get<T>(name: string): Promise<T | undefined> {
    return withVaultErrors(async () => {
      const box: BoxRow | undefined = await transact(['boxes'], 'readonly', (store) =>
        resultOf(store('boxes').get([this.#key.owner, name])),
      );
      return box && ((await this.#open(box)) as T);
    });
  }

  put(name: string, value: unknown, durability?: 'relaxed'): Promise<void> {
    return withVaultErrors(async () => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt(cipherParams(this.#key.owner, name, iv), this.#key.key, plain);
      const write: Work<void> = async (store) => {
        const known: KeyRow | undefined = await resultOf(store('keys').get(this.#key.owner));
        if (known?.id !== this.#key.id) throw new VaultWipedError();
        await resultOf(store('boxes').put({ owner: this.#key.owner, name, iv, data } satisfies BoxRow));
      };
      await transact(['keys', 'boxes'], 'readwrite', write, durability);
    });
  }

  delete(name: string): Promise<void> {
    return withVaultErrors(() =>
      transact(['boxes'], 'readwrite', (store) => resultOf(store('boxes').delete([this.#key.owner, name]))),
    );
  }

  list(): Promise<string[]> {
    return withVaultErrors(async () => {
      const keys = await transact(['boxes'], 'readonly', (store) =>
        resultOf(store('boxes').getAllKeys(boxesOf(this.#key.owner))),
      );
      return keys.map((key) => String((key as string[])[1]));
    });
  }

  async #open({ name, iv, data }: BoxRow): Promise<unknown> {
    try {
      const plain = await crypto.subtle.decrypt(cipherParams(this.#key.owner, name, iv), this.#key.key, data);
      return JSON.parse(new TextDecoder().decode(plain));
    } catch (error) {
      console.info('A value in the vault could not be decrypted', name, error);
      return undefined;
    }
  }
}

/**
 * Opens an owner's vault, and creates it with a new key if it does not exist. The key works only in this browser and
 * can't be read by any script.
 * @throws VaultUnavailableError
 */
export function openVault(owner: string): Promise<Vault> {
  return withVaultErrors(async () => new EncryptedVault(await keyOf(owner)));
}

/** Opens an owner's vault if there is one, without creating it. @throws VaultUnavailableError */
export function findVault(owner: string): Promise<Vault | undefined> {
  return withVaultErrors(async () => {
    const key: KeyRow | undefined = await transact(['keys'], 'readonly', (store) => resultOf(store('keys').get(owner)));
    return key && new EncryptedVault(key);
  });
}

/** Returns the owners of vaults on this phone whose name begins with `prefix`. @throws VaultUnavailableError */
export function vaultOwners(prefix = ''): Promise<string[]> {
  return withVaultErrors(async () => {
    const range = IDBKeyRange.bound(prefix, prefix + END);
    const keys = await transact(['keys'], 'readonly', (store) => resultOf(store('keys').getAllKeys(range)));
    return keys.map(String);
  });
}

/** Deletes an owner's key and values, for every tab: they can't be read any more. @throws VaultUnavailableError */
export function wipeVault(owner: string): Promise<void> {
  return withVaultErrors(() =>
    transact(['keys', 'boxes'], 'readwrite', async (store) => {
      await resultOf(store('keys').delete(owner));
      await resultOf(store('boxes').delete(boxesOf(owner)));
    }),
  );
}
