import type { StoreApi } from 'zustand/vanilla';
import { type Store, store as sharedStore } from '../patient/store.ts';
import { dropDrafts } from '../platform/drafts/owner.ts';
import { setLocale } from '../platform/i18n/i18n.ts';
import { runtimeConfig, setRuntimeConfig } from '../platform/runtime.ts';
import { brand, patient } from './sample-data.ts';

/** The shared store, which a test may put into any state. */
export const store = sharedStore as StoreApi<Store>;

/** Changes some fields of one slice. */
export function updateSlice<K extends keyof Store>(slice: K, fields: Partial<Store[K]>): void {
  store.setState((state) => ({ [slice]: { ...state[slice], ...fields } }) as Pick<Store, K>);
}

/**
 * What a route of the fake API returns: a body, `{ status, body }`, a whole Response, or a function that returns one of
 * these.
 */
export type FakeAnswer = unknown;

export interface FakeCall {
  route: string;
  body: unknown;
}

const ORIGIN = 'http://api.test';

/** What the fake API has answered since the page was opened, as JSON. */
const answers: string[] = [];

/** Returns what a page may show that no catalogue has: the configuration, the store and the API's answers, as JSON. */
export const shownData = (): string[] => [...answers, JSON.stringify([runtimeConfig(), sharedStore.getState()])];

interface Shaped {
  status: number;
  body?: unknown;
}

const isShaped = (answer: unknown): answer is Shaped =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';

function respond(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const { status, body } = isShaped(answer) ? answer : { status: answer === undefined ? 204 : 200, body: answer };
  answers.push(JSON.stringify(body) ?? '');
  return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
}

/** Rejects like a call whose network connection is cut. */
export const cut = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

/**
 * Answers API calls in a unit test. Keys are `METHOD path` without the API's base, e.g. `GET v1/profiles`. Any other
 * route gets the result of `otherwise`: by default a network error. Returns the list of calls made, which grows.
 */
export function fakeApi(routes: Record<string, FakeAnswer>, otherwise: () => Promise<Response> = cut): FakeCall[] {
  const calls: FakeCall[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname, search } = new URL(request.url);
    const route = `${request.method.toUpperCase()} ${pathname.slice(1)}${search}`;
    const text = await request.text();
    const body = text === '' ? undefined : JSON.parse(text);
    calls.push({ route, body });
    if (!(route in routes)) return otherwise();
    const answer = routes[route];
    return respond(typeof answer === 'function' ? await answer(body) : answer);
  });
  return calls;
}

/**
 * Sets up a page as the shell hands it to a remote: configuration read, English, the patient signed in and nothing
 * fetched yet.
 */
export function openPage(): void {
  answers.length = 0;
  setRuntimeConfig({
    brand,
    api: ORIGIN,
    recorder: { url: `${ORIGIN}/recorder`, authorizer: 'key', retention: 'drop' },
    demo: true,
    invitedDomains: 'approved',
    emailFormat: 'basic',
    sessionIdleMinutes: 30,
    signInProviders: [],
    dev: false,
    shell: '0.0.0',
  });
  store.setState(store.getInitialState(), true);
  setLocale('en');
  dropDrafts(() => true);
  store.setState({ session: { status: 'full', me: patient, isOffline: false, checkedAt: 0, hasRunOut: false } });
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const refusal = (code: string, message: string) => ({ error: { code, message } });

/** Every fault that an API call can meet. The client's own 10 s timeout is tested with the client. */
const API_FAULTS = {
  'a call that is cut off': cut,
  'no network': cut,
  'a server that says nothing for 10 s': () => Promise.reject(new DOMException('', 'TimeoutError')),
  'an answer of 500': async () => json(500, refusal('INTERNAL', '')),
  'an answer of 429': async () =>
    json(429, refusal('TOO_MANY', 'Please try again in 30 seconds.'), { 'retry-after': '30' }),
  'an answer that breaks off': async () => new Response('{"half":'),
  'a page in the place of an answer': async () => new Response('<!doctype html><h1>Hospital Wi-Fi</h1>'),
  'an answer of 401': async () => json(401, refusal('UNAUTHENTICATED', 'Please sign in.')),
} as const satisfies Record<string, () => Promise<Response>>;

export type ApiFault = keyof typeof API_FAULTS;

/** For `test.each`. */
export const API_FAULT_NAMES = Object.keys(API_FAULTS) as ApiFault[];

/** Makes every API call meet a fault, except those that `healthy` answers. Returns the list of calls made. */
export function breakApi(fault: ApiFault, healthy: Record<string, FakeAnswer> = {}): FakeCall[] {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(fault !== 'no network');
  return fakeApi(healthy, API_FAULTS[fault]);
}
