import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { ApiError, Story } from '../../src/contract.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { wrongPin } from '../support/api.ts';
import { copyTemplate, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/services.ts';
import { outboxOf, scan } from './server-sign-in.ts';

/** A wrong configuration ends the process before it opens its database. */
const IS_SECOND_RUN = process.env.TEST_POSTGRES_URL !== undefined;

/**
 * Sends the headers of a request and waits until the server has them. Returns a function that sends the body and
 * returns the status.
 */
async function beginPost(server: ServerProcess, path: string): Promise<(body: string) => Promise<number | undefined>> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const call = request(server.url + path, { method: 'POST', headers, agent: new Agent({ keepAlive: true }) });
  const answering = once(call, 'response') as Promise<[IncomingMessage]>;
  call.flushHeaders();
  await once(call, 'continue');
  return async (body) => {
    call.end(body);
    const [answer] = await answering;
    return answer.resume().statusCode;
  };
}

describe('the API as a process', () => {
  let files: TestDatabase;
  let server: ServerProcess;

  before(async () => {
    files = await copyTemplate('demo');
    server = await startServer(files.env);
  });
  after(() => files.drop());

  it('finishes requests in flight when it is stopped', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const stopped = await startServer(files.env);
      const login = JSON.stringify({ username: 'patient@example.org', password: 'Demo-pass1' });
      const begun = await Promise.all(Array.from({ length: 4 }, () => beginPost(stopped, '/api/v1/sessions')));
      const code = stopped.end(signal);
      await until(() => stopped.lines.some((line) => line.includes('"msg":"stopping"')));
      const statuses = await Promise.all(begun.map((finish) => finish(login)));
      assert.deepEqual(statuses, [200, 200, 200, 200]);
      assert.equal(await code, 0);
    }
  });

  it('reports in one sentence that its port is in use', async () => {
    const port = new URL(server.url).port;
    const second = new ServerProcess({ ...files.env, PORT: port }, 'server.ts');
    assert.equal(await second.exited, 1);
    assert.equal(
      second.errors,
      `The API cannot start: port ${port} on 127.0.0.1 is in use. Stop what runs there or set PORT to a free one.\n`,
    );
  });

  it('names every configuration error', { skip: IS_SECOND_RUN }, async () => {
    for (const entry of ['server.ts', 'recorder/server.ts']) {
      const wrong = new ServerProcess({ ...files.env, PORT: 'abc', DEMO_MODE: 'perhaps' }, entry);
      assert.equal(await wrong.exited, 1);
      assert.match(wrong.errors, /PORT must be a port/);
      assert.match(wrong.errors, /DEMO_MODE must be 1 or 0/);
    }
  });

  it('the log contains no patient data', async () => {
    const token = await server.signIn();
    const secrets = [
      'Jordan',
      'Avery',
      'patient@example.org',
      'Demo-pass1',
      '416 555',
      'ER10000001',
      'wristband-q',
      token,
    ];
    for (const [path, body] of [
      ['sessions/code', { code: 'ER10000001' }],
      ['sessions/pin', {}],
      ['sessions/pin/verify', { pin: '2222' }],
      ['supporters', { name: 'Jordan', phone: '+1 416 555 0101' }],
      ['sessions', { username: 'patient@example.org', password: 'wrong' }],
      ['sessions', { username: 'patient@example.org', password: 5 }],
    ] as const)
      await server.post(
        `/api/v1/${path}`,
        body,
        path.startsWith('sessions/p') || path === 'supporters' ? token : undefined,
      );
    for (const path of ['events?search=wristband-q', 'v1/results/ER10000001', 'nothing/patient@example.org'])
      await server.get(`/api/${path}`, token);
    const { database } = readConfig(files.env);
    const { db } = openDatabase<Tables>(database);
    await db.schema.alterTable('supporters').renameColumn('name', 'hidden_name').execute();
    const failed = await server.post('/api/v1/supporters', { name: 'Avery', phone: '+1 416 555 0199' }, token);
    assert.equal(failed.status, 500);
    await db.schema.alterTable('supporters').renameColumn('hidden_name', 'name').execute();
    await db.destroy();
    assert.equal(await server.end('SIGTERM'), 0);

    const log = server.lines.join('\n') + server.errors;
    assert.ok(server.lines.filter((line) => line.includes('"msg":"request completed"')).length >= 10);
    assert.match(log, /"route":"\/api\/v1\/sessions\/pin\/verify","status":403/);
    assert.match(log, /"msg":"request failed"/);
    for (const secret of secrets) assert.ok(!log.includes(secret), `the log holds "${secret}"`);
  });
});

