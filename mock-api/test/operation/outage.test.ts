/**
 * The primary database fails under load and returns: calls are refused with a reason and a Retry-After, processes
 * keep running, and acknowledged writes survive. Runs on a separate PostgreSQL, in the PostgreSQL run only.
 */
import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ApiError } from '../../src/contract.ts';
import { CALL_TIMEOUT, isOutage, openDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import type { RecorderTables } from '../../src/recorder/tables.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { listening, startService, type TestService, until } from '../support/services.ts';
import { StreamReader } from '../support/stream-reader.ts';
import { scan, signInStaff } from './server-sign-in.ts';

const NO_POSTGRES = process.env.TEST_POSTGRES_URL === undefined;
/** Number of acknowledged and refused responses to wait for. */
const ENOUGH = 40;
const RECORDER_KEY = 'demo-recorder-key';
/** One address sends everything here: on a busy machine it would reach these limits before the others are done. */
const WITHOUT_LIMITS = { LIMIT_SIGN_UPS_PER_ADDRESS_HOUR: '1000000', LIMIT_SURVEYS_PER_ADDRESS_MINUTE: '1000000' };

const SURVEY = {
  Hospital: 'Northside General Hospital',
  Survey: 'admission',
  Responses: [{ question: 'triageOption', answer: 4 }],
  Email: 'patient@example.org',
  Name: 'Jordan Avery',
};

/** Calls by phones, and their outcomes. */
class Traffic {
  readonly acknowledged: string[] = [];
  readonly surveys: string[] = [];
  /** Responses other than 2xx: status, code and Retry-After in seconds. */
  readonly refused: string[] = [];
  readonly broken: string[] = [];
  #isOver = false;
  #count = 0;
  readonly #phones: Promise<unknown>;

  constructor(apis: ServerProcess[], recorder: ServerProcess, token: string) {
    const read = (api: ServerProcess) =>
      this.#repeat(() => fetch(`${api.url}/api/events`, { headers: { authorization: `Bearer ${token}` } }));
    const ofApi = (api: ServerProcess) => [this.#write(api), this.#write(api), read(api)];
    this.#phones = Promise.all([...apis.flatMap(ofApi), this.#send(recorder), this.#send(recorder)]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#phones;
  }

  async #repeat(call: () => Promise<Response>, onAnswered?: () => void): Promise<void> {
    while (!this.#isOver) if (await this.#ask(call())) onAnswered?.();
  }

  /** Returns whether a call was answered with 2xx; records it otherwise. */
  async #ask(answering: Promise<Response>): Promise<boolean> {
    try {
      const answer = await answering;
      const text = await answer.text();
      if (answer.ok) return true;
      const { error } = JSON.parse(text) as ApiError;
      this.refused.push(`${answer.status} ${error.code} ${answer.headers.get('retry-after')}`);
    } catch (error) {
      this.broken.push(String(error));
    }
    return false;
  }

  #write(api: ServerProcess): Promise<void> {
    let email = '';
    const post = () => {
      email = `outage-${this.#count++}@example.org`;
      return api.post('/api/v1/users/poc', { email, name: 'Robin', optIn: true });
    };
    return this.#repeat(post, () => this.acknowledged.push(email));
  }

  /** Sends surveys one after the other, each with the same key until it gets a receipt. */
  #send(recorder: ServerProcess): Promise<void> {
    let key = crypto.randomUUID();
    const post = () => {
      const headers = { 'content-type': 'application/json', authorizer: RECORDER_KEY, 'idempotency-key': key };
      return fetch(recorder.url, { method: 'POST', body: JSON.stringify(SURVEY), headers });
    };
    return this.#repeat(post, () => {
      this.surveys.push(key);
      key = crypto.randomUUID();
    });
  }
}

const isReady = async ({ url }: ServerProcess) => (await fetch(`${url}/readyz`)).status === 200;

