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
  const url = (await listen(app)).origin;
  /** Opens a stream, of which the first line has arrived. */
  const openStream = async () => {
    const abort = new AbortController();
    const headers = { authorization: 'Bearer t', 'last-event-id': '41', 'accept-encoding': 'gzip, br' };
    const response = await fetch(`${url}/api/v1/stream`, { headers, signal: abort.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    assert.equal(await read(), ':\n\n');
    return { headers: response.headers, read, abort };
  };
  return { app, open, url, openStream };
}

describe('an event stream behind the gateway', () => {
  it('forwards each event immediately, neither buffered nor compressed', async (test) => {
    const { open, openStream } = await startStreams(test);
    const { headers, read, abort } = await openStream();
    assert.deepEqual([headers.get('content-type'), headers.get('content-encoding')], ['text/event-stream', null]);
    const [stream] = open;
    const { 'last-event-id': last, authorization } = stream?.request.headers ?? {};
    assert.deepEqual([last, authorization], ['41', 'Bearer t']);
    for (const id of [1, 2, 3]) {
      const event = `id: ${id}\nevent: event.created\ndata: {"id":"${id}","profileId":1}\n\n`;
      stream?.response.write(event);
      // Each event is written after the previous one has arrived: a buffered one would never arrive.
      assert.equal(await read(), event);
    }
    abort.abort();
  });

  it('the API stream closes when the browser disconnects', async (test) => {
    const { open, openStream } = await startStreams(test);
    const { abort } = await openStream();
    const gone = new Promise<void>((resolve) => open[0]?.response.once('close', () => resolve()));
    abort.abort();
    await gone;
  });

  it('ends for the browser when the process behind it dies, whose readers reach another, or the gateway stops', async (test) => {
    const { app, open, openStream } = await startStreams(test, 2);
    const ended = async ({ read }: { read(): Promise<string> }) => {
      while ((await read()) !== '');
      throw new Error('ended');
    };
    const first = await openStream();
    open[0]?.response.destroy();
    await assert.rejects(ended(first));
    const again = await openStream();
    await app.close();
    await assert.rejects(ended(again));
  });

  it(`stays open for ${READERS} readers at once, and other calls still work`, async (test) => {
    const { open, url, openStream } = await startStreams(test);
    const readers: Awaited<ReturnType<typeof openStream>>[] = [];
    // One after another: a busy machine can't accept so many connections before the gateway gives up.
    while (readers.length < READERS) readers.push(await openStream());
    assert.ok(open.every(({ response }) => response.writable));
    assert.equal((await fetch(`${url}/api/v1/users/me`)).status, 200);
    for (const { abort } of readers) abort.abort();
  });
});
