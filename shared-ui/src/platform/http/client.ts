import ky, { isHTTPError, type Options, type ResponsePromise } from 'ky';
import { currentLocale, LANGUAGE_TAG } from '../i18n/i18n.ts';
import { runtimeConfig } from '../runtime.ts';
import { ApiFailure, failureOf } from './failure.ts';
import { savedToken } from './token.ts';

/** Limit for each attempt's response, and again for the body of a JSON response (ms). */
const TIMEOUT_MS = 10_000;
/** Limit for a whole call: its retries, the waits between them and a JSON body (ms). */
const TOTAL_TIMEOUT_MS = 20_000;

/** Statuses of an outage that may be over in a moment. */
const OUTAGES = [502, 503, 504];
/** Longest `Retry-After` that is worth waiting for (s). A longer outage is reported immediately. */
const MAX_RETRY_AFTER_S = 2;

/** Events that count as use. Assistive technology and voice control send only clicks; dictation sends only input. */
const INPUT_EVENTS = ['keydown', 'pointerdown', 'click', 'input', 'wheel'];

/** A request this long after the last touch was made by the page itself (ms): a person would have tapped first. */
const AWAY_MS = 60_000;

/** Milliseconds since 1970. Opening the page counts as use. */
let lastInputAt = Date.now();

const onInput = () => {
  lastInputAt = Date.now();
};

for (const type of INPUT_EVENTS) document.addEventListener(type, onInput, { capture: true, passive: true });

/** Returns when the page was last touched (ms since 1970). */
export const lastTouchedAt = (): number => lastInputAt;

/** Returns whether nothing was touched for a minute, so that a request can't come from the person. */
const isUnattended = (): boolean => Date.now() - lastInputAt > AWAY_MS;

/**
 * Returns the headers that every API request carries: the language, the session's token, and whether the page was not
 * touched for a while, so that the request does not keep the session alive.
 */
function callHeaders(): Record<string, string> {
  const token = savedToken();
  return {
    'accept-language': LANGUAGE_TAG[currentLocale()],
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isUnattended() && { 'x-unattended': '1' }),
  };
}

/** Throws if the session that made the request has ended or been replaced: no other user may read its response. */
function expectSession(token: unknown): void {
  if (token && savedToken() !== token) throw new ApiFailure('rejected', 401, 'SESSION_OVER', '');
}

/**
 * ky instance for all API requests. A request is bound to the session in `context.token`, if there is one. Rejects with
 * ApiFailure until the response headers arrive; a body that can't be read rejects with the browser's own error.
 */
export const api = ky.create({
  cache: 'no-store',
  timeout: TIMEOUT_MS,
  totalTimeout: TOTAL_TIMEOUT_MS,
  retry: {
    limit: 2,
    methods: ['get'],
    statusCodes: OUTAGES,
    afterStatusCodes: OUTAGES,
    // Keeps phones hit by the same outage from retrying in step.
    jitter: true,
    // undefined leaves the decision to the statuses above and ky's own check for network errors.
    shouldRetry({ error }) {
      const waitS = isHTTPError(error) ? Number(error.response.headers.get('retry-after')) : 0;
      return navigator.onLine && waitS <= MAX_RETRY_AFTER_S ? undefined : false;
    },
  },
  parseJson(text, { response }) {
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw new ApiFailure('unavailable', response.status, 'NOT_JSON', '');
    }
  },
  hooks: {
    init: [
      // The only hook that runs synchronously: a sign-out forgets the token before `beforeRequest` would run.
      (options) => {
        options.prefix = runtimeConfig().api;
        options.headers = { ...callHeaders(), ...options.headers };
      },
    ],
    beforeRetry: [({ options }) => expectSession(options.context.token)],
    beforeError: [
      ({ error, options }) => {
        if (!isHTTPError(error)) return new ApiFailure('unreachable', 0, error.name, '');
        expectSession(options.context.token);
        return failureOf(error.response.status, error.data, error.response.headers.get('retry-after'));
      },
    ],
  },
});

/** How long a prefetched response is valid (ms). */
const PREFETCH_MS = 10_000;

