import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { startPublished } from '../testing/fixtures.ts';
import { serve } from '../testing/servers.ts';

describe('the proxy', () => {
  it('the proxy forwards path, query, headers and body unchanged', async (test) => {
    const seen: string[] = [];
    const apiUrl = await serve(test, async (request, response) => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      seen.push([request.method, request.url, authorization, type, await text(request)].join(' | '));
      const own = request.url === '/api/docs' ? { 'content-security-policy': "default-src 'none'" } : {};
      const headers = { 'content-type': 'application/json', 'content-language': 'fr', 'x-frame-options': 'ALLOWALL' };
      response.writeHead(400, { ...headers, ...own }).end('{"error":{"code":"BAD_JSON","message":"..."}}');
    });
    const { app } = await startPublished(test, { apiUrls: [apiUrl] });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/sessions?x=1', headers, payload: '{"code": ' });
    assert.deepEqual(seen, ['POST | /api/v1/sessions?x=1 | Bearer t | application/json | {"code": ']);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, 'BAD_JSON']);
    assert.equal(answer.headers['content-language'], 'fr');
    await app.inject({ method: 'DELETE', url: '/api/v1/sessions' });
    // The API's own policy is kept; other responses get the default one.
    for (const [url, policy] of [
      ['/api/docs', /^default-src 'none'$/],
      ['/outbox', /^default-src 'none'; script-src 'self';/],
      ['/scim/v2/Users?startIndex=1', /^default-src 'none'; script-src 'self';/],
    ] as const) {
      const { headers } = await app.inject(url);
      assert.match(String(headers['content-security-policy']), policy);
      assert.equal(headers['x-frame-options'], 'DENY');
    }
    const called = seen.slice(1).map((line) => line.split(' | ', 2).join(' '));
    const others = ['GET /api/docs', 'GET /outbox', 'GET /scim/v2/Users?startIndex=1'];
    assert.deepEqual(called, ['DELETE /api/v1/sessions', ...others]);
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
    const { status, api, apis } = (await app.inject('/healthz')).json();
    assert.deepEqual([status, api, apis], ['degraded', 'unreachable', [{ url: 'http://127.0.0.1:9', status: 'out' }]]);
    assert.equal((await app.inject('/healthz')).statusCode, 503);
  });

  it('returns the API’s own 503 after one call, and reports its health', async (test) => {
    let calls = 0;
    const url = await serve(test, (request, response) => {
      if (!request.url?.startsWith('/api/v1/')) return void response.end('{}');
      calls += 1;
      response.writeHead(503, { 'retry-after': '1' }).end('{}');
    });
    const { app } = await startPublished(test, { apiUrls: [url] });
    assert.deepEqual([(await app.inject('/api/v1/users/me')).statusCode, calls], [503, 1]);
    const health = await app.inject('/healthz');
    assert.equal(health.statusCode, 200);
    const apis = [{ url, status: 'ok' }];
    assert.deepEqual(health.json(), { status: 'ok', gateway: 'ok', registry: { revision: 5 }, api: 'ok', apis });
  });

  it('forwards surveys to the recorder when configured, and nothing else', async (test) => {
    const seen: string[] = [];
    const recorder = await serve(test, async (request, response) => {
      if (request.method !== 'GET') seen.push([request.method, request.url, await text(request)].join(' | '));
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
