import { currentLanguage } from '../i18n/i18n.ts';
import { idle } from '../page.ts';
import type { Vault } from '../vault/vault.ts';
import { call, callForFile } from './client.ts';
import { isHospitalOut, isUnreachable } from './failure.ts';
import { CACHE_OWNER_PREFIX, hashOf, isExpired } from './session-cache.ts';
import { savedToken } from './token.ts';

/** Size limit for cached files (bytes): other apps need the phone's storage, too. */
const FILE_MAX_BYTES = 4_000_000;

interface CacheEntry {
  /** When the server sent it: milliseconds since 1970. */
  at: number;
  body?: unknown;
  file?: { type: string; base64: string };
}

const ages = new WeakMap<object, number>();

/** Returns when the server sent a cached response, or undefined for one that was just fetched. */
export const cachedAt = (answer: unknown): number | undefined => ages.get(answer as object);

const returnedForHospital = new WeakSet<object>();

/**
 * Returns whether a response came from the cache because the hospital could not reach its data, although the network
 * works.
 */
export const cachedForHospital = (answer: unknown): boolean => returnedForHospital.has(answer as object);

// Loaded when something is cached or read: the first screen does not need it.
const loadVault = () => import('../vault/vault.ts');

// API responses depend on the language.
const nameOf = (path: string) => `${currentLanguage()} ${path}`;

const idleCallbacks = new Set<() => void>();

function runIdleCallbacks(): void {
  for (const resume of idleCallbacks) resume();
  idleCallbacks.clear();
}

// A page that is left may be closed before it is ever idle.
if (typeof window !== 'undefined')
  for (const leaving of ['visibilitychange', 'pagehide']) window.addEventListener(leaving, runIdleCallbacks);

/** Resolves when the page is idle, or when a caller can't wait. */
const whenIdleOrNeeded = () =>
  new Promise<void>((resume) => {
    idleCallbacks.add(resume);
    void idle().then(runIdleCallbacks);
  });

let lastTask: Promise<unknown> = Promise.resolve();

/**
 * Runs one task of this page at a time. It waits for no other tab: one that hangs must not keep a page from what it has.
 * @param canWait waits until the page is idle, or until a task that can't wait is queued after it
 */
function runInTurn<T>(work: () => Promise<T>, canWait = false): Promise<T | undefined> {
  // Without a database (also in some tests), nothing is cached.
  if (typeof indexedDB === 'undefined') return Promise.resolve(undefined);
  if (!canWait) runIdleCallbacks();
  const untilIdle = canWait ? whenIdleOrNeeded() : undefined;
  const turn = lastTask.then(() => untilIdle);
  const done = turn.then(work).catch((error: unknown) => {
    console.info('The offline cache could not be read or written', error);
    if (isFull(error)) window.dispatchEvent(new Event('lodestar:no-room'));
    return undefined;
  });
  lastTask = done;
  return done;
}

const isFull = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'QuotaExceededError';

type Content = Omit<CacheEntry, 'at'>;

/** Caches a response for the session that requested it, unless that is over by now. */
export function writeCached(token: string | null, path: string, content: () => Promise<Content>): Promise<void> {
  // Named by the language of the request, which may have changed by the time of the write.
  return writeNamed(token, nameOf(path), content, { durability: 'relaxed' });
}

interface WriteOptions {
  canWait?: boolean;
  /** Only for what the server has, too. */
  durability?: 'relaxed';
}

async function writeNamed(
  token: string | null,
  name: string,
  content: () => Promise<Content>,
  { canWait = true, durability }: WriteOptions,
): Promise<void> {
  const at = Date.now();
  const write = async () => {
    if (token === null || savedToken() !== token) return;
    const { openVault, wipeVault } = await loadVault();
    const owner = CACHE_OWNER_PREFIX + (await hashOf(token));
    const vault = await openVault(owner);
    // Another tab may have signed out and cleared the cache just before. One that does so from now on stops the write.
    if (savedToken() !== token) return wipeVault(owner);
    await vault.put(await hashOf(name), { ...(await content()), at } satisfies CacheEntry, durability);
  };
  await runInTurn(write, canWait);
}

