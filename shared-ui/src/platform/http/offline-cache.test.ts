import 'fake-indexeddb/auto';
import { waitFor } from '@testing-library/react';
import { openPage } from '../../testing/index.ts';
import { vaultOwners } from '../vault/vault.ts';
import {
  cachedAt,
  cacheSlice,
  clearCache,
  clearOtherCaches,
  isSessionExpired,
  readCachedSlice,
  readFileThrough,
  readThrough,
} from './offline-cache.ts';
import { forgetToken, saveToken } from './token.ts';

const cut = () => Promise.reject(new TypeError('Failed to fetch'));
const answers = (...responses: (() => Promise<Response> | Response)[]) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => (responses.shift() ?? cut)());

beforeEach(() => {
  openPage();
  saveToken('one');
});

afterEach(async () => {
  jest.restoreAllMocks();
  await clearCache();
});

test('offline reads return the cached response and its time', async () => {
  const began = Date.now();
  answers(() => Response.json([{ id: 1 }]));
  expect(cachedAt(await readThrough('v1/things'))).toBeUndefined();
  const seen = await readThrough('v1/things');
  expect(seen).toEqual([{ id: 1 }]);
  expect(cachedAt(seen)).toBeGreaterThanOrEqual(began);
  await expect(readThrough('v1/others')).rejects.toMatchObject({ kind: 'unreachable' });
});

test.each([503, 504])(
  'readThrough returns the cached response while the hospital can’t reach its data (%i)',
  async (status) => {
    const error = { code: 'UNAVAILABLE', message: "We can't reach your data just now." };
    const out = () => Response.json({ error }, { status, headers: { 'retry-after': '5' } });
    answers(() => Response.json([{ id: 1 }]), out, out);
    await readThrough('v1/things');
    const seen = await readThrough('v1/things');
    expect([seen, cachedAt(seen) !== undefined]).toEqual([[{ id: 1 }], true]);
    await expect(readThrough('v1/others')).rejects.toMatchObject({ status, message: error.message });
  },
);

test('readFileThrough returns the cached picture without network', async () => {
  const headers = { 'content-type': 'image/webp' };
  answers(() => new Response(new Uint8Array([0, 128, 255]), { headers }));
  await readFileThrough('v1/picture', 'image/webp');
  // The file is cached after it was returned.
  await new Promise((resolve) => setTimeout(resolve));
  const seen = await readFileThrough('v1/picture', 'image/webp');
  expect([seen.type, ...new Uint8Array(await seen.arrayBuffer())]).toEqual(['image/webp', 0, 128, 255]);
});

test('cache writes wait until the page is idle or left, or a caller reads the cache', async () => {
  const requestIdleCallback = jest.fn();
  Object.assign(window, { requestIdleCallback });
  const reads: (() => unknown)[] = [
    () => readThrough('v1/things'),
    ...['visibilitychange', 'pagehide'].map((left) => () => window.dispatchEvent(new Event(left))),
  ];
  for (const read of reads) {
    await clearCache();
    requestIdleCallback.mockClear();
    answers(() => Response.json([1]));
    await readThrough('v1/things');
    expect(requestIdleCallback).toHaveBeenCalled();
    expect(await vaultOwners('seen/')).toEqual([]);
    await read();
    await waitFor(async () => expect(await vaultOwners('seen/')).toHaveLength(1));
  }
  Reflect.deleteProperty(window, 'requestIdleCallback');
});

test('readThrough does not fall back to the cache when the request is refused or its response not worth keeping', async () => {
  answers(
    () => Response.json([]),
    () => Response.json({}, { status: 403 }),
    () => Response.json({ retryAfter: 1 }),
  );
  await readThrough('v1/things');
  await expect(readThrough('v1/things')).rejects.toMatchObject({ kind: 'rejected' });
  await readThrough('v1/pending', () => false);
  await expect(readThrough('v1/pending')).rejects.toThrow();
});

test('readThrough neither returns nor caches a response once its session has ended', async () => {
  answers(
    () => {
      forgetToken();
      return Response.json({ secret: true });
    },
    () => Response.json({ secret: true }),
  );
  await expect(readThrough('v1/things')).rejects.toMatchObject({ code: 'SESSION_OVER' });
  saveToken('one');
  expect(await readThrough('v1/things')).toEqual({ secret: true });
  forgetToken();
  await clearOtherCaches('one');
  expect(await vaultOwners('seen/')).toEqual([]);
});

test('cached responses are unavailable to other sessions and can be wiped', async () => {
  answers(() => Response.json([1]));
  await readThrough('v1/things');
  saveToken('two');
  await expect(readThrough('v1/things')).rejects.toThrow();
  await clearOtherCaches('two');
  expect(await vaultOwners('seen/')).toEqual([]);
});

test('a response is not kept if another tab signs out while it is written', async () => {
  const generateKey = crypto.subtle.generateKey.bind(crypto.subtle);
  jest.spyOn(crypto.subtle, 'generateKey').mockImplementationOnce((...given: Parameters<typeof generateKey>) => {
    forgetToken();
    return generateKey(...given);
  });
  answers(() => Response.json([{ id: 1 }]));
  await readThrough('v1/things');
  await isSessionExpired();
  expect(await vaultOwners()).toEqual([]);
});

test('what only the phone has is on its disk before it counts as cached', async () => {
  answers(() => Response.json({ id: 1 }), cut);
  const transaction = jest.spyOn(IDBDatabase.prototype, 'transaction');
  cacheSlice('one', 'draft', { text: 'mine' });
  await readCachedSlice('one', 'draft');
  await readThrough('v1/thing');
  await readThrough('v1/thing');
  const writes = transaction.mock.calls.filter(
    ([stores, mode]) => mode === 'readwrite' && [...stores].includes('boxes'),
  );
  expect(writes.map(([, , options]) => options?.durability)).toEqual(['strict', 'relaxed']);
});

test('full storage is reported, and readThrough still returns the response', async () => {
  const onNoRoom = jest.fn();
  window.addEventListener('lodestar:no-room', onNoRoom, { once: true });
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  answers(() => Response.json([1]));
  expect(await readThrough('v1/things')).toEqual([1]);
  await waitFor(() => expect(onNoRoom).toHaveBeenCalled());
});

test('cached responses expire with the session that requested them, however new they are', async () => {
  const pass = (hours: number) => {
    const now = Date.now() + hours * 60 * 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(now);
  };
  pass(13);
  // A session that has cached nothing.
  expect(await isSessionExpired()).toBe(false);
  answers(() => Response.json([1]));
  await readThrough('v1/things');
  expect(await readThrough('v1/things')).toEqual([1]);
  pass(11);
  answers(() => Response.json([2]));
  await readThrough('v1/others');
  expect(await readThrough('v1/others')).toEqual([2]);
  expect(await isSessionExpired()).toBe(false);
  pass(2);
  await expect(readThrough('v1/things')).rejects.toThrow();
  await expect(readThrough('v1/others')).rejects.toThrow();
  expect(await isSessionExpired()).toBe(true);
});
