import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { ConnectionLimit } from 'server-kit/connections';
import { Servers } from 'server-kit/tls/servers';
import { startPublished } from '../../testing/fixtures.ts';
import { listen } from '../../testing/servers.ts';

function open(test: TestContext, port: number, request: string) {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  test.after(() => socket.destroy());
  socket.write(request);
  return socket;
}

/** Opens a connection that stays open. Returns whether it gets a response. */
async function connection(test: TestContext, port: number) {
  const socket = open(test, port, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const served = await Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
  return { served, socket };
}

describe('connections of one network address', () => {
  it('connections over the limit are refused and logged without the address, until others have closed', async (test) => {
    const { app, log } = await startPublished(test, { connectionsPerAddress: 2 });
    const { port } = await listen(app);
    const first = await connection(test, port);
    assert.ok(first.served);
    for (const expected of [true, false, false]) assert.equal((await connection(test, port)).served, expected);
    const lines = log.filter((line) => /over the limit of an address/.test(line));
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines.join(), /127\.0\.0\.1/);
    first.socket.destroy();
    while (!(await connection(test, port)).served);
  });

  it('trusted proxies and generous networks have no limit', async (test) => {
    for (const change of [{ trustedProxies: ['loopback'] }, { generousNetworks: ['127.0.0.0/24'] }]) {
      const { app } = await startPublished(test, { connectionsPerAddress: 1, ...change });
      const { port } = await listen(app);
      for (const _ of [1, 2, 3]) assert.ok((await connection(test, port)).served);
    }
  });
});

describe('requests that arrive slowly', () => {
  it('the gateway waits 15 s for headers and 60 s for a request', async (test) => {
    const { server } = (await startPublished(test)).app;
    assert.deepEqual([server.headersTimeout, server.requestTimeout], [15_000, 60_000]);
  });

  it('a client that does not finish its headers or its body is disconnected', async (test) => {
    const timeouts = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 };
    const app = fastify({ serverFactory: new Servers({ connections: new ConnectionLimit(10, []), timeouts }).make });
    test.after(() => app.close());
    app.post('/', async () => 'received');
    const { port } = await listen(app);
    const half = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n';
    for (const part of [half, `${half}\r\n{"a"`]) {
      const socket = open(test, port, part);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.match(answer.toString(), /^HTTP\/1\.1 408 /);
      await once(socket, 'close');
    }
  });
});
