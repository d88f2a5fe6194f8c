import { openPage } from '../../testing/index.ts';
import { setLocale } from '../i18n/i18n.ts';
import { adoptEarlyCalls, call, callForFile, callFromOutside, prefetch } from './client.ts';
import type { ApiFailure } from './failure.ts';
import { forgetToken, saveToken } from './token.ts';

beforeEach(() => {
  localStorage.clear();
  openPage();
});

function answer(response: () => Response): Request[] {
  const requests: Request[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    requests.push(input as Request);
    return response();
  });
  return requests;
}

const failure = (load: Promise<unknown>): Promise<ApiFailure> =>
  load.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ApiFailure) => error,
  );

test('requests send token and language and bypass the cache', async () => {
  saveToken('secret');
  setLocale('fr');
  const requests = answer(() => Response.json({ ok: true }));
  expect(await call('post', 'v1/things', { a: 1 })).toEqual({ ok: true });
  const [request] = requests;
  setLocale('en');
  expect(request?.headers.get('authorization')).toBe('Bearer secret');
  expect(request?.headers.get('accept-language')).toBe('fr-CA');
  expect(request?.cache).toBe('no-store');
});

test('call is marked unattended when nothing was touched for a minute', async () => {
  const requests = answer(() => Response.json({}));
  const sentHeader = async () => {
    await call('get', 'v1/things');
    return requests.at(-1)?.headers.get('x-unattended');
  };
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  document.dispatchEvent(new Event('pointerdown'));
  clock.mockReturnValue(now + 59_000);
  expect(await sentHeader()).toBeNull();
  clock.mockReturnValue(now + 61_000);
  expect(await sentHeader()).toBe('1');
  for (const touch of ['keydown', 'pointerdown', 'click', 'input', 'wheel']) {
    document.dispatchEvent(new Event(touch));
    expect(await sentHeader()).toBeNull();
    clock.mockReturnValue(Date.now() + 61_000);
    expect(await sentHeader()).toBe('1');
  }
});

test.each([
  [404, { nonsense: true }, 'rejected', 'HTTP_404'],
  [503, undefined, 'unavailable', 'HTTP_503'],
] as const)('call fails with the server’s code on status %d', async (status, body, kind, code) => {
  answer(() => (body ? Response.json(body, { status }) : new Response(null, { status })));
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind, status, code });
});

test('call fails with the server’s own message and fields', async () => {
  const error = { code: 'BAD', message: 'Please mend it', fields: { email: 'Invalid Email' } };
  answer(() => Response.json({ error }, { status: 422 }));
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'rejected', status: 422, ...error });
});

describe('when the session has ended before the response arrives', () => {
  const leaving = (leave: () => void, response: Response) => {
    saveToken('secret');
    answer(() => {
      leave();
      return response;
    });
  };

  test.each<[string, () => void]>([
    ['signed out', forgetToken],
    ['and another user has signed in', () => saveToken('another')],
  ])('%s: the response is rejected', async (_, leave) => {
    leaving(leave, Response.json({ firstName: 'Jordan' }));
    expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'rejected', code: 'SESSION_OVER' });
    leaving(leave, new Response('picture', { headers: { 'content-type': 'image/webp' } }));
    expect(await failure(callForFile('v1/picture', 'image/webp'))).toMatchObject({ code: 'SESSION_OVER' });
  });

  test('call still resolves for a response without a body', async () => {
    leaving(forgetToken, new Response(null, { status: 204 }));
    expect(await call('delete', 'v1/sessions')).toBeUndefined();
  });

  test('callFromOutside still resolves, as it needs no session', async () => {
    leaving(forgetToken, Response.json({ token: 'new' }));
    expect(await callFromOutside('post', 'v1/sessions')).toEqual({ token: 'new' });
    leaving(forgetToken, Response.json({ error: { code: 'LOGIN_FAILED' } }, { status: 401 }));
    expect(await failure(callFromOutside('post', 'v1/sessions'))).toMatchObject({ code: 'LOGIN_FAILED' });
  });
});

test('an HTML response counts as a server failure', async () => {
  answer(() => new Response('<!doctype html>'));
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'unavailable', code: 'NOT_JSON' });
});

test.each([
  ['without a response', () => new Promise<Response>(() => undefined)],
  [
    'when the body stops half-way',
    async () => new Response(new ReadableStream({ start: (body) => body.enqueue(Uint8Array.of(0x7b)) })),
  ],
])('call times out after 10 s %s', async (_, respond) => {
  jest.useFakeTimers();
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(respond);
  const outcome = failure(call('get', 'v1/things'));
  await jest.advanceTimersByTimeAsync(9_900);
  expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
  await jest.advanceTimersByTimeAsync(200);
  expect(await outcome).toMatchObject({ kind: 'unreachable', code: 'TimeoutError' });
  expect(fetched).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});

