/** The hospital's forward proxy: calls to other organizations leave through it, all others don't. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { Upstreams } from 'gateway/http/traffic/upstreams';
import { makeCertificate } from 'gateway/testing/certificate';
import { EnvironmentReader } from 'server-kit/environment';
import { readForwardProxy, useForwardProxy } from 'server-kit/outside/forward-proxy';
import { postTo } from '../../src/delivery/delivery.ts';
import { listening } from '../support/services.ts';

it('calls to other hosts go through HTTPS_PROXY, those of NO_PROXY, this machine and between processes don’t', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  const { certFile, keyFile } = await makeCertificate(folder);
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  const service = createSecureServer({ cert, key }, (_request, response) => response.end('sent'));
  const plain = createServer((_request, response) => response.end('sent'));
  const [port, plainPort] = [await listening(service), await listening(plain)];
  const asked: string[] = [];
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    const on = connect({ port, host: '127.0.0.1' }, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(on).pipe(socket);
    });
    socket.on('error', () => on.destroy());
    on.on('error', () => socket.destroy());
  });
  const env = new EnvironmentReader({
    HTTPS_PROXY: `http://127.0.0.1:${await listening(proxy)}`,
    HTTP_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '.hospital.invalid',
  });
  const undo = useForwardProxy(readForwardProxy(env));
  test.after(async () => {
    undo();
    for (const server of [service, plain, proxy]) {
      server.close();
      server.closeAllConnections();
    }
    await rm(folder, { recursive: true });
  });
  // The tunnel is made; the certificate is for another host, which the call notices.
  await assert.rejects(postTo('text message service', `https://texts.invalid:${port}/`, { body: '{}' }));
  assert.deepEqual(asked, [`texts.invalid:${port}`]);
  await assert.rejects(fetch(`https://fhir.hospital.invalid:${port}/`));
  await assert.rejects(fetch(`https://localhost:${port}/`));
  assert.equal((await fetch(`http://127.0.0.1:${plainPort}/`)).status, 200);
  const upstreams = new Upstreams([`http://127.0.0.2:${plainPort}`, `http://127.0.0.1:${plainPort}`]);
  await upstreams.poll();
  assert.equal(upstreams.list()[1]?.status, 'ok');
  assert.deepEqual(asked, [`texts.invalid:${port}`]);
});