/** Returns the vault of a session, or undefined if the session is no longer current or has cached nothing. */
async function vaultOf(token: string | null): Promise<Vault | undefined> {
  if (token === null || savedToken() !== token) return undefined;
  const { findVault } = await loadVault();
  return findVault(CACHE_OWNER_PREFIX + (await hashOf(token)));
}

/** Returns whether this session is certainly over, without asking the server. */
export async function isSessionExpired(): Promise<boolean> {
  const token = savedToken();
  const isExpiredCache = await runInTurn(async () => {
    const vault = await vaultOf(token);
    return vault !== undefined && isExpired(vault);
  });
  return isExpiredCache === true;
}

/** Returns what this session has last seen at a path, or undefined if there is nothing or it has expired. */
export function readCached(path: string): Promise<CacheEntry | undefined> {
  return readNamed(savedToken(), nameOf(path));
}

/** Like `readCached`, for several paths. Undefined unless the session has seen all of them. */
export async function readAllCached(paths: readonly string[]): Promise<CacheEntry[] | undefined> {
  const entries = await Promise.all(paths.map(readCached));
  const found = entries.filter((entry) => entry !== undefined);
  return found.length === paths.length ? found : undefined;
}

function readNamed(token: string | null, name: string): Promise<CacheEntry | undefined> {
  return runInTurn(async () => {
    const vault = await vaultOf(token);
    if (!vault || isExpired(vault)) return undefined;
    return vault.get<CacheEntry>(await hashOf(name));
  });
}

async function wipeAllBut(token: string | null): Promise<void> {
  const { vaultOwners, wipeVault } = await loadVault();
  const keep = token === null ? '' : CACHE_OWNER_PREFIX + (await hashOf(token));
  for (const owner of await vaultOwners(CACHE_OWNER_PREFIX)) if (owner !== keep) await wipeVault(owner);
}

/** Clears the caches of all sessions. Resolves when they are cleared. */
export async function clearCache(): Promise<void> {
  await runInTurn(() => wipeAllBut(null));
}

/** Clears the caches of all sessions except that of `token`, once the page is idle. */
export async function clearOtherCaches(token: string | null): Promise<void> {
  await runInTurn(() => wipeAllBut(token), true);
}

/**
 * Caches the fields of a remote's own slice for the session, or the screen that was shown, regardless of the language.
 * @param canWait false for a page that is being left
 */
export function cacheSlice(token: string | null, name: string, fields: object, canWait = true): void {
  void writeNamed(token, name, async () => ({ body: fields }), { canWait });
}

export async function readCachedSlice<T extends object>(token: string | null, name: string): Promise<T | undefined> {
  const cached = await readNamed(token, name);
  return cached?.body as T | undefined;
}

/**
 * Fetches a response and caches it. If the server can't be reached, returns the cached response, for which `cachedAt`
 * is defined.
 * @throws ApiFailure if there is neither
 */
export async function readThrough<T>(path: string, isWorthKeeping: (body: T) => boolean = () => true): Promise<T> {
  const token = savedToken();
  try {
    const body = await call<T>('get', path);
    if (isWorthKeeping(body)) void writeCached(token, path, async () => ({ body }));
    return body;
  } catch (error) {
    const cached = isUnreachable(error) ? await readCached(path) : undefined;
    if (typeof cached?.body !== 'object' || cached.body === null) throw error;
    ages.set(cached.body, cached.at);
    if (isHospitalOut(error)) returnedForHospital.add(cached.body);
    return cached.body as T;
  }
}

async function asBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // In chunks: a function call takes only so many arguments.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 0x8000, (index + 1) * 0x8000)),
  );
  return btoa(pieces.join(''));
}

const fromBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * Fetches a file of that media type and caches it, or returns the cached one if the server can't be reached.
 * @throws ApiFailure if there is neither
 */
export async function readFileThrough(path: string, type: string): Promise<Blob> {
  const token = savedToken();
  try {
    const blob = await callForFile(path, type);
    if (blob.size <= FILE_MAX_BYTES)
      void writeCached(token, path, async () => ({ file: { type: blob.type, base64: await asBase64(blob) } }));
    return blob;
  } catch (error) {
    const cached = isUnreachable(error) ? await readCached(path) : undefined;
    if (!cached?.file) throw error;
    return new Blob([fromBase64(cached.file.base64)], { type: cached.file.type });
  }
}
