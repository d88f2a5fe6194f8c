import ky from 'ky';
import { currentLocale, LANGUAGE_TAG } from '../i18n/index.ts';
import { runtimeConfig } from '../runtime.ts';
import { ApiFailure, failureOf } from './failure.ts';
import { storePrefetched, takePrefetched } from './prefetch.ts';
import { isUnattended } from './presence.ts';
import { savedToken } from './token.ts';

/** A call that takes longer is given up. */
const TIMEOUT_MS = 10_000;

type Method = 'get' | 'post' | 'patch' | 'delete';

const http = ky.create({
  timeout: TIMEOUT_MS,
  retry: 0,
  throwHttpErrors: false,
  cache: 'no-store',
});

/**
 * Returns what every call to the API says of who makes it: the language in use, with a session its token, and whether
 * the page makes it with no person there, which keeps no session alive. Taken when the call is made, not when it leaves:
 * a sign-out forgets the saved token at once.
 */
export function callHeaders(token: string | null = savedToken()): Record<string, string> {
  return {
    'accept-language': LANGUAGE_TAG[currentLocale()],
    ...(token && { authorization: `Bearer ${token}` }),
    ...(isUnattended() && { 'x-unattended': '1' }),
  };
}

async function read(response: Response): Promise<unknown> {
  const body = await response.text();
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    if (!response.ok) return undefined;
    throw new ApiFailure('unavailable', response.status, 'NOT_JSON', '');
  }
}

interface Question {
  method: Method | 'put';
  headers: Record<string, string>;
  json?: unknown;
}

async function send(path: string, question: Question): Promise<Response> {
  try {
    return await http(`${runtimeConfig().api}/${path}`, question);
  } catch (cause) {
    throw new ApiFailure('unreachable', 0, cause instanceof Error ? cause.name : 'NETWORK', '');
  }
}

function ask(method: Question['method'], path: string, json?: unknown): Promise<Response> {
  const question = { method, headers: callHeaders(), ...(json === undefined ? {} : { json }) };
  const early = method === 'get' ? takePrefetched(path, question.headers) : undefined;
  return early ?? send(path, question);
}

/**
 * Makes calls that a screen is about to make, so that the answers don't wait for the code that asks for them. The next
 * caller of the same, as the same person and in the same language, gets this answer, failed or not.
 */
export function prefetch(paths: string[]): void {
  for (const path of paths) {
    const question: Question = { method: 'get', headers: callHeaders() };
    storePrefetched(path, question.headers, send(path, question));
  }
}

/**
 * Takes over a call that was made before this code had come; the next caller of the same gets its answer. One that did
 * not reach the server is made again.
 */
export function adoptPrefetched(path: string, headers: Record<string, string>, answer: Promise<Response>): void {
  storePrefetched(
    path,
    headers,
    answer.catch(() => send(path, { method: 'get', headers })),
  );
}

const cutOff = () => new ApiFailure('unreachable', 0, 'CUT_OFF', '');

/** Throws when the session that asked has ended or is another one by now: no other user may read its answer. */
function expectSession(asker: string | null): void {
  if (asker !== null && savedToken() !== asker) throw new ApiFailure('rejected', 401, 'SESSION_OVER', '');
}

interface Answer {
  response: Response;
  body: unknown;
}

async function exchange(method: Question['method'], path: string, json?: unknown): Promise<Answer> {
  const response = await ask(method, path, json);
  const body = await read(response).catch((failure) => {
    throw failure instanceof ApiFailure ? failure : cutOff();
  });
  return { response, body };
}

function bodyOf<T>({ response, body }: Answer): T {
  if (!response.ok) throw failureOf(response.status, body);
  return body as T;
}

/**
 * Makes one call to the API and gives the answer's body, unless the session that asked has ended by then. `path` is
 * relative to the API's base, e.g. `v1/users/me`. Throws ApiFailure, never anything else.
 */
export function call<T>(method: Method, path: string, json?: unknown): Promise<T> {
  return callAsSession(method, path, json);
}

/** Like `call`, for what is put in the place of what was there before. Throws ApiFailure, never anything else. */
export function callPut<T>(path: string, json: unknown): Promise<T> {
  return callAsSession('put', path, json);
}

async function callAsSession<T>(method: Question['method'], path: string, json?: unknown): Promise<T> {
  const asker = savedToken();
  const answer = await exchange(method, path, json);
  // An answer without a body gives nothing away; that of the sign-out itself is among them.
  if (answer.body !== undefined) expectSession(asker);
  return bodyOf(answer);
}

/**
 * Like `call`, for what needs no session, such as opening one: a session of before may end meanwhile. Throws ApiFailure,
 * never anything else.
 */
export async function callFromOutside<T>(method: Method, path: string, json?: unknown): Promise<T> {
  return bodyOf(await exchange(method, path, json));
}

/**
 * Fetches a picture, document or other file of that media type; the login page of a hospital's Wi-Fi is none. `path` is
 * relative to the API's base. Throws ApiFailure, never anything else.
 */
export async function callForFile(path: string, type: string): Promise<Blob> {
  const asker = savedToken();
  const response = await ask('get', path);
  if (!response.ok) throw failureOf(response.status, await read(response).catch(() => undefined));
  const file = await response.blob().catch(() => {
    throw cutOff();
  });
  expectSession(asker);
  // A text says how its letters are coded, too: "text/csv;charset=utf-8".
  if (file.type.split(';', 1)[0]?.trim() !== type)
    throw new ApiFailure('unavailable', response.status, 'OTHER_TYPE', '');
  return file;
}
