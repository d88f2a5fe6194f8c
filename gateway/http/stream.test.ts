/** Event streams through the gateway: each event immediately, to every reader, until the reader leaves. */
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { listen, serve } from '../testing/servers.ts';

/** More than a connection pool holds by default. */
const READERS = 150;

/** Starts a gateway in front of APIs that keep streams open; the test writes to them. */
async function startStreams(test: TestContext, apis = 1) {
  const open: { request: IncomingMessage; response: ServerResponse }[] = [];
  const answer: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/api/v1/stream')) return void response.end('{}');
    open.push({ request, response });
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' });
    response.write(':\n\n');
  };
  const apiUrls = await Promise.all(Array.from({ length: apis }, () => serve(test, answer)));
  const { app } = await startPublished(test, { apiUrls });
  return { open, url: (await listen(app)).origin };
}

async function openStream(url: string, abort = new AbortController()) {
  const headers = { authorization: 'Bearer t', 'last-event-id': '41', 'accept-encoding': 'gzip, br' };
  const response = await fetch(`${url}/api/v1/stream`, { headers, signal: abort.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  return { response, read, abort };
}

describe('an event stream behind the gateway', () => {
  it('forwards each event immediately, neither buffered nor compressed', async (test) => {
    const { open, url } = await startStreams(test);
    const { response, read, abort } = await openStream(url);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(response.headers.get('content-encoding'), null);
    assert.equal(await read(), ':\n\n');
    const [stream] = open;
    assert.equal(stream?.request.headers['last-event-id'], '41');
    assert.equal(stream?.request.headers.authorization, 'Bearer t');
    for (const id of [1, 2, 3]) {
      const event = `id: ${id}\nevent: event.created\ndata: {"id":"${id}","profileId":1}\n\n`;
      stream?.response.write(event);
      // Each event is written after the previous one has arrived: a buffered one would never arrive.
      assert.equal(await read(), event);
    }
    abort.abort();
  });

  it('the API stream closes when the browser disconnects', async (test) => {
    const { open, url } = await startStreams(test);
    const { read, abort } = await openStream(url);
    await read();
    const gone = new Promise<void>((resolve) => open[0]?.response.once('close', () => resolve()));
    abort.abort();
    await gone;
  });

  it('ends for the browser when the process behind it dies; a new one reaches another process', async (test) => {
    const { open, url } = await startStreams(test, 2);
    const { read } = await openStream(url);
    await read();
    open[0]?.response.destroy();
    await assert.rejects(async () => {
      while ((await read()) !== '');
      throw new Error('ended');
    });
    const again = await openStream(url);
    assert.equal(await again.read(), ':\n\n');
    again.abort.abort();
  });

  it(`stays open for ${READERS} readers at once, and other calls still work`, async (test) => {
    const { open, url } = await startStreams(test);
    const readers = await Promise.all(Array.from({ length: READERS }, () => openStream(url)));
    for (const { read } of readers) assert.equal(await read(), ':\n\n');
    assert.equal(open.length, READERS);
    assert.equal((await fetch(`${url}/api/v1/users/me`)).status, 200);
    for (const { abort } of readers) abort.abort();
  });
});
