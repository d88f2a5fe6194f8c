/** Requests that no browser sends, written byte by byte to a listening gateway. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { startPublished } from './testing/fixtures.ts';
import { listen, serve } from './testing/servers.ts';

/** Starts a gateway in front of an API that records the requests it gets. */
async function gatewayBeforeApi(test: TestContext) {
  const reached: string[] = [];
  const api = await serve(test, (request, response) => {
    // The gateway's own health check is not recorded.
    if (request.url !== '/readyz') reached.push(`${request.method} ${request.url}`);
    request.resume();
    response.end('{}');
  });
  const { port } = await listen((await startPublished(test, { apiUrls: [api] })).app);
  /** Sends lines as they are; resolves with everything received until the gateway closes the connection. */
  const send = (...lines: string[]) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(lines.join('\r\n'));
    return text(socket);
  };
  return { send, reached };
}

const HOST = 'Host: hospital.example';

it('a request of ambiguous length gets 400 and reaches no API', async (test) => {
  const { send, reached } = await gatewayBeforeApi(test);
  const hidden = ['GET /api/v1/users/me HTTP/1.1', HOST, '', ''];
  const begin = ['POST /api/v1/sessions HTTP/1.1', HOST, 'Content-Type: application/json'];
  const ambiguous = {
    'length and chunks': ['Content-Length: 6', 'Transfer-Encoding: chunked', '', '0', ''],
    'chunks and length': ['Transfer-Encoding: chunked', 'Content-Length: 6', '', '0', ''],
    'two lengths': ['Content-Length: 0', 'Content-Length: 44', ''],
    'a length with a sign': ['Content-Length: +0', ''],
    'chunks by another name': ['Transfer-Encoding: xchunked', '', '0', ''],
    'a space before the colon': ['Content-Length : 0', ''],
  };
  for (const [name, lines] of Object.entries(ambiguous)) {
    const said = await send(...begin, ...lines, ...hidden);
    assert.match(said, /^HTTP\/1\.1 400 /, name);
    assert.equal(said.match(/HTTP\/1\.1/g)?.length, 1, `${name}: one answer`);
  }
  assert.deepEqual(reached, []);
});

it('TRACE and CONNECT are refused and reach no API', async (test) => {
  const { send, reached } = await gatewayBeforeApi(test);
  for (const path of ['/', '/api/v1/users/me', '/recorder/']) {
    const said = await send(`TRACE ${path} HTTP/1.1`, HOST, 'X-Secret: seen', 'Connection: close', '', '');
    assert.match(said, /^HTTP\/1\.1 (400|404|405|501) /, path);
    assert.doesNotMatch(said, /seen/);
  }
  assert.equal(await send('CONNECT 10.0.0.1:5432 HTTP/1.1', HOST, '', ''), '');
  assert.deepEqual(reached, []);
});
