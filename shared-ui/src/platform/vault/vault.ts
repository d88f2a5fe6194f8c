import { type BoxRow, type KeyRow, resultOf, transact } from './database.ts';

/** This browser keeps nothing: no database, no space left, or a mode that forbids it. */
export class VaultUnavailable extends Error {
  constructor(cause: unknown) {
    super('This browser can keep nothing just now', { cause });
    this.name = 'VaultUnavailable';
  }
}

/** The vault was wiped since it was opened; nothing more gets into it. */
export class VaultWiped extends Error {
  constructor() {
    super('The vault was wiped');
    this.name = 'VaultWiped';
  }
}

/**
 * One owner's encrypted boxes. Values are anything JSON can say. Names are not encrypted: they must say nothing about
 * a person. Every call throws VaultUnavailable when the browser fails.
 */
export interface Vault {
  readonly owner: string;
  /** When it was made: milliseconds since 1970. A wiped one that is opened again is a new one. */
  readonly madeAt: number;
  /** What lies in a box; undefined when there is none, or none that this key opens. */
  get<T>(name: string): Promise<T | undefined>;
  /** Resolves once the value is on the disk. Throws VaultWiped after a wipe, in this tab or another. */
  put(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
  /** Names of the boxes that begin with `prefix`, sorted. */
  list(prefix?: string): Promise<string[]>;
}

const CIPHER = 'AES-GCM';
const KEY_BITS = 256;
/** Bytes; the length AES-GCM is made for. A fresh one for every write. */
const IV_BYTES = 12;

/** The first text after every one that begins with `prefix`. */
const END = '\uffff';

const startsWith = (owner: string, prefix: string) => IDBKeyRange.bound([owner, prefix], [owner, prefix + END]);

/** Ties a value to its box: moved into another one it does not open. */
const seal = (owner: string, name: string, iv: Uint8Array<ArrayBuffer>) => ({
  name: CIPHER,
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify([owner, name])),
});

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultWiped ? error : new VaultUnavailable(error);
  }
}

async function keyOf(owner: string): Promise<KeyRow> {
  // Made before the transaction, which does not wait for it; another tab may have been faster.
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
  readonly owner: string;
  readonly madeAt: number;
  readonly #key: KeyRow;

  constructor(key: KeyRow) {
    this.owner = key.owner;
    this.madeAt = key.at;
    this.#key = key;
  }

  get<T>(name: string): Promise<T | undefined> {
    return guarded(async () => {
      const box: BoxRow | undefined = await transact(['boxes'], 'readonly', (store) =>
        resultOf(store('boxes').get([this.owner, name])),
      );
      return box && ((await this.#open(box)) as T);
    });
  }

  put(name: string, value: unknown): Promise<void> {
    return guarded(async () => {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const data = await crypto.subtle.encrypt(seal(this.owner, name, iv), this.#key.key, plain);
      await transact(['keys', 'boxes'], 'readwrite', async (store) => {
        const known: KeyRow | undefined = await resultOf(store('keys').get(this.owner));
        if (known?.id !== this.#key.id) throw new VaultWiped();
        await resultOf(store('boxes').put({ owner: this.owner, name, iv, data } satisfies BoxRow));
      });
    });
  }

  delete(name: string): Promise<void> {
    return guarded(() =>
      transact(['boxes'], 'readwrite', (store) => resultOf(store('boxes').delete([this.owner, name]))),
    );
  }

  list(prefix = ''): Promise<string[]> {
    return guarded(async () => {
      const keys = await transact(['boxes'], 'readonly', (store) =>
        resultOf(store('boxes').getAllKeys(startsWith(this.owner, prefix))),
      );
      return keys.map((key) => String((key as string[])[1]));
    });
  }

  async #open({ name, iv, data }: BoxRow): Promise<unknown> {
    try {
      const plain = await crypto.subtle.decrypt(seal(this.owner, name, iv), this.#key.key, data);
      return JSON.parse(new TextDecoder().decode(plain));
    } catch (error) {
      console.info('A box of the vault does not open', name, error);
      return undefined;
    }
  }
}

/**
 * Opens an owner's vault, and makes it with a key of its own when there is none. The key can be used by this browser
 * only and can't be read by any script. Throws VaultUnavailable.
 */
export function openVault(owner: string): Promise<Vault> {
  return guarded(async () => new EncryptedVault(await keyOf(owner)));
}

/** Opens an owner's vault where there is one: looking leaves nothing behind. Throws VaultUnavailable. */
export function findVault(owner: string): Promise<Vault | undefined> {
  return guarded(async () => {
    const key: KeyRow | undefined = await transact(['keys'], 'readonly', (store) => resultOf(store('keys').get(owner)));
    return key && new EncryptedVault(key);
  });
}

/** Returns the owners of vaults on this phone whose name begins with `prefix`. Throws VaultUnavailable. */
export function vaultOwners(prefix = ''): Promise<string[]> {
  return guarded(async () => {
    const range = IDBKeyRange.bound(prefix, prefix + END);
    const keys = await transact(['keys'], 'readonly', (store) => resultOf(store('keys').getAllKeys(range)));
    return keys.map(String);
  });
}

/** Takes an owner's key and boxes away, for every tab: what was in them can't be read any more. Throws VaultUnavailable. */
export function wipeVault(owner: string): Promise<void> {
  return guarded(() =>
    transact(['keys', 'boxes'], 'readwrite', async (store) => {
      await resultOf(store('keys').delete(owner));
      await resultOf(store('boxes').delete(startsWith(owner, '')));
    }),
  );
}
