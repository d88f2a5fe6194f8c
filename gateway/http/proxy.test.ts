import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { serve } from '../testing/servers.ts';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

describe('the proxy', () => {
  it('the proxy forwards path, query, headers and body unchanged', async (test) => {
    const seen: string[] = [];
    const apiUrl = await serve(test, async (request, response) => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      seen.push([request.method, request.url, authorization, type, await bodyOf(request)].join(' | '));
      response.writeHead(400, { 'content-type': 'application/json', 'content-language': 'fr' });
      response.end('{"error":{"code":"BAD_JSON","message":"..."}}');
    });
    const { app } = await startPublished(test, { apiUrls: [apiUrl] });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/sessions?x=1', headers, payload: '{"code": ' });
    assert.deepEqual(seen, ['POST | /api/v1/sessions?x=1 | Bearer t | application/json | {"code": ']);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, 'BAD_JSON']);
    assert.equal(answer.headers['content-language'], 'fr');
    await app.inject({ method: 'DELETE', url: '/api/v1/sessions', headers: { authorization: 'Bearer t' } });
    await app.inject('/outbox');
    await app.inject('/scim/v2/Users?startIndex=1');
    const called = seen.slice(1).map((line) => line.split(' | ', 2).join(' '));
    assert.deepEqual(called, ['DELETE /api/v1/sessions', 'GET /outbox', 'GET /scim/v2/Users?startIndex=1']);
  });

  it('keeps the API’s own policy, and adds the default one to its other responses', async (test) => {
    const apiUrl = await serve(test, (request, response) => {
      const own = request.url === '/api/docs' ? { 'content-security-policy': "default-src 'none'" } : {};
      response.writeHead(200, { ...own, 'x-frame-options': 'ALLOWALL' }).end('<p>');
    });
    const { app } = await startPublished(test, { apiUrls: [apiUrl] });
    const docs = await app.inject('/api/docs');
    assert.equal(docs.headers['content-security-policy'], "default-src 'none'");
    const outbox = await app.inject('/outbox');
    assert.match(String(outbox.headers['content-security-policy']), /^default-src 'none'; script-src 'self';/);
    for (const { headers } of [docs, outbox]) assert.equal(headers['x-frame-options'], 'DENY');
  });

  it('the proxy returns a localized 503 error when the API is down', async (test) => {
    const { app } = await startPublished(test);
    for (const [language, message] of [
      ['en-CA', /^The service is not available just now\. Nothing is lost\./],
      ['fr-CA,en;q=0.5', /^Le service n’est pas disponible/],
    ] as const) {
      const answer = await app.inject({ url: '/api/v1/users/me', headers: { 'accept-language': language } });
      const { error } = answer.json();
      assert.deepEqual([answer.statusCode, answer.headers['retry-after'], error.code], [503, '2', 'UNAVAILABLE']);
      assert.match(error.message, message);
    }
  });

  it('returns 503 when the API drops the connection, and its own 503 after one call', async (test) => {
    let calls = 0;
    const dropping = await serve(test, (request) => request.socket.destroy());
    const busy = await serve(test, (_request, response) => {
      calls += 1;
      response.writeHead(503, { 'retry-after': '1' }).end('{}');
    });
    const dropped = await startPublished(test, { apiUrls: [dropping] });
    const answer = await dropped.app.inject({ method: 'POST', url: '/api/v1/sessions', payload: {} });
    assert.deepEqual([answer.statusCode, answer.json().error.code], [503, 'UNAVAILABLE']);
    const { app } = await startPublished(test, { apiUrls: [busy] });
    assert.deepEqual([(await app.inject('/api/v1/users/me')).statusCode, calls], [503, 1]);
  });

  it('forwards surveys to the recorder when configured, and nothing else', async (test) => {
    const seen: string[] = [];
    const recorder = await serve(test, async (request, response) => {
      if (request.method !== 'GET') seen.push([request.method, request.url, await bodyOf(request)].join(' | '));
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"receiptId":"r1"}');
    });
    const { app } = await startPublished(test, { recorderUpstreams: ['http://127.0.0.1:9', recorder] });
    const survey = { url: '/recorder/', headers: { 'idempotency-key': 'survey-one' }, payload: { Survey: 'stay' } };
    const answer = await app.inject({ method: 'POST', ...survey });
    assert.deepEqual([answer.statusCode, answer.json()], [201, { receiptId: 'r1' }]);
    assert.deepEqual(seen, ['POST | / | {"Survey":"stay"}']);
    for (const url of ['/recorder/receipts', '/recorder/metrics', '/recorder/'])
      assert.equal((await app.inject({ url, headers: { accept: 'text/html' } })).statusCode, 404, url);
    const alone = await startPublished(test);
    assert.equal((await alone.app.inject({ method: 'POST', ...survey })).statusCode, 404);
  });
});

describe('/healthz', () => {
  it('is ok when registry and API are', async (test) => {
    const apiUrl = await serve(test, (request, response) => {
      response.writeHead(request.url === '/api/health' ? 200 : 404).end('{}');
    });
    const { app } = await startPublished(test, { apiUrls: [apiUrl] });
    const answer = await app.inject('/healthz');
    assert.equal(answer.statusCode, 200);
    const apis = [{ url: apiUrl, status: 'ok' }];
    assert.deepEqual(answer.json(), { status: 'ok', gateway: 'ok', registry: { revision: 5 }, api: 'ok', apis });
  });

  it('names the part that is unreachable', async (test) => {
    const { app } = await startPublished(test);
    const answer = await app.inject('/healthz');
    assert.equal(answer.statusCode, 503);
    const { status, api, apis } = answer.json();
    assert.deepEqual([status, api, apis], ['degraded', 'unreachable', [{ url: 'http://127.0.0.1:9', status: 'out' }]]);
  });
});
