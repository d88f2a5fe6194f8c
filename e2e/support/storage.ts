import type { Page } from 'playwright/test';

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

/** How many encrypted boxes lie in the vaults of one purpose, e.g. `unsent/`. */
export function boxesOf(page: Page, purpose: string): Promise<number> {
  return page.evaluate(async (prefix) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'lodestar-vault')) return 0;
    const database = await resultOf(indexedDB.open('lodestar-vault'));
    const range = IDBKeyRange.bound([prefix], [`${prefix}\uffff`]);
    const count = database.objectStoreNames.contains('boxes')
      ? await resultOf(database.transaction('boxes').objectStore('boxes').count(range))
      : 0;
    database.close();
    return count;
  }, purpose);
}
