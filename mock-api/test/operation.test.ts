import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { buildRecorder } from '../src/recorder/app.ts';
import { readRecorderConfig } from '../src/recorder/config.ts';
import { PRODUCTION } from './api.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const nextMoment = () => new Promise((next) => setTimeout(next, 10));

for (const [service, entry] of [
  ['API', 'server.ts'],
  ['survey recorder', 'recorder/server.ts'],
] as const) {
  describe(`the ${service} in operation`, () => {
    let files: TestDatabase;
    let server: ServerProcess;

    before(async () => {
      files = await createTestDatabase();
      server = await startServer(files.env, entry);
    });
    after(() => files.drop());

    it('serves liveness, readiness and metrics, and 404 for similar paths', async () => {
      for (const path of ['/livez', '/readyz']) {
        const response = await fetch(server.url + path);
        assert.deepEqual([response.status, await response.json()], [200, { status: 'ok' }], path);
      }
      const metrics = await fetch(`${server.url}/metrics`);
      assert.match(String(metrics.headers.get('content-type')), /^text\/plain; version=0\.0\.4/);
      const text = await metrics.text();
      assert.match(text, /^process_cpu_seconds_total [\d.]+$/m);
      assert.match(
        text,
        /^lodestar_http_request_duration_seconds_count\{method="GET",route="\/readyz",status="200"\} 1$/m,
      );
      for (const path of ['/healthz', '/ready', '/livez/x', '/metrics/x'])
        assert.equal((await fetch(server.url + path)).status, 404, path);
    });

    it('metrics need the operator’s token where one is set, and are closed outside a demo without one', async () => {
      const token = 'a-token-of-the-operator';
      const build = async (env: Record<string, string>) =>
        entry === 'server.ts'
          ? buildApp(readConfig({ ...files.env, ...env }))
          : buildRecorder(readRecorderConfig({ ...files.env, ...env }));
      const open = ['/metrics', ...(entry === 'server.ts' ? ['/api/docs/json'] : [])];
      for (const env of [{ OPERATOR_TOKEN: token }, { ...PRODUCTION, AUTHORIZER_KEY: 'a-key-of-this-test' }]) {
        const app = await build(env);
        const status = async (url: string, authorization?: string) =>
          (await app.inject({ url, headers: authorization ? { authorization } : {} })).statusCode;
        for (const url of open) {
          assert.equal(await status(url), 401, url);
          assert.equal(await status(url, 'Bearer another-token-of-someone'), 401, url);
          assert.equal(await status(url, `Bearer ${token}`), 'OPERATOR_TOKEN' in env ? 200 : 401, url);
        }
        for (const url of ['/livez', '/readyz']) assert.equal(await status(url), 200, url);
        assert.deepEqual([app.server.headersTimeout, app.server.requestTimeout], [15_000, 60_000]);
        await app.close();
      }
    });

    it('log lines have UTC time and the request id from the gateway', async () => {
      const given = { 'x-request-id': '7d9f5bb0-6a6c-4d2f-9a58-0d5c0c1f7f55' };
      const health = entry === 'server.ts' ? '/api/health' : '/health';
      const named = await fetch(server.url + health, { headers: given });
      assert.equal(named.headers.get('x-request-id'), given['x-request-id']);
      const odd = await fetch(server.url + health, { headers: { 'x-request-id': '"}, {"a": "' } });
      const own = String(odd.headers.get('x-request-id'));
      assert.match(own, /^[0-9a-f-]{36}$/);
      const idsLogged = () => server.lines.map((line) => JSON.parse(line)).map(({ requestId }) => requestId);
      while (!idsLogged().includes(own)) await nextMoment();
      assert.ok(idsLogged().includes(given['x-request-id']));
      for (const line of server.lines.map((text) => JSON.parse(text))) {
        assert.ok(line.service);
        assert.equal(new Date(line.time).toISOString(), line.time);
        assert.match(line.requestId, /^(process|[0-9a-f-]{36})$/);
      }
    });

    it('reports that it is not ready before it stops, and answers until then', async () => {
      const code = server.end('SIGTERM');
      const answers: [number, string | null][] = [];
      while (answers.length === 0 || answers.at(-1)?.[0] === 200) {
        const response = await fetch(`${server.url}/readyz`);
        answers.push([response.status, response.headers.get('connection')]);
        await response.arrayBuffer();
      }
      assert.deepEqual(answers.at(-1), [503, 'close']);
      assert.equal(await code, 0);
    });
  });
}