test('callForFile sends the token, and returns the file or fails, also for a page in its place', async () => {
  saveToken('secret');
  const front = () => callForFile('v1/results/one/media/front', 'image/webp');
  const requests = answer(() => new Response('picture', { headers: { 'content-type': 'image/webp' } }));
  const file = await front();
  expect([file.type, file.size]).toEqual(['image/webp', 7]);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret');
  answer(() => Response.json({ error: { code: 'NOT_FOUND', message: 'It is not here.' } }, { status: 404 }));
  expect(await failure(front())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  answer(() => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }));
  expect(await failure(front())).toMatchObject({ kind: 'unavailable', code: 'OTHER_TYPE' });
});

describe('a prefetched response', () => {
  const counting = () => {
    let requests = 0;
    return answer(() => Response.json({ request: ++requests }));
  };

  test('is returned to the first caller only, in the same session and language, for a GET', async () => {
    saveToken('secret');
    counting();
    prefetch(['v1/things']);
    expect(await call('get', 'v1/things')).toEqual({ request: 1 });
    expect(await call('get', 'v1/things')).toEqual({ request: 2 });
    prefetch(['v1/things']);
    expect(await call('post', 'v1/things')).toEqual({ request: 4 });
    setLocale('fr');
    expect(await call('get', 'v1/things')).toEqual({ request: 5 });
    setLocale('en');
    saveToken('another');
    expect(await call('get', 'v1/things')).toEqual({ request: 6 });
  });

  test('fails like the call itself, and the next call sends a new request', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    prefetch(['v1/things']);
    expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'unreachable' });
    counting();
    expect(await call('get', 'v1/things')).toEqual({ request: 1 });
  });

  test('expires when no caller has asked for it within ten seconds', async () => {
    jest.useFakeTimers();
    const requests = counting();
    prefetch(['v1/things']);
    jest.advanceTimersByTime(10_000);
    jest.useRealTimers();
    await call('get', 'v1/things');
    expect(requests).toHaveLength(2);
  });
});

describe('an early call of the page', () => {
  const headers = { 'accept-language': 'en-CA', authorization: 'Bearer secret' };

  /** Has the page make a call before the app starts. Returns the requests that the app sends. */
  function early(response: Promise<Response>): Request[] {
    response.catch(() => undefined);
    globalThis.__lodestarCalls = { headers, answers: { 'v1/things': response } };
    return answer(() => Response.json({ from: 'app' }));
  }

  const fromPage = async () => Response.json({ from: 'page' });

  beforeEach(() => {
    saveToken('secret');
    // However long the test has taken to get here, the person is there.
    document.dispatchEvent(new Event('pointerdown'));
  });

  test('answers only the first call, which then sends no request', async () => {
    const requests = early(fromPage());
    adoptEarlyCalls();
    expect(await call('get', 'v1/others')).toEqual({ from: 'app' });
    expect(requests).toHaveLength(1);
    expect(await call('get', 'v1/things')).toEqual({ from: 'page' });
    expect(requests).toHaveLength(1);
    adoptEarlyCalls();
    expect(await call('get', 'v1/things')).toEqual({ from: 'app' });
  });

  test.each<[string, () => void]>([
    ['another person has signed in', () => saveToken('another')],
    ['the person has signed out', forgetToken],
    ['the language has changed', () => setLocale('fr')],
  ])('is of no use once %s, before or after it was adopted', async (_what, change) => {
    for (const isBefore of [true, false]) {
      saveToken('secret');
      setLocale('en');
      early(fromPage());
      if (isBefore) change();
      adoptEarlyCalls();
      if (!isBefore) change();
      expect(await call('get', 'v1/things')).toEqual({ from: 'app' });
    }
    setLocale('en');
  });

  test('is made again by the app if it was cut off', async () => {
    const requests = early(Promise.reject(new TypeError('Failed to fetch')));
    adoptEarlyCalls();
    expect(await call('get', 'v1/things')).toEqual({ from: 'app' });
    expect(requests).toHaveLength(1);
  });

  test('that the server refused is refused for its caller, too', async () => {
    early(Promise.resolve(Response.json({ error: { code: 'EXPIRED', message: 'No.' } }, { status: 403 })));
    adoptEarlyCalls();
    expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'rejected', status: 403, code: 'EXPIRED' });
  });
});
