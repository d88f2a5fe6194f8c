import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { startPublished } from '../../testing/fixtures.ts';
import { listen, serve } from '../../testing/servers.ts';
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
      { method: 'POST', url: '/api/v1/requests', headers: { 'idempotency-key': 'key-of-one' }, payload: {} },
    ] as const;
    for (const call of repeatable) {
      const { app } = await startPublished(test, { apiUrls });
      const before = hungUp;
      assert.deepEqual([(await app.inject(call)).statusCode, hungUp - before], [200, 1], call.url);
      assert.deepEqual([(await app.inject(call)).statusCode, hungUp - before], [200, 1], 'it is out of the turn');
    }
    const { app } = await startPublished(test, { apiUrls });
    const once = await app.inject({ method: 'POST', url: '/api/v1/supporters', payload: {} });
    assert.deepEqual([once.statusCode, once.json().error.code, hungUp], [503, 'UNAVAILABLE', 4]);
  });

  it('an API that refuses connections fails none of 200 concurrent requests', async (test) => {
    const first = createServer(answering).listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const { app } = await startPublished(test, { apiUrls: [`http://127.0.0.1:${port}`, await serve(test, answering)] });
    const call = () => app.inject({ method: 'POST', url: '/api/v1/supporters', payload: { name: 'Avery' } });
    assert.equal((await call()).statusCode, 200);
    first.closeAllConnections();
    first.close();
    const answers = await Promise.all(Array.from({ length: 200 }, call));
    assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
    const health = (await app.inject('/healthz')).json();
    const statuses = health.apis.map(({ status }: { status: string }) => status);
    assert.deepEqual([health.status, ...statuses], ['ok', 'out', 'ok']);
    test.diagnostic('failover at the gateway: 200 calls with one of two processes gone, 0 failed');
  });

  it('that is about to stop gets no calls until it is ready again', async () => {
    let ready = false;
    const upstreams = new Upstreams(['http://a', 'http://b'], async (origin) => origin === 'http://a' || ready);
    await upstreams.poll();
    const firstOfFour = () => [1, 2, 3, 4].map(() => upstreams.order()[0]).sort();
    assert.deepEqual(firstOfFour(), ['http://a', 'http://a', 'http://a', 'http://a']);
    assert.equal(
      upstreams
        .list()
        .map(({ status }) => status)
        .join(),
      'ok,out',
    );
    ready = true;
    await upstreams.poll();
    assert.deepEqual(firstOfFour(), ['http://a', 'http://a', 'http://b', 'http://b']);
  });

  it('is tried anyway when all seem to be unreachable', async () => {
    const upstreams = new Upstreams(['http://a', 'http://b'], async () => false);
    await upstreams.poll();
    assert.deepEqual(upstreams.order().sort(), ['http://a', 'http://b']);
  });
});

describe('an endless response', () => {
  it('is streamed piece by piece, and ends when the gateway stops', async (test) => {
    const api = await serve(test, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('id: 1\n\n');
    });
    const { app } = await startPublished(test, { apiUrls: [api] });
    const answer = await fetch(`${(await listen(app)).origin}/api/v1/stream`);
    const reader = answer.body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'id: 1\n\n');
    const ended = reader?.read().then(
      ({ done }) => done,
      () => true,
    );
    await app.close();
    assert.equal(await ended, true);
  });
});
