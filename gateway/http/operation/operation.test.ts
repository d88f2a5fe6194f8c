import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeCertificate } from '../../testing/certificate.ts';
import { startPublished, temporaryFolder } from '../../testing/fixtures.ts';
import { alertsWithoutTest, assertMetricsExist } from '../../testing/monitoring.ts';
import { listen, serve } from '../../testing/servers.ts';

const HTML = { accept: 'text/html' };

describe('operator endpoints', () => {
  it('report that the gateway is live and ready, and serve its metrics', async (test) => {
    const { app } = await startPublished(test, { tls: await makeCertificate(await temporaryFolder(test)) });
    for (const url of ['/livez', '/readyz']) {
      const answer = await app.inject({ url, headers: HTML });
      assert.deepEqual([answer.statusCode, answer.json()], [200, { status: 'ok' }], url);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
    await app.inject('/config.json');
    const remote = 'surveys@1.0.0';
    const events = [
      { kind: 'failed', remote, code: 'TIMEOUT' },
      { kind: 'broke', remote, code: 'RENDER_FAILED' },
      ...['loaded', 'LCP', 'INP'].map((kind) => ({ kind, remote, value: 100 })),
    ];
    await app.inject({ method: 'POST', url: '/telemetry', payload: { events } });
    const { body, headers } = await app.inject('/metrics');
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.equal(headers['cache-control'], 'no-store');
    for (const line of [
      /^process_resident_memory_bytes \d+$/m,
      /^lodestar_http_request_duration_seconds_count\{method="GET",route="\/config\.json",status="200"\} 1$/m,
      /^lodestar_api_up\{url="http:\/\/127\.0\.0\.1:9"\} [01]$/m,
      /^lodestar_remote_loaded_total\{remote="timeline@1\.0\.0"\} 0$/m,
      /^lodestar_remote_pages_total\{remote="surveys@1\.0\.0"\} 2$/m,
      /^lodestar_disk_free_bytes [1-9][\d.e+]+$/m,
      /^lodestar_certificate_expiry_timestamp_seconds\{certificate="tls"\} [1-9][\d.e+]+$/m,
    ])
      assert.match(body, line);
    assertMetricsExist('lodestar-gateway', body);
    // Prometheus accepts comments, empty lines and samples.
    const wrong = body.split('\n').filter((line) => !/^(#.*|[a-zA-Z_:][\w:]*(\{.*\})? [-+.\deNaInf]+|)$/.test(line));
    assert.deepEqual(wrong, []);
    const unknown = ['/livez/x', '/readyz/x', '/metrics/x', '/health', '/ready', '/live', '/statusz', '/startupz'];
    for (const url of unknown) assert.equal((await app.inject({ url, headers: HTML })).statusCode, 404, url);
    assert.equal((await app.inject({ url: '/healthcare', headers: HTML })).statusCode, 200);
  });

  it('have a test for each alert that it fires on its fault and ends after it', () => {
    assert.deepEqual(alertsWithoutTest(), []);
  });

  it('report that a gateway is not ready when nothing is published or it is about to stop', async (test) => {
    const { app } = await startPublished(test, { deployRoot: '/nowhere' });
    const nothing = await app.inject('/readyz');
    assert.deepEqual([nothing.statusCode, nothing.json().missing], [503, ['published']]);
    assert.equal((await app.inject('/livez')).statusCode, 200);
    const stopping = await startPublished(test);
    assert.equal((await stopping.app.inject('/readyz')).statusCode, 200);
    stopping.app.stopping.begun = true;
    const answer = await stopping.app.inject('/readyz');
    assert.deepEqual([answer.statusCode, answer.json().missing], [503, ['stopping']]);
  });
});

it('a closing gateway answers requests until its server is closed', async (test) => {
  const api = await serve(test, (_request, response) => void response.end('{}'));
  const { app } = await startPublished(test, { apiUrls: [api] });
  const { promise: isClosing, resolve: closing } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  // Hooks of other parts take as long: the gateway waits for them before it closes its server.
  app.addHook('preClose', async () => {
    closing();
    await mayGoOn;
  });
  const { origin } = await listen(app);
  app.stopping.begun = true;
  const closed = app.close();
  await isClosing;
  for (const path of ['/config.json', '/', '/api/health']) {
    const { status, headers } = await fetch(origin + path, { headers: { accept: '*/*' } });
    assert.deepEqual([status, headers.get('connection')], [200, 'close']);
  }
  goOn();
  await closed;
  await assert.rejects(fetch(`${origin}/config.json`));
});

it('each request gets one id in its response, logs and API call', async (test) => {
  const seen: (string | string[] | undefined)[] = [];
  const api = await serve(test, (request, response) => {
    seen.push(request.headers['x-request-id']);
    response.writeHead(200, { 'x-request-id': 'another' }).end('{}');
  });
  const { app, log } = await startPublished(test, { apiUrls: [api] });
  for (const url of ['/api/v1/users/me', '/', '/config.json', '/nothing.js', '/%', '/livez']) {
    const { headers } = await app.inject({ url, headers: { 'x-request-id': 'mine' } });
    assert.match(String(headers['x-request-id']), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, url);
    if (url.startsWith('/api/')) assert.deepEqual(seen.splice(0), [headers['x-request-id']]);
    const own = log.filter((line) => line.includes(String(headers['x-request-id'])));
    assert.ok(url === '/%' || own.some((line) => line.includes('"msg":"request completed"')), url);
  }
  for (const line of log.map((text) => JSON.parse(text))) {
    assert.equal(line.service, 'gateway');
    assert.equal(new Date(line.time).toISOString(), line.time);
    assert.match(line.requestId, /^([0-9a-f-]{36}|process)$/);
  }
});
