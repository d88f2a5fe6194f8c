import { createHash } from 'node:crypto';
import { expect, type Page } from 'playwright/test';

/** Returns everything the page's origin stores on this phone as one string. Binary data is decoded as text. */
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

/** Returns the vault's keys of a kind for one purpose, e.g. `unsent/`. A box's key is its owner and its name. */
function rowsOf(page: Page, kind: 'boxes' | 'keys', purpose: string): Promise<(string | string[])[]> {
  return page.evaluate(
    async ([store, prefix]) => {
      const resultOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === 'lodestar-vault')) return [];
      const database = await resultOf(indexedDB.open('lodestar-vault'));
      const end = `${prefix}\uffff`;
      const range = store === 'boxes' ? IDBKeyRange.bound([prefix], [end]) : IDBKeyRange.bound(prefix, end);
      const found = database.objectStoreNames.contains(store)
        ? await resultOf(database.transaction(store).objectStore(store).getAllKeys(range))
        : [];
      database.close();
      return found as (string | string[])[];
    },
    [kind, purpose] as const,
  );
}

/** Returns the name under which a vault of a session stores something. */
const nameOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Screens as they were shown: stored at some time after their data. */
const SCREENS = ['screen/home', 'screen/result'].map(nameOf);

/** Counts the encrypted boxes in the vaults of one purpose, without stored screens. */
export const boxesOf = async (page: Page, purpose: string) =>
  (await rowsOf(page, 'boxes', purpose)).filter(([, name = '']) => !SCREENS.includes(name)).length;

/** Whether the phone has stored something under a name for this session. */
export async function isKeptAs(page: Page, text: string): Promise<boolean> {
  const name = nameOf(text);
  return (await rowsOf(page, 'boxes', 'seen/')).some((key) => key[1] === name);
}

/** Whether the phone has stored the API's last English response for this path. */
export const isSeen = (page: Page, path: string) => isKeptAs(page, `en ${path}`);

/** Whether a remote's own slice is stored on the phone. */
export const isSliceKept = (page: Page, slice: string) => isKeptAs(page, `slice/${slice}`);

/** Waits until the vault holds neither data nor keys for these purposes. */
export async function vaultIsEmpty(page: Page, ...purposes: string[]): Promise<void> {
  for (const purpose of purposes) {
    await expect.poll(() => rowsOf(page, 'boxes', purpose), `boxes ${purpose}`).toEqual([]);
    await expect.poll(() => rowsOf(page, 'keys', purpose), `keys ${purpose}`).toEqual([]);
  }
}
