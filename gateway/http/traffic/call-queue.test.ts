import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, it, mock, type TestContext } from 'node:test';
import { PATIENTLY, startPublished } from '../../testing/fixtures.ts';
import { listen, serve } from '../../testing/servers.ts';
import { type CallClass, classOf } from './call-classes.ts';
import { CallQueue, MAX_WAIT_MS, OverloadedError } from './call-queue.ts';

const CALLS: Record<CallClass, string[]> = {
  essential: [
    'POST /api/v1/profiles/1/requests',
    'POST /api/v1/profiles/1/daily-question/answer',
    'DELETE /api/v1/sessions',
    'DELETE /api/v1/supporters/s1',
    'PATCH /api/v1/supporters/s1',
    'DELETE /api/v1/push/subscriptions',
    'POST /api/v1/oidc/hospital/back-channel-logout',
  ],
  interactive: [
    'GET /api/v1/users/me',
    'GET /api/events',
    'GET /api/v1/results/r1',
    'GET /api/v1/stream?content=events',
    'GET /api/v1/profiles/1/requests',
    'GET /api/v1/profiles/1/documents',
    'POST /api/v1/sessions/extend',
    'POST /api/v1/desk/patients/p1/events',
    'GET /api/v1/profiles?path=/api/v1/own-data/export',
    'POST /api/fhir/notify',
    'POST /',
  ],
  'sign-in': ['POST /api/v1/sessions', 'POST /api/v1/sessions/pin/verify', 'POST /api/v1/users/register'],
  deferrable: [
    'GET /api/v1/results/r1/media/m1',
    'GET /api/v1/profiles/1/documents/d1',
    'GET /api/v1/own-data/export.pdf',
    'GET /api/v1/desk/sign-ups.csv?from=2026-01-01',
    'GET /api/v1/profiles/1/documents/d1/',
  ],
};

/** Returns a queue in front of processes, of which each has four places. */
function queue({ apis = 1 } = {}) {
  const refused: CallClass[] = [];
  const list = () => Array.from({ length: apis }, (_, index) => ({ url: `http://${index}`, status: 'ok' as const }));
  const calls = new CallQueue(4, { list }, (callClass) => refused.push(callClass));
  const admitted: string[] = [];
  const enter = (callClass: CallClass, name: string = callClass, signal?: AbortSignal) =>
    calls.enter(callClass, signal).then((leave) => {
      admitted.push(name);
      return leave;
    });
  const fill = (count: number, callClass: CallClass = 'interactive') =>
    Promise.all(Array.from({ length: count }, () => calls.enter(callClass)));
  return { calls, enter, fill, admitted, refused };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const overloaded = (callClass: CallClass) => (error: unknown) => {
  assert.ok(error instanceof OverloadedError);
  assert.equal(error.isDeferred, callClass === 'deferrable');
  assert.ok(error.retryAfterS >= 5 && error.retryAfterS <= 45);
  return true;
};

describe('the class of a call', () => {
  for (const [callClass, list] of Object.entries(CALLS))
    it(`is ${callClass} for these calls, by method and path`, () => {
      for (const call of list) {
        const [method = '', path = ''] = call.split(' ');
        assert.equal(classOf({ method, path }), callClass, call);
      }
    });
});

describe('CallQueue', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('refuses what can wait at once when half of the places are taken, and sends what a person waits for', async () => {
    const { enter, fill, refused, calls } = queue();
    await fill(2);
    await assert.rejects(enter('deferrable'), overloaded('deferrable'));
    assert.throws(() => calls.checkDeferrable(), overloaded('deferrable'));
    await enter('interactive');
    assert.deepEqual(refused, ['deferrable', 'deferrable']);
  });

  it('sends waiting calls in their order as places become free, also of another process', async () => {
    for (const apis of [1, 2]) {
      const { enter, fill, admitted } = queue({ apis });
      const [first, second] = await fill(4 * apis);
      for (const name of ['one', 'two', 'three']) void enter('interactive', name);
      await settle();
      assert.deepEqual(admitted, []);
      first?.();
      // Giving a place back twice frees it once.
      first?.();
      await settle();
      assert.deepEqual(admitted, ['one']);
      second?.();
      await settle();
      assert.deepEqual(admitted, ['one', 'two']);
    }
  });

  it('lets any number of calls wait, and refuses one only after its longest wait', async () => {
    const { enter, fill, calls, refused } = queue();
    await fill(4);
    const classes = Array.from({ length: 5_000 }, (_, index) => (index % 2 === 0 ? 'interactive' : 'sign-in'));
    const waiting = classes.map((callClass) => assert.rejects(enter(callClass), overloaded(callClass)));
    mock.timers.tick(MAX_WAIT_MS - 1);
    await settle();
    assert.deepEqual([calls.waiting, refused.length], [5_000, 0]);
    mock.timers.tick(1);
    await Promise.all(waiting);
    assert.deepEqual([calls.waiting, refused.length], [0, 5_000]);
  });

  it('sends essential calls at once, whatever is open', async () => {
    const { enter, fill, admitted } = queue();
    await fill(4);
    await Promise.all([enter('essential'), enter('essential')]);
    assert.deepEqual(admitted, ['essential', 'essential']);
  });

  it('lets sign-ins take half of the places, so that reads overtake those that wait', async () => {
    const { enter, fill, admitted } = queue();
    const [signedIn] = await fill(2, 'sign-in');
    void enter('sign-in');
    await enter('interactive');
    assert.deepEqual(admitted, ['interactive']);
    signedIn?.();
    await settle();
    assert.deepEqual(admitted, ['interactive', 'sign-in']);
  });

  it('sends waiting sign-ins and reads in the order in which they came', async () => {
    const { enter, fill, admitted } = queue();
    const open = await fill(4);
    for (const [callClass, name] of [
      ['sign-in', 'one'],
      ['interactive', 'two'],
      ['sign-in', 'three'],
    ] as const)
      void enter(callClass, name);
    for (const leave of open) {
      leave();
      await settle();
    }
    assert.deepEqual(admitted, ['one', 'two', 'three']);
  });

  it('forgets the call of a client that has disconnected', async () => {
    const { enter, fill, calls, admitted, refused } = queue();
    const [first] = await fill(4);
    const client = new AbortController();
    const left = assert.rejects(enter('interactive', 'left', client.signal), { name: 'AbortError' });
    void enter('interactive', 'stayed');
    client.abort();
    await left;
    assert.equal(calls.waiting, 1);
    first?.();
    await settle();
    assert.deepEqual([admitted, refused], [['stayed'], []]);
  });
});

