import { currentLocale } from '../i18n/index.ts';
import { idle } from '../idle.ts';
import type { Vault } from '../vault/index.ts';
import { call, callForFile } from './client.ts';
import { ApiFailure, isHospitalOut } from './failure.ts';
import { savedToken } from './token.ts';

/**
 * What the person has last seen, for when the network is gone: answers of the API in the encrypted vault, one vault a
 * session. Names in it are hashes, of the token and of what was asked.
 */
const SEEN = 'seen/';

/** No session is longer, in milliseconds (docs/security.md): what an older one has seen belongs to one that is over. */
export const SESSION_MAX_MS = 12 * 60 * 60_000;

/** Larger files are not kept, in bytes: a phone's room is not ours alone. */
const FILE_MAX_BYTES = 4_000_000;

interface Seen {
  /** When the server gave it: milliseconds since 1970. */
  at: number;
  body?: unknown;
  file?: { type: string; base64: string };
}

const ages = new WeakMap<object, number>();

/** When the server gave an answer that came out of the phone instead; undefined for one that came just now. */
export const cachedAt = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null ? ages.get(answer) : undefined;

/** Answers of the phone's own that were given because the hospital could not reach its data. */
const inPlaceOfRefused = new WeakSet<object>();

/** Whether an answer came out of the phone because the hospital could not reach its data; the network was there. */
export const cachedForHospital = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && inPlaceOfRefused.has(answer);

// Fetched when something is kept or looked for: the first screen does without.
const loadVault = () => import('../vault/index.ts');

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An answer of the API is in the language in use. */
const nameOf = (path: string) => `${currentLocale()} ${path}`;

/** Who waits until the page has nothing else to do. */
const idlers = new Set<() => void>();

function hurry(): void {
  for (const resume of idlers) resume();
  idlers.clear();
}

// A page that is left may be closed before it is ever idle.
if (typeof window !== 'undefined')
  for (const leaving of ['visibilitychange', 'pagehide']) window.addEventListener(leaving, hurry);

/** Until the page is idle, or a caller can't wait. */
const rest = () =>
  new Promise<void>((resume) => {
    idlers.add(resume);
    void idle().then(hurry);
  });

let last: Promise<unknown> = Promise.resolve();

/**
 * One after the other, over all tabs: what is being kept while the user signs out must not outlast that.
 * @param isPatient waits until the page is idle, or a caller who is not patient has come after it
 */
function inTurn<T>(work: () => Promise<T>, isPatient = false): Promise<T | undefined> {
  // A browser without a database (or a test's) keeps nothing.
  if (typeof indexedDB === 'undefined') return Promise.resolve(undefined);
  const alone = () => (navigator.locks ? navigator.locks.request('lodestar-seen', work) : work());
  if (!isPatient) hurry();
  const rested = isPatient ? rest() : undefined;
  const turn = last.then(() => rested);
  const done = turn.then(alone).catch((error: unknown) => {
    console.info('What was seen last could not be kept or read', error);
    if (isFull(error)) window.dispatchEvent(new Event('lodestar:no-room'));
    return undefined;
  });
  last = done;
  return done;
}

const isFull = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && error.cause.name === 'QuotaExceededError';

type Content = Omit<Seen, 'at'>;

/** Keeps an answer for the session that asked, unless that one is over by now. */
export function writeCached(token: string | null, path: string, content: () => Promise<Content>): Promise<void> {
  // Of the language it was asked in, which may be another one by the time it is kept.
  return keepNamed(token, nameOf(path), content);
}

async function keepNamed(token: string | null, name: string, content: () => Promise<Content>): Promise<void> {
  const at = Date.now();
  const keep = async () => {
    if (token === null || savedToken() !== token) return;
    const { openVault } = await loadVault();
    const vault = await openVault(SEEN + (await hashOf(token)));
    await vault.put(await hashOf(name), { ...(await content()), at } satisfies Seen);
  };
  await inTurn(keep, true);
}

/** The vault of a session that is still this phone's; undefined where it has kept nothing. */
async function vaultOf(token: string | null): Promise<Vault | undefined> {
  if (token === null || savedToken() !== token) return undefined;
  const { findVault } = await loadVault();
  return findVault(SEEN + (await hashOf(token)));
}

