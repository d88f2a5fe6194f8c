/** TLS between gateway, API and recorder, with certificates of the hospital's own authority. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { connect } from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { apiProxy } from 'gateway/http/proxy';
import { CallQueue } from 'gateway/http/traffic/call-queue';
import { Upstreams } from 'gateway/http/traffic/upstreams';
import { makeAuthority } from 'gateway/testing/certificate';
import { operation } from 'server-kit/operation';
import { RenewedTls, type TlsContents, type TlsFiles } from 'server-kit/tls/files';
import { fetchInternal } from 'server-kit/tls/internal';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import { postToRecorder } from '../../src/security/survey-token.ts';
import { copyTemplate, type TestDatabase } from '../support/database.ts';
import { until } from '../support/services.ts';

type Files = Required<TlsFiles>;

const settingsOf = ({ certFile, keyFile, caFile }: Files) => ({
  INTERNAL_CERT_FILE: certFile,
  INTERNAL_KEY_FILE: keyFile,
  INTERNAL_CA_FILE: caFile,
});

const contentsOf = async (files: Files, ca = files.caFile): Promise<TlsContents> => {
  const [cert, key, authority] = await Promise.all([files.certFile, files.keyFile, ca].map((file) => readFile(file)));
  return { cert, key, ca: authority } as TlsContents;
};

async function addressOf(app: FastifyInstance): Promise<string> {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return origin.replace('http:', 'https:');
}

describe('TLS between processes', () => {
  let folder: string;
  let issue: Awaited<ReturnType<typeof makeAuthority>>;
  let foreign: Files;
  let gatewayFiles: Files;
  let apiFiles: Files;
  let database: TestDatabase;
  let api: FastifyInstance;
  let url: string;
  const log: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'internal-tls-'));
    issue = await makeAuthority(join(folder, 'own'));
    foreign = await (await makeAuthority(join(folder, 'foreign')))('gateway');
    gatewayFiles = await issue('gateway');
    apiFiles = await issue('api');
    database = await copyTemplate('demo');
    const env = { ...database.env, ...settingsOf(apiFiles), INTERNAL_CALLERS: 'gateway,gateway-2' };
    api = await buildApp(readConfig(env), { level: 'info', stream: { write: (line: string) => void log.push(line) } });
    url = await addressOf(api);
  });
  after(async () => {
    await api.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** Starts a gateway's proxy to the API with the gateway's certificate. */
  async function startGateway(test: TestContext): Promise<string> {
    const gateway = fastify();
    test.after(() => gateway.close());
    await gateway.register(operation, { operators: { isOpen: true }, dataFolder: '.' });
    const tls = await RenewedTls.open(gatewayFiles, 'INTERNAL');
    const upstreams = new Upstreams([url], tls);
    const calls = new CallQueue(50, upstreams);
    await gateway.register(apiProxy, { upstreams, calls });
    return gateway.listen({ host: '127.0.0.1', port: 0 });
  }

  it('the API serves a gateway with a certificate, with bodies and live streams', async (test) => {
    const origin = await startGateway(test);
    const login = await fetch(`${origin}/api/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'patient@example.org', password: 'Demo-pass1' }),
    });
    assert.equal(login.status, 200);
    const { token } = (await login.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const stream = await fetch(`${origin}/api/v1/stream`, { headers });
    assert.equal(stream.headers.get('content-type')?.split(';')[0], 'text/event-stream');
    const reader = stream.body?.getReader();
    assert.equal((await reader?.read())?.done, false);
    await reader?.cancel();
  });

  it('the API refuses callers without a valid certificate of a listed name', async () => {
    const { ca } = await contentsOf(gatewayFiles);
    const callers: Record<string, object> = {
      'no certificate': { ca },
      'a foreign authority': await contentsOf(foreign, gatewayFiles.caFile),
      'an expired certificate': await contentsOf(await issue('gateway-2', { isExpired: true })),
      'another name': await contentsOf(await issue('printer', { names: 'DNS:printer' })),
      'a wildcard': await contentsOf(await issue('any', { names: 'DNS:*.example' })),
    };
    for (const [caller, tls] of Object.entries(callers))
      await assert.rejects(fetchInternal(`${url}/livez`, {}, tls as TlsContents), Error, caller);
    await assert.rejects(fetch(url.replace('https:', 'http:')), 'plain http');
    assert.equal((await fetchInternal(`${url}/livez`, {}, await contentsOf(gatewayFiles))).status, 200);
    assert.equal(log.filter((line) => line.includes('a caller without a valid certificate was refused')).length, 1);
  });

  it('a gateway refuses a server of a foreign authority, another name or an expired certificate', async (test) => {
    const servers: [files: Files, code: RegExp][] = [
      [foreign, /UNABLE_TO_|SELF_SIGNED/],
      [await issue('elsewhere', { names: 'DNS:elsewhere.example' }), /ERR_TLS_CERT_ALTNAME_INVALID/],
      [await issue('old', { isExpired: true }), /CERT_HAS_EXPIRED/],
    ];
    const tls = await contentsOf(gatewayFiles);
    for (const [files, code] of servers) {
      const { cert, key } = await contentsOf(files);
      const server = createServer({ cert, key }, (_request, response) => response.end()).listen(0, '127.0.0.1');
      test.after(() => server.close());
      await once(server, 'listening');
      const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await assert.rejects(fetchInternal(address, {}, tls), { code });
      const upstreams = new Upstreams([address], await RenewedTls.open(gatewayFiles, 'INTERNAL'));
      await upstreams.poll();
      assert.deepEqual(upstreams.list(), [{ url: address, status: 'out' }]);
    }
  });

  it('the recorder serves an API with a certificate, and no other caller', async (test) => {
    const files = await copyTemplate('demo');
    const tls = await issue('recorder');
    const recorder = await buildRecorder(readRecorderConfig({ ...files.env, ...settingsOf(tls) }));
    test.after(async () => {
      await recorder.close();
      await files.drop();
    });
    const origin = await addressOf(recorder);
    const { recorders, surveyTokens } = readConfig({ ...settingsOf(apiFiles), RECORDER_UPSTREAM: origin });
    const [own] = recorders;
    assert.ok(own);
    const body = JSON.stringify({ person: 'a'.repeat(32), receipts: [] });
    const ask = (address: typeof own) => postToRecorder(address, 'exports', surveyTokens.keys[0] ?? '', body);
    const answer = await ask(own);
    assert.deepEqual([answer.status, await answer.json()], [200, { surveys: [] }]);
    await assert.rejects(ask({ ...own, tls: undefined }));
    const stranger = { ...foreign, caFile: apiFiles.caFile };
    await assert.rejects(ask({ ...own, tls: { files: stranger, callers: [] } }));
    const { ca } = await contentsOf(apiFiles);
    await assert.rejects(fetchInternal(`${origin}/livez`, {}, { ca } as TlsContents));
  });

  it('a renewed certificate is served without a restart, and a broken one is not', async () => {
    const client = await contentsOf(gatewayFiles);
    const served = async () => {
      const socket = connect({ ...client, host: '127.0.0.1', port: Number(new URL(url).port) });
      await once(socket, 'secureConnect');
      const { CN } = socket.getPeerCertificate().subject;
      socket.destroy();
      return CN;
    };
    assert.equal(await served(), 'api');
    const next = await issue('api-renewed');
    await copyFile(next.certFile, apiFiles.certFile);
    await until(() => log.some((line) => line.includes('certificate rejected')));
    assert.equal(await served(), 'api');
    await copyFile(next.keyFile, apiFiles.keyFile);
    await until(() => log.some((line) => line.includes('certificate renewed')));
    assert.equal(await served(), 'api-renewed');
    const metrics = (await api.inject('/metrics')).body;
    assert.match(metrics, /^lodestar_certificate_expiry_timestamp_seconds\{certificate="internal"\} \d/m);
  });
});

describe('settings of TLS between processes', () => {
  const whole = { INTERNAL_CERT_FILE: 'a.crt', INTERNAL_KEY_FILE: 'a.key', INTERNAL_CA_FILE: 'ca.crt' };

  it('must be complete, and other processes’ addresses must use https', () => {
    assert.throws(
      () => readConfig({ INTERNAL_CERT_FILE: 'a.crt' }),
      /INTERNAL_KEY_FILE is missing.*\n.*INTERNAL_CA_FILE is missing/,
    );
    assert.throws(() => readConfig({ INTERNAL_CALLERS: 'gateway' }), /INTERNAL_CERT_FILE is missing/);
    assert.throws(
      () => readConfig({ ...whole, RECORDER_UPSTREAM: 'http://10.0.0.2:3101' }),
      /RECORDER_UPSTREAM must be addresses that start with https/,
    );
    assert.ok(readConfig({ ...whole, RECORDER_UPSTREAM: 'https://10.0.0.2:3101' }).internalTls);
  });
});
