import { expect, type Page } from 'playwright/test';

/** Everything that the page's origin keeps on this phone, as one text: bytes are read as text wherever they lie. */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const asText = (_key: string, value: unknown) => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      return value;
    };
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await resultOf(database.transaction(store).objectStore(store).getAll());
        parts.push(JSON.stringify(rows, asText));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const answer of await cache.matchAll()) parts.push(await answer.text());
    }
    return parts.join('\n');
  });
}

/** How many rows of a kind lie in the vaults of one purpose, e.g. `unsent/`. */
function rowsOf(page: Page, kind: 'boxes' | 'keys', purpose: string): Promise<number> {
  return page.evaluate(
    async ([store, prefix]) => {
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === 'lodestar-vault')) return 0;
      const database = await resultOf(indexedDB.open('lodestar-vault'));
      const end = `${prefix}\uffff`;
      const range = store === 'boxes' ? IDBKeyRange.bound([prefix], [end]) : IDBKeyRange.bound(prefix, end);
      const count = database.objectStoreNames.contains(store)
        ? await resultOf(database.transaction(store).objectStore(store).count(range))
        : 0;
      database.close();
      return count;
    },
    [kind, purpose] as const,
  );
}

/** How many encrypted boxes lie in the vaults of one purpose. */
export const boxesOf = (page: Page, purpose: string) => rowsOf(page, 'boxes', purpose);

/** Waits until neither data nor keys of these purposes are left in the vault. */
export async function vaultIsEmpty(page: Page, ...purposes: string[]): Promise<void> {
  for (const purpose of purposes) {
    await expect.poll(() => rowsOf(page, 'boxes', purpose), `boxes ${purpose}`).toBe(0);
    await expect.poll(() => rowsOf(page, 'keys', purpose), `keys ${purpose}`).toBe(0);
  }
}
