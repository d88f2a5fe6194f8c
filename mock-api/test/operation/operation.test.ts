import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { makeCertificate } from 'gateway/testing/certificate';
import { assertMetricsExist } from 'gateway/testing/monitoring';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import { PASSWORD, PRODUCTION } from '../support/api.ts';
import { copyTemplate, type TestDatabase } from '../support/database.ts';
import { startHospital } from '../support/fhir-hospital.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { startService, type TestService, until } from '../support/services.ts';
import { spansIn } from '../support/spans.ts';

/** Returns settings with which an API has all its metrics: a FHIR server, which is out, a feed, and a log server. */
async function connectedSystems(test: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), `${test.split('/').at(-1)}-`));
  after(() => rm(folder, { recursive: true }));
  const { server, env } = await startHospital();
  await server.close();
  const { certFile, keyFile } = await makeCertificate(folder);
  const feed = { HL7_PORT: '0', HL7_CERT_FILE: certFile, HL7_KEY_FILE: keyFile };
  return { ...env, ...feed, AUDIT_FHIR_FILE: join(folder, 'audit.ndjson') };
}

/** Returns the metrics of a recorder with a certificate. */
async function metricsWithCertificate(test: TestContext, env: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recorder-'));
  const { certFile, keyFile } = await makeCertificate(folder);
  const tls = { INTERNAL_CERT_FILE: certFile, INTERNAL_KEY_FILE: keyFile, INTERNAL_CA_FILE: certFile };
  const recorder = await buildRecorder(readRecorderConfig({ ...env, ...tls }));
  test.after(async () => {
    await recorder.close();
    await rm(folder, { recursive: true });
  });
  await recorder.inject('/livez');
  return (await recorder.inject('/metrics')).body;
}

