import { openPage } from '../../testing/index.ts';
import { setLocale } from '../i18n/index.ts';
import { call, callForFile, callFromOutside, prefetch } from './client.ts';
import { ApiFailure } from './failure.ts';
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

test('a call carries the token, the language and is never cached', async () => {
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

test('a call that the page makes long after the last touch says that no person is there', async () => {
  const requests = answer(() => Response.json({}));
  const said = async () => {
    await call('get', 'v1/things');
    return requests.at(-1)?.headers.get('x-unattended');
  };
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  document.dispatchEvent(new Event('pointerdown'));
  clock.mockReturnValue(now + 59_000);
  expect(await said()).toBeNull();
  clock.mockReturnValue(now + 61_000);
  expect(await said()).toBe('1');
  for (const touch of ['keydown', 'pointerdown', 'click', 'input', 'wheel']) {
    document.dispatchEvent(new Event(touch));
    expect(await said()).toBeNull();
    clock.mockReturnValue(Date.now() + 61_000);
    expect(await said()).toBe('1');
  }
});

test('an answer without a body is none', async () => {
  answer(() => new Response(null, { status: 204 }));
  expect(await call('delete', 'v1/things')).toBeUndefined();
});

test.each([
  [422, { error: { code: 'BAD', message: 'Please mend it', fields: { email: 'Invalid Email' } } }, 'rejected', 'BAD'],
  [404, { nonsense: true }, 'rejected', 'HTTP_404'],
  [503, undefined, 'unavailable', 'HTTP_503'],
] as const)('an answer of %d fails with what the server said', async (status, body, kind, code) => {
  answer(() => (body ? Response.json(body, { status }) : new Response(null, { status })));
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind, status, code });
});

test('the server’s own sentence and fields come through', async () => {
  const body = { error: { code: 'BAD', message: 'Please mend it', fields: { email: 'Invalid Email' } } };
  answer(() => Response.json(body, { status: 400 }));
  const error = await failure(call('get', 'v1/things'));
  expect(error.message).toBe('Please mend it');
  expect(error.fields).toEqual({ email: 'Invalid Email' });
});

describe('when the caller has left before the answer comes', () => {
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
  ])('%s: the answer is refused', async (_, leave) => {
    leaving(leave, Response.json({ firstName: 'Jordan' }));
    expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'rejected', code: 'SESSION_OVER' });
    leaving(leave, new Response('picture', { headers: { 'content-type': 'image/webp' } }));
    expect(await failure(callForFile('v1/picture', 'image/webp'))).toMatchObject({ code: 'SESSION_OVER' });
  });

  test('an answer that holds nothing still says that it was done', async () => {
    leaving(forgetToken, new Response(null, { status: 204 }));
    expect(await call('delete', 'v1/sessions')).toBeUndefined();
  });

  test('an answer that needs no session still comes: it opens another session', async () => {
    leaving(forgetToken, Response.json({ token: 'new' }));
    expect(await callFromOutside('post', 'v1/sessions')).toEqual({ token: 'new' });
    leaving(forgetToken, Response.json({ error: { code: 'LOGIN_FAILED' } }, { status: 401 }));
    expect(await failure(callFromOutside('post', 'v1/sessions'))).toMatchObject({ code: 'LOGIN_FAILED' });
  });
});

test('a page in the place of an answer is the server’s failure', async () => {
  answer(() => new Response('<!doctype html>'));
  expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'unavailable', code: 'NOT_JSON' });
});

test('a network that fails is told apart from a server that does', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const error = await failure(call('get', 'v1/things'));
  expect(error).toBeInstanceOf(ApiFailure);
  expect(error.kind).toBe('unreachable');
});

test('a server that says nothing is given up after 10 s', async () => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  const given = failure(call('get', 'v1/things'));
  await jest.advanceTimersByTimeAsync(9_900);
  expect(await Promise.race([given, 'waiting'])).toBe('waiting');
  await jest.advanceTimersByTimeAsync(200);
  expect(await given).toMatchObject({ kind: 'unreachable', code: 'TimeoutError' });
  jest.useRealTimers();
});

test('an answer that stops half-way is given up after 10 s, too', async () => {
  jest.useFakeTimers();
  const requests = answer(
    () => new Response(new ReadableStream({ start: (body) => body.enqueue(Uint8Array.of(0x7b)) })),
  );
  const given = failure(call('get', 'v1/things'));
  await jest.advanceTimersByTimeAsync(10_100);
  expect(await given).toMatchObject({ kind: 'unreachable', code: 'TimeoutError' });
  expect(requests).toHaveLength(1);
  jest.useRealTimers();
});

test('a file comes as it is, with the token', async () => {
  saveToken('secret');
  const requests = answer(() => new Response('picture', { headers: { 'content-type': 'image/webp' } }));
  const file = await callForFile('v1/results/one/media/front', 'image/webp');
  expect([file.type, file.size]).toEqual(['image/webp', 7]);
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret');
});

test('a file that is refused fails like every call', async () => {
  answer(() => Response.json({ error: { code: 'NOT_FOUND', message: 'It is not here.' } }, { status: 404 }));
  const none = callForFile('v1/results/one/media/none', 'image/webp');
  expect(await failure(none)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});

test('a page in the place of a file is no file', async () => {
  answer(() => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }));
  const front = callForFile('v1/results/one/media/front', 'image/webp');
  expect(await failure(front)).toMatchObject({ kind: 'unavailable', code: 'OTHER_TYPE' });
});

describe('a prefetched answer', () => {
  const counting = () => {
    let asked = 0;
    return answer(() => Response.json({ asked: ++asked }));
  };

  test('is given to the first caller, and to no other', async () => {
    saveToken('secret');
    const requests = counting();
    prefetch(['v1/things']);
    expect(await call('get', 'v1/things')).toEqual({ asked: 1 });
    expect(await call('get', 'v1/things')).toEqual({ asked: 2 });
    expect(requests).toHaveLength(2);
  });

  test('is not given to another person, in another language, or for another kind of call', async () => {
    saveToken('secret');
    counting();
    prefetch(['v1/things']);
    expect(await call('post', 'v1/things')).toEqual({ asked: 2 });
    setLocale('fr');
    expect(await call('get', 'v1/things')).toEqual({ asked: 3 });
    setLocale('en');
    saveToken('another');
    expect(await call('get', 'v1/things')).toEqual({ asked: 4 });
  });

  test('fails its caller as the call itself would have; the next call is made anew', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    prefetch(['v1/things']);
    expect(await failure(call('get', 'v1/things'))).toMatchObject({ kind: 'unreachable' });
    counting();
    expect(await call('get', 'v1/things')).toEqual({ asked: 1 });
  });

  test('is gone when no caller has asked for ten seconds', async () => {
    jest.useFakeTimers();
    const requests = counting();
    prefetch(['v1/things']);
    jest.advanceTimersByTime(10_000);
    jest.useRealTimers();
    await call('get', 'v1/things');
    expect(requests).toHaveLength(2);
  });
});
