import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { startPublished } from '../../testing/fixtures.ts';
import { freePort, serve } from '../../testing/servers.ts';
import { Upstreams } from './upstreams.ts';

const answering: RequestListener = (_request, response) => response.end('"answered"');

describe('one of several API processes', () => {
  it('that drops connections fails no repeatable call, and no other call is sent twice', async (test) => {
    let hungUp = 0;
    const broken = await serve(test, (request) => {
      hungUp += 1;
      request.socket.destroy();
    });
    const apiUrls = [broken, await serve(test, answering)];
    const repeatable = [
      { method: 'GET', url: '/api/v1/users/me' },
      { method: 'POST', url: '/api/v1/sessions', payload: {} },
      { method: 'POST', url: '/api/v1/survey-tokens', payload: {} },
      { method: 'POST', url: '/api/v1/requests', headers: { 'idempotency-key': 'key-of-one' }, payload: {} },
    ] as const;
    for (const call of repeatable) {
      const { app } = await startPublished(test, { apiUrls });
      const before = hungUp;
      // The second call shows that it is out of the turn.
      for (const _ of [1, 2])
        assert.deepEqual([(await app.inject(call)).statusCode, hungUp - before], [200, 1], call.url);
    }
    const { app } = await startPublished(test, { apiUrls });
    const once = await app.inject({ method: 'POST', url: '/api/v1/supporters', payload: {} });
    assert.deepEqual([once.statusCode, once.json().error.code, hungUp], [503, 'UNAVAILABLE', 5]);
  });

  it('an API that refuses connections fails none of many concurrent requests', async (test) => {
    const port = await freePort();
    const first = createServer(answering);
    await new Promise<void>((resolve) => first.listen(port, '127.0.0.1', resolve));
    const apiUrls = [`http://127.0.0.1:${port}`, await serve(test, answering)];
    const { app } = await startPublished(test, { apiUrls });
    const call = () => app.inject({ method: 'POST', url: '/api/v1/supporters', payload: { name: 'Avery' } });
    assert.equal((await call()).statusCode, 200);
    first.closeAllConnections();
    first.close();
    const answers = await Promise.all(Array.from({ length: 25 }, call));
    assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
    const { status, apis } = (await app.inject('/healthz')).json();
    assert.deepEqual([status, apis[0].status, apis[1].status], ['ok', 'out', 'ok']);
  });

  it('that is about to stop gets no calls until it is ready again, but is tried when all seem unreachable', async () => {
    const ready = new Set(['http://a']);
    const upstreams = new Upstreams(['http://a', 'http://b'], undefined, async (origin) => ready.has(origin));
    const firstOfFour = () =>
      [1, 2, 3, 4]
        .map(() => upstreams.order()[0]?.at(-1))
        .sort()
        .join('');
    await upstreams.poll();
    assert.equal(firstOfFour(), 'aaaa');
    assert.deepEqual(
      upstreams.list().map(({ status }) => status),
      ['ok', 'out'],
    );
    ready.add('http://b');
    await upstreams.poll();
    assert.equal(firstOfFour(), 'aabb');
    ready.clear();
    await upstreams.poll();
    assert.deepEqual(upstreams.order().sort(), ['http://a', 'http://b']);
  });
});