/** A session keeps something as soon as it is opened: what has kept for longer than one lasts is over. */
const isOutlasted = ({ madeAt }: Vault) => Date.now() - madeAt > SESSION_MAX_MS;

/** Whether this session is certainly over, which the phone can tell without the server. */
export async function hasOutlasted(): Promise<boolean> {
  const token = savedToken();
  const is = await inTurn(async () => {
    const vault = await vaultOf(token);
    return vault !== undefined && isOutlasted(vault);
  });
  return is === true;
}

/** What this session has last seen at a path; undefined for nothing, or nothing that may still be shown. */
export function readCached(path: string): Promise<Seen | undefined> {
  return readNamed(savedToken(), nameOf(path));
}

function readNamed(token: string | null, name: string): Promise<Seen | undefined> {
  return inTurn(async () => {
    const vault = await vaultOf(token);
    if (!vault || isOutlasted(vault)) return undefined;
    return vault.get<Seen>(await hashOf(name));
  });
}

async function wipeAllBut(token: string | null): Promise<void> {
  const { vaultOwners, wipeVault } = await loadVault();
  const keep = token === null ? '' : SEEN + (await hashOf(token));
  for (const owner of await vaultOwners(SEEN)) if (owner !== keep) await wipeVault(owner);
}

/** Takes away what every session has seen. Resolves when it is gone. */
export async function clearCache(): Promise<void> {
  await inTurn(() => wipeAllBut(null));
}

/** Takes away what other sessions have left behind, except that of `token`, as soon as the page has nothing else to do. */
export async function clearOtherCaches(token: string | null): Promise<void> {
  await inTurn(() => wipeAllBut(token), true);
}

/** Keeps fields of a remote's own slice for the session, in any language. */
export function cacheSlice(token: string | null, name: string, fields: object): void {
  void keepNamed(token, name, async () => ({ body: fields }));
}

/** The fields that this session has kept under a name; undefined for none. */
export async function readCachedSlice<T extends object>(token: string | null, name: string): Promise<T | undefined> {
  const seen = await readNamed(token, name);
  return seen?.body as T | undefined;
}

const isOut = (error: unknown) => isHospitalOut(error) || (error instanceof ApiFailure && error.kind === 'unreachable');

/**
 * The answer to a call that only reads: the server's, which is kept, or when it can't be reached what was last seen, which
 * `cachedAt` tells. Throws ApiFailure when there is neither.
 */
export async function readThrough<T>(path: string, isWorthKeeping: (body: T) => boolean = () => true): Promise<T> {
  const token = savedToken();
  try {
    const body = await call<T>('get', path);
    if (isWorthKeeping(body)) void writeCached(token, path, async () => ({ body }));
    return body;
  } catch (error) {
    const seen = isOut(error) ? await readCached(path) : undefined;
    if (typeof seen?.body !== 'object' || seen.body === null) throw error;
    ages.set(seen.body, seen.at);
    if (isHospitalOut(error)) inPlaceOfRefused.add(seen.body);
    return seen.body as T;
  }
}

async function asBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  // In pieces: a call takes only so many arguments.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * 0x8000, (index + 1) * 0x8000)),
  );
  return btoa(pieces.join(''));
}

const fromBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function keepFile(token: string | null, path: string, blob: Blob): Promise<void> {
  if (blob.size > FILE_MAX_BYTES) return;
  await writeCached(token, path, async () => ({ file: { type: blob.type, base64: await asBase64(blob) } }));
}

/** A picture or document of that media type: the server's, which is kept, or the one that was last seen. Throws ApiFailure. */
export async function readFileThrough(path: string, type: string): Promise<Blob> {
  const token = savedToken();
  try {
    const blob = await callForFile(path, type);
    void keepFile(token, path, blob).catch((error: unknown) => console.info('A file could not be kept', error));
    return blob;
  } catch (error) {
    const seen = isOut(error) ? await readCached(path) : undefined;
    if (!seen?.file) throw error;
    return new Blob([fromBase64(seen.file.base64)], { type: seen.file.type });
  }
}
