import { cut, type FakeAnswer, type FakeCall, fakeApi } from './fake-api.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const refusal = (code: string, message: string) => ({ error: { code, message } });

/** Every fault that an API call can meet. The client's own 10 s timeout is tested with the client. */
export const API_FAULTS = {
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

interface Routes {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Routes[] | undefined;
}

/** Returns the paths of all screens of a remote, e.g. `profile/:profileId/events`. */
export function pathsOf(routes: readonly Routes[], before = ''): string[] {
  return routes.flatMap(({ path = '', index, children }) => {
    const whole = [before, path].filter((part) => part !== '').join('/');
    return index || !children ? [whole] : pathsOf(children, whole);
  });
}
