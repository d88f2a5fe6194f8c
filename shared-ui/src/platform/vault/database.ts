/** The browser's database behind the vault: opened once, opened again after the browser has closed it. */

const DATABASE = 'lodestar-vault';
const VERSION = 1;

/** Keys that can't be taken out, one an owner. */
export interface KeyRow {
  owner: string;
  /** Tells this key from a later one of the same owner. */
  id: string;
  /** When it was made: milliseconds since 1970. */
  at: number;
  key: CryptoKey;
}

/** One encrypted value. */
export interface BoxRow {
  owner: string;
  name: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export type Store = 'keys' | 'boxes';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys', { keyPath: 'owner' });
      request.result.createObjectStore('boxes', { keyPath: ['owner', 'name'] });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opened = undefined;
      };
      database.onclose = forget;
      database.onversionchange = () => {
        database.close();
        forget();
      };
      resolve(database);
    };
  });
}

function database(): Promise<IDBDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** The result of one request of a transaction. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Works on the stores inside one transaction and gives the work's result once it is on the disk. The work may wait for
 * requests of the transaction only. Rejects, with nothing changed, when the work throws or the browser can't write.
 */
export async function transact<T>(
  stores: Store[],
  mode: IDBTransactionMode,
  work: (store: (name: Store) => IDBObjectStore) => Promise<T>,
): Promise<T> {
  // Strict: "written" has to hold for a phone whose battery ends in this moment.
  const transaction = (await database()).transaction(stores, mode, { durability: 'strict' });
  const settled = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  try {
    const result = await work((name) => transaction.objectStore(name));
    await settled;
    return result;
  } catch (error) {
    settled.catch(() => undefined);
    if (transaction.error === null) abort(transaction);
    throw error;
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It had ended by itself.
  }
}
