/** The vault's IndexedDB database: opened once, and again after the browser has closed it. */

const DATABASE = 'lodestar-vault';
const VERSION = 1;

/** A key that can't be extracted; one per owner. */
export interface KeyRow {
  owner: string;
  /** Distinguishes this key from a later one of the same owner. */
  id: string;
  /** When it was created: milliseconds since 1970. */
  at: number;
  key: CryptoKey;
}

export interface BoxRow {
  owner: string;
  name: string;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

type Store = 'keys' | 'boxes';

/** What runs in a transaction. It may await only requests of that transaction. */
export type Work<T> = (store: (name: Store) => IDBObjectStore) => Promise<T>;

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
      database.onclose = reconnect;
      database.onversionchange = () => {
        database.close();
        reconnect();
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

/** Uses a new connection from now on. What waits for the present one may still succeed. */
export function reconnect(): void {
  opened = undefined;
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs `work` in one transaction. Resolves with its result once that is on the disk. Rejects, with nothing changed, if
 * `work` throws or the browser can't write.
 * @param durability `strict`, by default: what counts as written survives the battery dying at this moment
 */
export async function transact<T>(
  stores: Store[],
  mode: IDBTransactionMode,
  work: Work<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const transaction = (await database()).transaction(stores, mode, { durability });
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
    // It has already ended.
  }
}
