import { store } from '../patient/store.ts';
import { dropDrafts } from '../platform/drafts/owner.ts';
import { setRuntimeConfig } from '../platform/runtime.ts';
import { brand, patient } from './people.ts';

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

interface Shaped {
  status: number;
  body?: unknown;
}

const isShaped = (answer: unknown): answer is Shaped =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';

function respond(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const { status, body } = isShaped(answer) ? answer : { status: answer === undefined ? 204 : 200, body: answer };
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
 * Sets up a page as the shell hands it to a remote: configuration read, the patient signed in and nothing fetched yet.
 */
export function openPage(): void {
  setRuntimeConfig({
    brand,
    api: ORIGIN,
    recorder: { url: `${ORIGIN}/recorder`, authorizer: 'key', retention: 'drop' },
    demo: true,
    invitedDomains: 'approved',
    dev: false,
    shell: '0.0.0',
  });
  store.setState(store.getInitialState(), true);
  dropDrafts(() => true);
  store.setState({ session: { status: 'full', me: patient, isOffline: false, checkedAt: 0, hasRunOut: false } });
}