/** Starts a gateway with two places at an API that responds when the test says so. */
async function startBusy(test: TestContext) {
  const open: ServerResponse[] = [];
  const apiUrl = await serve(test, (request, response) => {
    if (request.url === '/readyz') response.end('{}');
    else open.push(response);
  });
  const { app } = await startPublished(test, { apiUrls: [apiUrl], callsPerProcess: 2 });
  const { origin } = await listen(app);
  const call = (path: string, init?: RequestInit) => fetch(origin + path, init);
  const reached = (count: number) =>
    test.waitFor(() => assert.equal(open.length, count, `${open.length} calls`), PATIENTLY);
  const respond = () => {
    for (const response of open.splice(0)) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  return { app, call, reached, respond };
}

describe('a gateway in front of an API with too many calls', () => {
  it('refuses pictures and reports with Retry-After, and serves everything again afterwards', async (test) => {
    const { app, call, reached, respond } = await startBusy(test);
    const home = ['/api/v1/users/me', '/api/events'].map((path) => call(path));
    await reached(2);
    const picture = '/api/v1/results/r1/media/m1';
    const report = { method: 'POST', body: JSON.stringify({ events: [] }) };
    for (const refused of [await call(picture), await call('/telemetry', report)]) {
      const wait = Number(refused.headers.get('retry-after'));
      assert.deepEqual([refused.status, wait >= 15 && wait <= 45], [503, true]);
      const body = (await refused.json()) as { error: { code: string; message: string } };
      assert.equal(body.error.code, 'BUSY');
      assert.match(body.error.message, /^Many people are using the app/);
    }
    const help = call('/api/v1/profiles/1/requests', { method: 'POST', body: '{}' });
    await reached(3);
    const { body: metrics } = await app.inject('/metrics');
    assert.match(metrics, /^lodestar_calls_refused_total\{class="deferrable"\} 2$/m);
    assert.match(metrics, /^lodestar_calls_waiting 0$/m);
    respond();
    const answers = await Promise.all([...home, help]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const later = call(picture);
    await reached(1);
    respond();
    assert.equal((await later).status, 200);
    assert.equal((await call('/telemetry', report)).status, 204);
  });
});