const prefetched = new Map<string, ResponsePromise>();

/** Returns the same key for requests with the same path, session and language. */
const keyOf = (path: string, headers: Record<string, string>) => JSON.stringify([path, headers]);

/** Stores the response to a prefetched call for the first caller who makes the same call soon. */
function storePrefetched(path: string, headers: Record<string, string>, answer: ResponsePromise): void {
  const key = keyOf(path, headers);
  prefetched.set(key, answer);
  // Prevents an unhandled rejection: only a caller that adopts the response handles its failure.
  answer.catch(() => undefined);
  setTimeout(() => {
    if (prefetched.get(key) === answer) prefetched.delete(key);
  }, PREFETCH_MS);
}

/** Returns a prefetched response, and removes it. */
function takePrefetched(path: string, headers: Record<string, string>): ResponsePromise | undefined {
  const key = keyOf(path, headers);
  const answer = prefetched.get(key);
  prefetched.delete(key);
  return answer;
}

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Starts a call, or takes over its prefetched response. */
const start = (path: string, options: Options & { method: Method | 'put' }): ResponsePromise =>
  (options.method === 'get' && takePrefetched(path, callHeaders())) || api(path, options);

/**
 * Makes calls that a screen is about to make, before its code is loaded. The next caller with the same path, session
 * and language gets the response, failed or not.
 */
export function prefetch(paths: string[]): void {
  for (const path of paths) storePrefetched(path, callHeaders(), api(path, { context: { token: savedToken() } }));
}

/**
 * Adopts a request that was sent before this code was loaded: the next caller of the same path gets its response. It
 * counts as the first attempt and is retried like any other.
 */
export function adoptPrefetched(path: string, headers: Record<string, string>, answer: Promise<Response>): void {
  const attempts = [answer];
  const call = api(path, {
    context: { token: savedToken() },
    fetch: (...request) => attempts.pop() ?? fetch(...request),
  });
  storePrefetched(path, headers, call);
}

function throwCutOff(error: unknown): never {
  throw error instanceof ApiFailure ? error : new ApiFailure('unreachable', 0, 'CUT_OFF', '');
}

async function sendCall<T>(method: Method | 'put', path: string, json: unknown, token?: string | null): Promise<T> {
  const body = await start(path, { method, json, context: { token } }).json<T>().catch(throwCutOff);
  // A response without a body reveals nothing. The response to the sign-out itself has none.
  if (body !== undefined) expectSession(token);
  return body;
}

/**
 * Makes one API call and returns the body of the response, unless the session that made it has ended by then. `path` is
 * relative to the API's base, e.g. `v1/users/me`. A GET is retried after a network error or a short outage; nothing
 * else is ever sent twice. Throws only ApiFailure.
 */
export function call<T>(method: Method, path: string, json?: unknown): Promise<T> {
  return sendCall(method, path, json, savedToken());
}

/** Like `call`, for a PUT, which replaces the previous value. Throws only ApiFailure. */
export function callPut<T>(path: string, json: unknown): Promise<T> {
  return sendCall('put', path, json, savedToken());
}

/**
 * Like `call`, for requests that need no session, such as signing in: an earlier session may end meanwhile. Throws only
 * ApiFailure.
 */
export function callFromOutside<T>(method: Method, path: string, json?: unknown): Promise<T> {
  return sendCall(method, path, json);
}

/**
 * Fetches a picture, document or other file. Rejects other media types, such as the sign-in page of a hospital's Wi-Fi.
 * `path` is relative to the API's base. Throws only ApiFailure.
 */
export async function callForFile(path: string, type: string): Promise<Blob> {
  const token = savedToken();
  const response = await start(path, { method: 'get', context: { token } });
  // Not ky's own `blob()`: its time limit would end the download of a large file on a slow network.
  const file = await response.blob().catch(throwCutOff);
  expectSession(token);
  // The type of a text includes its encoding: "text/csv;charset=utf-8".
  if (file.type.split(';', 1)[0]?.trim() !== type)
    throw new ApiFailure('unavailable', response.status, 'OTHER_TYPE', '');
  return file;
}
