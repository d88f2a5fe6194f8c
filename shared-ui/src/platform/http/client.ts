import type { Options, ResponsePromise } from 'ky';
import { ApiFailure } from './failure.ts';
import { callHeaders, expectSession } from './headers.ts';
import { loadApi } from './load-api.ts';
import { savedToken } from './token.ts';

/** A request. Wrapped, because a promise that resolves with ky's own would wait for the response. */
interface Sent {
  answer: ResponsePromise;
  /** When it was first sent (ms since 1970). */
  at: number;
}

/** Sends a request with the headers of this moment: a sign-out may forget the token before the code is loaded. */
async function send(path: string, options: Options, at = Date.now()): Promise<Sent> {
  const headers = callHeaders();
  const api = await loadApi();
  return { answer: api(path, { ...options, headers }), at };
}

const PREFETCH_MS = 10_000;

const prefetched = new Map<string, Promise<Sent>>();

/** Returns the same key for requests with the same path, session and language. */
const keyOf = (path: string, headers: Record<string, string>) => JSON.stringify([path, headers]);

/** Stores the response to a prefetched call for the first caller who makes the same call soon. */
function storePrefetched(path: string, headers: Record<string, string>, sent: Promise<Sent>): void {
  const key = keyOf(path, headers);
  prefetched.set(key, sent);
  // Prevents an unhandled rejection: only a caller that adopts the response handles its failure.
  sent.then(({ answer }) => answer).catch(() => undefined);
  setTimeout(() => {
    if (prefetched.get(key) === sent) prefetched.delete(key);
  }, PREFETCH_MS);
}

function takePrefetched(path: string, headers: Record<string, string>): Promise<Sent> | undefined {
  const key = keyOf(path, headers);
  const sent = prefetched.get(key);
  prefetched.delete(key);
  return sent;
}

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Starts a call, or takes over its prefetched response. */
const start = (path: string, options: Options & { method: Method | 'put' }): Promise<Sent> =>
  (options.method === 'get' && takePrefetched(path, callHeaders())) || send(path, options);

/**
 * Makes calls that a screen is about to make, before its code is loaded. The next caller with the same path, session
 * and language gets the response, failed or not.
 */
export function prefetch(paths: string[]): void {
  for (const path of paths) storePrefetched(path, callHeaders(), send(path, { context: { token: savedToken() } }));
}

/** Adopts a request that was sent before this code was loaded. It counts as the first attempt of its call. */
function adopt(path: string, headers: Record<string, string>, answer: Promise<Response>): void {
  const attempts = [answer];
  const options: Options = {
    context: { token: savedToken() },
    fetch: (...request) => attempts.pop() ?? fetch(...request),
  };
  // The page has sent it at some time since it was opened.
  const sent = send(path, options, Date.now() - performance.now());
  storePrefetched(path, headers, sent);
}

/**
 * Adopts the calls that the page has made before any script was loaded: the first caller of the same path gets the
 * response. Those of another session or in another language are left alone.
 */
export function adoptEarlyCalls(): void {
  const early = globalThis.__lodestarCalls;
  globalThis.__lodestarCalls = undefined;
  if (!early || JSON.stringify(early.headers) !== JSON.stringify(callHeaders())) return;
  for (const [path, answer] of Object.entries(early.answers)) adopt(path, early.headers, answer);
}

function throwCutOff(error: unknown): never {
  throw error instanceof ApiFailure ? error : new ApiFailure('unreachable', 0, 'CUT_OFF', '');
}

const requestTimes = new WeakMap<object, number>();

/**
 * Returns when the response with this body was requested (ms since 1970), which may be long before a caller received
 * it: the server's data may have changed since then. Undefined for bodies that are no objects.
 */
export const requestedAt = (body: unknown): number | undefined => requestTimes.get(body as object);

async function bodyOf<T>(request: Promise<Sent>): Promise<T> {
  const { answer, at } = await request;
  const body = await answer.json<T>();
  if (typeof body === 'object' && body !== null) requestTimes.set(body, at);
  return body;
}

async function sendCall<T>(method: Method | 'put', path: string, json: unknown, token?: string | null): Promise<T> {
  // What is sent while the page is being closed still arrives, if it has no body.
  const keepalive = method === 'post' && json === undefined;
  const body = await bodyOf<T>(start(path, { method, json, keepalive, context: { token } })).catch(throwCutOff);
  // A response without a body reveals nothing. The response to the sign-out itself has none.
  if (body !== undefined) expectSession(token);
  return body;
}

/**
 * Makes one API call and returns the body of the response, unless the session that made it has ended by then. `path` is
 * relative to the API's base, e.g. `v1/users/me`. A GET is retried after a network error or a short outage; nothing
 * else is ever sent twice.
 * @throws ApiFailure only
 */
export function call<T>(method: Method, path: string, json?: unknown): Promise<T> {
  return sendCall(method, path, json, savedToken());
}

/** Like `call`, for a PUT, which replaces the previous value. @throws ApiFailure only */
export function callPut<T>(path: string, json: unknown): Promise<T> {
  return sendCall('put', path, json, savedToken());
}

/**
 * Like `call`, for requests that need no session, such as signing in: an earlier session may end meanwhile.
 * @throws ApiFailure only
 */
export function callFromOutside<T>(method: Method, path: string, json?: unknown): Promise<T> {
  return sendCall(method, path, json);
}

/**
 * Fetches a picture, document or other file. Rejects other media types, such as the sign-in page of a hospital's Wi-Fi.
 * `path` is relative to the API's base.
 * @throws ApiFailure only
 */
export async function callForFile(path: string, type: string): Promise<Blob> {
  const token = savedToken();
  const { answer } = await start(path, { method: 'get', context: { token } });
  const response = await answer;
  // Not ky's own `blob()`: its time limit would end the download of a large file on a slow network.
  const file = await response.blob().catch(throwCutOff);
  expectSession(token);
  // The type of a text includes its encoding: "text/csv;charset=utf-8".
  if (file.type.split(';', 1)[0]?.trim() !== type)
    throw new ApiFailure('unavailable', response.status, 'OTHER_TYPE', '');
  return file;
}