/** Proxy between processes and the database. While it is silent, it drops everything on open and new connections. */
class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;
  url = '';

  constructor(database: URL) {
    this.#server = createServer((phone) => {
      const line = connect(Number(database.port), database.hostname);
      for (const [from, to] of [
        [phone, line],
        [line, phone],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
        from.on('data', (data) => this.#isSilent || to.write(data));
      }
    });
  }

  async open(database: URL): Promise<void> {
    const own = new URL(database);
    own.port = String(await listening(this.#server));
    this.url = own.href;
  }

  /** Dropped data is lost, as it is when a machine fails. */
  set silent(isSilent: boolean) {
    this.#isSilent = isSilent;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

describe('the primary database', { skip: NO_POSTGRES }, () => {
  let postgres: PostgresServer;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.stop());

  describe('that crashes under load and recovers', () => {
    let texts: TestService;
    let apis: ServerProcess[];
    let recorder: ServerProcess;
    let token = '';
    let patientId = '';
    let staff = '';
    let stream: StreamReader;
    let traffic: Traffic;

    before(async () => {
      texts = await startService(() => ({ status: 200 }));
      const env = { ...WITHOUT_LIMITS, DATABASE_URL: postgres.url, SMS_WEBHOOK_URL: texts.url };
      apis = await Promise.all([startServer(env), startServer(env)]);
      recorder = await startServer({ ...WITHOUT_LIMITS, DATABASE_URL: postgres.url }, 'recorder/server.ts');
      const [api, other] = apis as [ServerProcess, ServerProcess];
      token = await api.signIn();
      patientId = (await api.get<{ id: string }>('/api/v1/users/me', token)).id;
      staff = await signInStaff(api);
      stream = await StreamReader.open(other.url, token);
      traffic = new Traffic(apis, recorder, token);
    });
    after(async () => {
      await traffic?.end();
      await stream?.cut();
      texts.close();
      await Promise.all([...apis, recorder].map((server) => server.end('SIGKILL')));
    });

    it('is unreachable: calls get 503 with a Retry-After, and processes report that they are not ready', async () => {
      await until(() => traffic.acknowledged.length > ENOUGH && traffic.surveys.length > ENOUGH);
      assert.deepEqual([traffic.refused, traffic.broken], [[], []]);
      await postgres.crash();
      await until(() => traffic.refused.length > ENOUGH);
      for (const server of [...apis, recorder]) {
        const answer = await fetch(`${server.url}/readyz`);
        assert.deepEqual([answer.status, await answer.json()], [503, { status: 'not ready', missing: ['database'] }]);
        assert.equal((await fetch(`${server.url}/livez`)).status, 200);
      }
      const answer = await fetch(`${apis[0]?.url}/api/v1/users/me`, {
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'fr-CA' },
      });
      assert.match(((await answer.json()) as ApiError).error.message, /Rien n’est perdu/);
    });

    it('processes reconnect to the restarted database and lose no acknowledged write', async () => {
      const before = traffic.acknowledged.length;
      await postgres.restart();
      await until(async () => (await Promise.all([...apis, recorder].map(isReady))).every(Boolean));
      await until(() => traffic.acknowledged.length > before + ENOUGH);
      await traffic.end();
      const kinds = new Set(traffic.refused);
      // An interrupted survey stays claimed for 30 seconds; the phone's queue retries until then.
      kinds.delete('409 IN_FLIGHT 1');
      assert.deepEqual([...kinds], ['503 UNAVAILABLE 5']);
      assert.deepEqual(traffic.broken, []);
      for (const { child } of [...apis, recorder]) assert.equal(child.exitCode, null);

      const { db } = openDatabase<Tables & RecorderTables>({ url: postgres.url, file: '' });
      const signedUp = await db.selectFrom('interest_sign_ups').select('email').execute();
      const receipts = await db.selectFrom('receipts').select('receipt_id').where('state', '=', 'done').execute();
      await db.destroy();
      const emails = new Set(signedUp.map(({ email }) => email));
      assert.ok(traffic.acknowledged.every((email) => emails.has(email)));
      assert.ok(receipts.length >= traffic.surveys.length, `${receipts.length} of ${traffic.surveys.length} surveys`);
      console.log(
        `database gone and back: ${traffic.acknowledged.length} writes and ${traffic.surveys.length} surveys acknowledged, 0 lost; ${traffic.refused.length} calls answered 503`,
      );
    });

    it('resumes changes on open streams and sending of queued messages', async () => {
      const [api] = apis as [ServerProcess];
      const event = { type: 0, name: 'After the outage', content: 'News' };
      assert.equal((await api.post(`/api/v1/desk/patients/${patientId}/events`, event, staff)).status, 201);
      await stream.until((reader) => reader.named('event.created').length > 0, 'the event of after the outage');
      const before = texts.received.length;
      assert.equal((await api.post('/api/v1/sessions/pin', {}, await scan(api))).status, 200);
      await until(() => texts.received.length > before);
    });
  });

  it('that is no longer the primary is reached through a new connection after the first failed write', async (test) => {
    const { db } = openDatabase<Tables>({ url: postgres.url, file: '' }, { statementTimeout: CALL_TIMEOUT });
    test.after(() => db.destroy());
    const connection = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const write = () => sql`create table if not exists written (number integer)`.execute(db);
    const first = await connection();
    await sql`set default_transaction_read_only = on`.execute(db);
    assert.equal(await connection(), first);
    await assert.rejects(write(), isOutage);
    assert.notEqual(await connection(), first);
    await write();
  });

  it('is found among several servers, of which one is down, and a standby is refused', async (test) => {
    const { host } = new URL(postgres.url);
    const open = (hosts: string) => {
      const { db } = openDatabase<Tables>({ url: postgres.url.replace(host, hosts), file: '' });
      test.after(() => db.destroy());
      return sql`select 1`.execute(db);
    };
    await open(`127.0.0.1:1,${host}`);
    await open(`${host},127.0.0.1:1`);
    const { db } = openDatabase<Tables>({ url: postgres.url, file: '' });
    test.after(() => db.destroy());
    await sql`alter database postgres set default_transaction_read_only = on`.execute(db);
    try {
      await assert.rejects(open(`${host},${host}`), isOutage);
    } finally {
      await sql`set default_transaction_read_only = off`.execute(db);
      await sql`alter database postgres reset default_transaction_read_only`.execute(db);
    }
  });

  it('that stops responding blocks no call longer than the app’s timeout, and is used again when it responds', async (test) => {
    const database = new URL(postgres.url);
    const relay = new Relay(database);
    await relay.open(database);
    const server = await startServer({ DATABASE_URL: relay.url });
    test.after(async () => {
      await server.end('SIGKILL');
      relay.close();
    });
    const token = await server.signIn();
    const ask = () =>
      fetch(`${server.url}/api/v1/users/me`, {
        headers: { authorization: `Bearer ${token}` },
        // The app's timeout (`shared-ui/src/platform/http/client.ts`).
        signal: AbortSignal.timeout(10_000),
      });
    assert.equal((await ask()).status, 200);
    relay.silent = true;
    // More calls than pool connections: some wait for a response, some for a connection.
    const answers = await Promise.all(Array.from({ length: 15 }, ask));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503]);
    relay.silent = false;
    await until(async () => (await ask()).status === 200);
    assert.equal(server.child.exitCode, null);
  });
});
