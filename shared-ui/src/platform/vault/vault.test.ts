import 'fake-indexeddb/auto';
import { openVault, VaultUnavailableError, VaultWipedError, vaultOwners, wipeVault } from './vault.ts';

const SECRET = 'The nurse was kind';

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open('lodestar-vault');
    request.onsuccess = () => resolve(request.result);
  });
}

/** Returns every row stored on the phone. */
async function rows(): Promise<Record<string, unknown>[]> {
  const database = await openDatabase();
  const transaction = database.transaction(['keys', 'boxes']);
  const all = (name: string) =>
    new Promise<Record<string, unknown>[]>((resolve) => {
      const request = transaction.objectStore(name).getAll();
      request.onsuccess = () => resolve(request.result);
    });
  const found = [...(await all('keys')), ...(await all('boxes'))];
  database.close();
  return found;
}

const bytesOf = (row: Record<string, unknown>) =>
  Object.values(row)
    .map((value) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : JSON.stringify(value)))
    .join(' ');

afterEach(async () => {
  jest.restoreAllMocks();
  for (const owner of await vaultOwners()) await wipeVault(owner);
});

test('get returns what was put, also in another tab and after the vault is reopened', async () => {
  const value = { answers: [1, 'two', null], comment: SECRET };
  // Two tabs that open it at the same moment.
  const [one, two] = await Promise.all([openVault('unsent/u1'), openVault('unsent/u1')]);
  await one.put('a', value);
  expect(await two.get('a')).toEqual(value);
  const again = await openVault('unsent/u1');
  expect(await again.get('a')).toEqual(value);
  await again.put('a', 'other');
  expect(await again.get('a')).toBe('other');
  expect(await again.get('nothing')).toBeUndefined();
});

test('vaultOwners filters by prefix, list sorts names of one owner, and delete removes one value', async () => {
  for (const owner of ['unsent/u1', 'drafts/u1', 'unsent/u2']) await openVault(owner);
  expect(await vaultOwners('unsent/')).toEqual(['unsent/u1', 'unsent/u2']);
  const vault = await openVault('u1');
  for (const name of ['survey/2', 'survey/1', 'surveys', 'draft/1']) await vault.put(name, name);
  await (await openVault('u10')).put('survey/3', 1);
  await vault.delete('survey/1');
  expect(await vault.list()).toEqual(['draft/1', 'survey/2', 'surveys']);
});

test('stored values are encrypted and the key is not extractable', async () => {
  await (await openVault('u1')).put('a', { comment: SECRET });
  const found = await rows();
  expect(found).toHaveLength(2);
  expect(found.map(bytesOf).join('\n')).not.toContain('nurse');
  const { key } = found.find((row) => 'key' in row) as { key: CryptoKey };
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('encrypting the same value twice gives different bytes', async () => {
  const vault = await openVault('u1');
  await vault.put('a', SECRET);
  const first = (await rows()).map(bytesOf);
  await vault.put('a', SECRET);
  expect((await rows()).map(bytesOf)).not.toEqual(first);
});

test('an owner cannot read other values, even after swapping rows', async () => {
  const [one, two] = [await openVault('u1'), await openVault('u2')];
  await one.put('a', SECRET);
  await one.put('b', 'other');
  expect(await two.get('a')).toBeUndefined();
  const database = await openDatabase();
  const store = database.transaction('boxes', 'readwrite').objectStore('boxes');
  await new Promise((done) => {
    store.get(['u1', 'a']).onsuccess = ({ target }) => {
      const { result } = target as IDBRequest;
      store.put({ ...result, owner: 'u2' });
      store.put({ ...result, name: 'b' }).onsuccess = done;
    };
  });
  database.close();
  expect(await two.get('a')).toBeUndefined();
  expect(await one.get('b')).toBeUndefined();
  expect(await one.get('a')).toBe(SECRET);
});

test('wipeVault deletes all data, after which an open vault rejects writes and a new one starts empty', async () => {
  const old = await openVault('u1');
  await old.put('a', SECRET);
  await (await openVault('u2')).put('a', 'stays');
  await wipeVault('u1');
  expect(await vaultOwners()).toEqual(['u2']);
  await expect(old.put('b', SECRET)).rejects.toThrow(VaultWipedError);
  const fresh = await openVault('u1');
  await expect(old.put('b', SECRET)).rejects.toThrow(VaultWipedError);
  expect(await fresh.list()).toEqual([]);
  expect(await old.get('a')).toBeUndefined();
  expect(await (await openVault('u2')).get('a')).toBe('stays');
});

test('put throws VaultUnavailableError when the phone is full', async () => {
  const vault = await openVault('u1');
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(vault.put('a', 1)).rejects.toThrow(VaultUnavailableError);
  jest.restoreAllMocks();
  expect(await vault.get('a')).toBeUndefined();
  await vault.put('a', 2);
  expect(await vault.get('a')).toBe(2);
});

test('a storage that does not answer fails after 4 s, then sooner, until it answers again', async () => {
  const vault = await openVault('u1');
  await vault.put('a', 1);
  const unanswered = { objectStore: () => ({ get: () => ({}) }) } as unknown as IDBTransaction;
  const transaction = jest.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(unanswered);
  jest.useFakeTimers();
  const failures: unknown[] = [];
  const read = () => void vault.get('a').catch((error: unknown) => failures.push(error));
  read();
  await jest.advanceTimersByTimeAsync(3_900);
  expect(failures).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  expect(failures).toEqual([expect.any(VaultUnavailableError)]);
  read();
  await jest.advanceTimersByTimeAsync(500);
  expect(failures).toHaveLength(2);
  transaction.mockRestore();
  jest.useRealTimers();
  expect(await vault.get('a')).toBe(1);
});

test('a phone that slept while its storage was asked waits for the answer', async () => {
  const vault = await openVault('u1');
  await vault.put('a', 1);
  jest.useFakeTimers();
  const found = vault.get('a');
  // After sleep, what was due comes at once.
  jest.setSystemTime(Date.now() + 3_600_000);
  jest.advanceTimersToNextTimer();
  jest.useRealTimers();
  expect(await found).toBe(1);
});