for (const [service, entry] of [
  ['API', 'server.ts'],
  ['survey recorder', 'recorder/server.ts'],
] as const) {
  describe(`the ${service} in operation`, () => {
    let files: TestDatabase;
    let server: ServerProcess;
    let collector: TestService;
    const isApi = entry === 'server.ts';

    before(async () => {
      files = await copyTemplate('demo');
      collector = await startService(() => ({ status: 200, body: '{}' }));
      const connected = isApi ? await connectedSystems(files.place) : {};
      server = await startServer({ ...files.env, ...connected, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, entry);
    });
    after(async () => {
      collector.close();
      await files.drop();
    });

    it('serves liveness, readiness and metrics, and 404 for similar paths', async (test) => {
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
      if (isApi) assertMetricsExist('lodestar-api', text);
      else assertMetricsExist('lodestar-recorder', await metricsWithCertificate(test, files.env));
      for (const path of ['/healthz', '/ready', '/livez/x', '/metrics/x'])
        assert.equal((await fetch(server.url + path)).status, 404, path);
    });

    it('metrics need the operator’s token where one is set, and are closed outside a demo without one', async () => {
      const token = 'a-token-of-the-operator';
      const build = async (env: Record<string, string>) =>
        isApi
          ? buildApp(readConfig({ ...files.env, ...env }))
          : buildRecorder(readRecorderConfig({ ...files.env, ...env }));
      const open = ['/metrics', ...(isApi ? ['/api/docs/json'] : [])];
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
        if (isApi) assert.equal(app.initialConfig.pluginTimeout, 0, 'migrations are not cut off');
        await app.close();
      }
    });

    it('log lines have UTC time and the request id from the gateway', async () => {
      const given = { 'x-request-id': '7d9f5bb0-6a6c-4d2f-9a58-0d5c0c1f7f55' };
      const health = isApi ? '/api/health' : '/health';
      const named = await fetch(server.url + health, { headers: given });
      assert.equal(named.headers.get('x-request-id'), given['x-request-id']);
      const odd = await fetch(server.url + health, { headers: { 'x-request-id': '"}, {"a": "' } });
      const own = String(odd.headers.get('x-request-id'));
      assert.match(own, /^[0-9a-f-]{36}$/);
      const idsLogged = () => server.lines.map((line) => JSON.parse(line)).map(({ requestId }) => requestId);
      await until(() => idsLogged().includes(own));
      assert.ok(idsLogged().includes(given['x-request-id']));
      for (const line of server.lines.map((text) => JSON.parse(text))) {
        assert.ok(line.service);
        assert.equal(new Date(line.time).toISOString(), line.time);
        assert.match(line.requestId, /^(process|[0-9a-f-]{36})$/);
      }
    });

    it('a call through the gateway is one trace without personal data, and sign-ins are counted', async (test) => {
      const folder = await mkdtemp(join(tmpdir(), 'traces-'));
      test.after(() => rm(folder, { recursive: true }));
      const gateway = await startServer(
        {
          HOST: '127.0.0.1',
          DEPLOY_ROOT: folder,
          [isApi ? 'API_URL' : 'RECORDER_UPSTREAM']: server.url,
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        },
        '../../gateway/server.ts',
      );
      const outside = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, baggage: 'note=planted-baggage' };
      const send = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
        fetch(gateway.url + path, {
          method,
          headers: { ...outside, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
      const uuid = randomUUID();
      const planted = ['planted-', 'patient@example.org', PASSWORD, 'cdcdcdcd', 'abababab', uuid];
      const route = isApi ? '/api/v1/users/me' : '/';
      if (isApi) {
        const login = { username: 'patient@example.org', password: PASSWORD };
        const { token } = (await (await send('POST', '/api/v1/sessions', {}, login)).json()) as { token: string };
        const authorization = `Bearer ${token}`;
        const me = await send('GET', `${route}?note=planted-query`, { authorization });
        const { id, firstName } = (await me.json()) as { id: string; firstName: string };
        planted.push(token, id, firstName);
        await send('GET', `/api/events/${uuid}`, { authorization, cookie: 'note=planted-cookie' });
        await send('POST', '/api/v1/sessions', {}, { username: 'planted-name@example.org', password: 'planted-Pass1' });
        const metrics = await (await fetch(`${server.url}/metrics`)).text();
        for (const outcome of ['accepted', 'refused'])
          assert.ok(metrics.includes(`lodestar_sign_ins_total{route="/api/v1/sessions",outcome="${outcome}"} 1\n`));
      } else {
        const headers = { authorizer: 'demo-recorder-key', 'idempotency-key': `planted-${uuid}` };
        const Responses = [{ question: 'triageComments', answer: 'planted-answer' }];
        const person = { Hospital: 'Northside General Hospital', Email: 'patient@example.org', Name: 'planted-name' };
        const { status } = await send('POST', '/recorder/', headers, { ...person, Survey: 'admission', Responses });
        assert.equal(status, 201);
      }
      await gateway.end('SIGTERM');
      const spans = () => spansIn(collector.received.map(({ body }) => body));
      const service = isApi ? 'lodestar-api' : 'lodestar-recorder';
      const served = () => spans().find((span) => span.service === service && span.attributes['http.route'] === route);
      await until(() => served() !== undefined && spans().some(({ parent }) => parent === served()?.id));
      const trace = spans().filter((span) => span.trace === served()?.trace);
      const call = trace.find(({ id }) => id === served()?.parent);
      const entered = trace.find(({ id }) => id === call?.parent);
      assert.deepEqual([call?.service, entered?.service], ['lodestar-gateway', 'lodestar-gateway']);
      assert.deepEqual([entered?.parent, entered?.attributes['http.route']], ['', isApi ? '/api/*' : '/recorder/']);
      const statements = trace.filter(({ parent }) => parent === served()?.id);
      assert.ok(statements.some(({ attributes }) => attributes['db.system.name'] !== undefined));
      const sent = collector.received.map(({ headers, body }) => JSON.stringify(headers) + body).join('\n');
      for (const text of planted) assert.ok(!sent.includes(text), `${text} is in a trace`);
      assert.ok(
        server.lines.some((line) => JSON.parse(line).traceId === served()?.trace),
        'log lines name the trace',
      );
    });

    it('reports that it is not ready before it stops, and answers until then', async () => {
      const ask = () => get(`${server.url}/readyz`, { agent: false });
      const answerTo = async (request: ClientRequest) => {
        const [{ statusCode, headers }] = (await once(request, 'response')) as [IncomingMessage];
        return [statusCode, headers.connection];
      };
      // A request that arrives together with the signal needs no luck to be within the short time before the end.
      server.child.kill('SIGSTOP');
      const request = ask();
      const first = answerTo(request);
      await until(() => request.socket?.connecting === false && request.socket.writableLength === 0);
      const code = server.end('SIGTERM');
      server.child.kill('SIGCONT');
      let answer = await first;
      while (answer[0] === 200) answer = await answerTo(ask());
      assert.deepEqual(answer, [503, 'close']);
      assert.equal(await code, 0);
    });
  });
}