describe('two API processes on one database', () => {
  /** Has the patient's PIN texted. Returns it with the token of the narrow session. */
  const requestPin = async (server: ServerProcess) => {
    const token = await scan(server);
    await server.post('/api/v1/sessions/pin', {}, token);
    const [message] = await outboxOf(server);
    return { token, pin: /\d{4}/.exec(message?.body ?? '')?.[0] ?? '' };
  };
  const statusesOf = async (calls: Promise<Response>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();

  it('start at the same time on an empty one and share its data', async () => {
    const files = await createTestDatabase();
    const [a, b] = await Promise.all([startServer(files.env), startServer(files.env)]);
    const turns = [a, b, a, b];
    const token = await a.signIn();
    const { token: narrow, pin } = await requestPin(a);
    const verdicts = turns.map((server) => server.post('/api/v1/sessions/pin/verify', { pin }, narrow));
    assert.deepEqual(await statusesOf(verdicts), [200, 410, 410, 410]);

    const steps = turns.map((server) => server.post('/api/v1/story/patient/steps/0', {}, token));
    assert.deepEqual(await statusesOf(steps), [200, 200, 200, 200]);
    const position = async () => (await b.get<Story>('/api/v1/story', token)).series[0]?.position;
    assert.equal(await position(), 1);
    assert.equal(await a.end('SIGKILL'), null);
    assert.equal(await position(), 1);
    assert.equal(await b.end('SIGTERM'), 0);
    await files.drop();
  });

  it('two processes together allow 5 of 50 guesses at a PIN, and accept each link once', async () => {
    const files = await copyTemplate('demo');
    const [a, b] = await Promise.all([startServer(files.env), startServer(files.env)]);
    const { token, pin: right } = await requestPin(a);
    const verify = (server: ServerProcess, pin: string) => server.post('/api/v1/sessions/pin/verify', { pin }, token);
    const codes = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const answer = await verify(index % 2 === 0 ? a : b, wrongPin(right, index));
        return ((await answer.json()) as ApiError).error.code;
      }),
    );
    assert.equal(codes.filter((code) => code === 'PIN_WRONG').length, 5);
    assert.equal(codes.filter((code) => code === 'PIN_DEAD' || code === 'PIN_LOCKED').length, 45);
    for (const server of [a, b]) assert.equal((await verify(server, right)).status, 429);

    for (const [ask, email, use, more, success] of [
      ['forgot-password', 'patient@example.org', 'reset-app-password', { password: 'Other-pass1' }, 204],
      ['resend-validation-email', 'unvalidated@example.org', 'validate-email', {}, 200],
    ] as const) {
      assert.equal((await a.post(`/api/v1/users/${ask}`, { email })).status, 204);
      const mail = (await outboxOf(a)).find(({ to }) => to === email);
      const uuid = /\/onboarding\/[a-z-]+\/([0-9a-f]{32})/.exec(mail?.body ?? '')?.[1];
      const uses = [a, b, a, b].map((server) => server.post(`/api/v1/users/${use}`, { uuid, ...more }));
      assert.deepEqual(await statusesOf(uses), [success, 410, 410, 410]);
    }
    await Promise.all([a.end('SIGTERM'), b.end('SIGTERM')]);
    await files.drop();
  });

  it('keep existing data on a restart, and reset it on request', async () => {
    const files = await copyTemplate('demo');
    const first = await startServer(files.env);
    await first.post('/api/v1/users/poc', { email: 'kept@example.org', name: 'K', optIn: true });
    const token = await first.signIn();
    await first.end('SIGTERM');
    const count = async () => {
      const { db } = openDatabase<Tables>(readConfig(files.env).database);
      const rows = await db.selectFrom('interest_sign_ups').select('email').execute();
      const users = await db.selectFrom('users').select('id').execute();
      await db.destroy();
      return [rows.length, users.length];
    };
    const second = await startServer(files.env);
    assert.equal((await second.get<Story>('/api/v1/story', token)).isStoryDone, false);
    assert.deepEqual(await count(), [1, 7]);
    await second.end('SIGTERM');
    const fresh = await startServer({ ...files.env, DEMO_RESET: '1' });
    assert.deepEqual(await count(), [0, 7]);
    await fresh.end('SIGTERM');
    await files.drop();
  });
});
