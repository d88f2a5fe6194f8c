/** Outgoing messages: retries, receipts, dead letters that an operator sends again, and several processes at work. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { MessageRow, Tables } from '../../src/db/schema.ts';
import { signReport } from '../../src/delivery/twilio.ts';
import { performOperatorCommand } from '../../src/operator/command.ts';
import { OUTBOX } from '../../src/operator/outbox-command.ts';
import { insertMessage } from '../../src/repositories/messages/messages.ts';
import { runCommand } from '../operation/operator.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { copyTemplate } from '../support/database.ts';
import { startServer } from '../support/server-process.ts';
import { type Reply, startService, type TestService, until } from '../support/services.ts';

const SID = `AC${'0'.repeat(32)}`;
const TOKEN = 'f'.repeat(32);
const PUBLIC = 'https://care.example.org';

const outbox = async (env: Record<string, string>, ...words: string[]) =>
  (await performOperatorCommand(OUTBOX, words, env)).output;

const rows = (api: TestApi) => api.database.db.selectFrom('messages').selectAll().orderBy('created_at').execute();
/** Makes queued messages due at the API's next poll of the queue. */
const makeDue = (api: TestApi) =>
  api.database.db
    .updateTable('messages')
    .set({ next_attempt_at: new Date(0).toISOString() })
    .where('state', '=', 'queued')
    .execute();
const text = (api: TestApi, to = '14165550101') =>
  insertMessage(api.database.db, { channel: 'sms', to, body: `For ${to}` }, false);
const metricsOf = async (api: TestApi) => (await api.ask<string>('GET', '/metrics')).body;
/** Makes a call that triggers a poll of the queue. */
const kick = (api: TestApi) => api.ask('POST', '/api/v1/users/forgot-password', { body: { email: 'x@example.org' } });

describe('the message queue', () => {
  let api: TestApi;
  let service: TestService;
  let reply: Reply | null = { status: 204 };

  before(async () => {
    service = await startService(() => reply);
    api = await startApi({ SMS_WEBHOOK_URL: service.url });
  });
  after(async () => {
    await api.close();
    service.close();
  });

  /** Queues a text message and waits for its outcome. */
  async function send(isSettled: (row: MessageRow) => boolean): Promise<MessageRow> {
    await api.database.db.deleteFrom('messages').execute();
    service.received.length = 0;
    await text(api);
    let row: MessageRow | undefined;
    await until(async () => {
      await kick(api);
      row = (await rows(api))[0];
      return row !== undefined && isSettled(row);
    });
    return row as MessageRow;
  }

  it('the queue honours Retry-After and records the failure', async () => {
    reply = { status: 429, headers: { 'retry-after': '120' } };
    const row = await send(({ failure }) => failure !== null);
    assert.equal(row.failure, 'text message service answered 429');
    assert.ok(Date.parse(row.next_attempt_at) - Date.now() > 100_000);
    const metrics = await metricsOf(api);
    assert.match(metrics, /^lodestar_outbox_messages\{channel="sms"\} 1$/m);
    assert.match(metrics, /^lodestar_outbox_oldest_seconds\{channel="sms"\} (?!0$)[\d.]+$/m);
    assert.match(metrics, /^lodestar_message_attempts_total\{channel="sms",outcome="retried"\} 1$/m);
  });

  it('rejected messages become dead letters immediately, others after eight attempts', async () => {
    reply = { status: 400 };
    const refused = await send(({ state }) => state === 'failed');
    assert.deepEqual([refused.attempts, refused.failure], [1, 'text message service answered 400']);
    const metrics = await metricsOf(api);
    assert.match(metrics, /^lodestar_dead_letters\{channel="sms"\} 1$/m);
    assert.match(metrics, /^lodestar_message_attempts_total\{channel="sms",outcome="failed"\} 1$/m);
    reply = { status: 401 };
    await send(({ attempts }) => attempts === 1);
    await api.database.db.updateTable('messages').set({ attempts: 7 }).execute();
    await until(async () => {
      await makeDue(api);
      await kick(api);
      return (await rows(api))[0]?.state === 'failed';
    });
  });

  it('shows an operator dead letters without text and recipients, and sends them again', async () => {
    reply = { status: 400 };
    const { id } = await send(({ state }) => state === 'failed');
    const line = `${id}\\t.*\\tsms\\t•+0101\\t1 attempts\\ttext message service answered 400`;
    const { out } = await runCommand('operator/outbox-command.ts', api.env, 'list');
    assert.match(out, new RegExp(`^1 failed\\n${line}\\n$`));
    reply = { status: 204 };
    assert.equal(await outbox(api.env, 'retry', id), `${id} is queued again.`);
    await kick(api);
    await until(async () => (await rows(api))[0]?.state === 'sent');
    assert.deepEqual([service.received.length, (await rows(api))[0]?.body], [2, '']);
    assert.match(await outbox(api.env, 'retry', id), /^There is no dead letter/);
    assert.equal(await outbox(api.env, 'retry-all'), '0 messages are queued again.');
    assert.match(await outbox(api.env), /^Usage: npm run outbox -- …\n {2}list/);
  });

  it('retries a message that may have been delivered, and only through the same channel', async () => {
    reply = null;
    const row = await send(({ failure }) => failure !== null);
    assert.deepEqual([row.state, row.failure], ['queued', 'TypeError']);
    reply = { status: 204 };
    await until(async () => {
      await makeDue(api);
      await kick(api);
      return (await rows(api))[0]?.state === 'sent';
    });
    const keys = new Set(service.received.map(({ headers }) => headers['idempotency-key']));
    assert.deepEqual([service.received.length > 1, keys.size], [true, 1]);
  });
});

describe('texts by Twilio', () => {
  let api: TestApi;
  let service: TestService;
  let count = 0;

  before(async () => {
    service = await startService(({ body }) => {
      const to = new URLSearchParams(String(body)).get('To');
      if (to === '+15005550001') return { status: 400, body: JSON.stringify({ code: 21211, status: 400 }) };
      count += 1;
      return { status: 201, body: JSON.stringify({ sid: `SM${count}`, status: 'queued' }) };
    });
    api = await startApi({
      TWILIO_ACCOUNT_SID: SID,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: '+14165550190',
      TWILIO_URL: service.url,
      PUBLIC_URL: PUBLIC,
    });
  });
  after(async () => {
    await api.close();
    service.close();
  });

  const URL_PATH = '/api/v1/receipts/twilio';
  /** Posts a signed delivery report, as Twilio does. Returns the status. */
  async function report(form: Record<string, string>, { token = TOKEN, signature = '' } = {}): Promise<number> {
    const fields = { AccountSid: SID, ...form };
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature || signReport(token, PUBLIC + URL_PATH, fields),
    };
    const payload = new URLSearchParams(fields).toString();
    return (await api.app.inject({ method: 'POST', url: URL_PATH, headers, payload })).statusCode;
  }
  /** Queues a text and waits for its outcome. */
  async function sendTo(to: string, isSettled: (row: MessageRow) => boolean): Promise<void> {
    await text(api, to);
    await kick(api);
    await until(async () => (await rows(api)).some((row) => row.recipient === to && isSettled(row)));
  }
  const rowOf = async (to: string) => (await rows(api)).find(({ recipient }) => recipient === to);

  it('are posted in its format, and keep their text until delivery is reported', async () => {
    const to = '14165550101';
    await sendTo(to, ({ receipt }) => receipt === 'SM1');
    const [call] = service.received;
    assert.equal(call?.path, `/2010-04-01/Accounts/${SID}/Messages.json`);
    assert.equal(call?.headers.authorization, `Basic ${btoa(`${SID}:${TOKEN}`)}`);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(String(call?.body))), {
      To: `+${to}`,
      From: '+14165550190',
      Body: `For ${to}`,
      StatusCallback: PUBLIC + URL_PATH,
    });
    assert.equal(await report({ MessageSid: 'SM1', MessageStatus: 'sent' }), 204);
    const sent = await rowOf(to);
    assert.deepEqual([sent?.state, sent?.delivered_at, sent?.body], ['sent', null, `For ${to}`]);
    assert.equal(await report({ MessageSid: 'SM1', MessageStatus: 'delivered' }), 204);
    const arrived = await rowOf(to);
    assert.deepEqual([arrived?.delivered_at !== null, arrived?.body], [true, '']);
  });

  it('undelivered texts become dead letters that can be resent', async () => {
    const to = '14165550102';
    await sendTo(to, ({ receipt }) => receipt === 'SM2');
    await report({ MessageSid: 'SM2', MessageStatus: 'undelivered', ErrorCode: '30003' });
    const dead = await rowOf(to);
    assert.deepEqual([dead?.state, dead?.failure], ['failed', 'Twilio: undelivered 30003']);
    assert.equal(await outbox(api.env, 'retry', dead?.id ?? ''), `${dead?.id} is queued again.`);
    await kick(api);
    await until(async () => (await rowOf(to))?.receipt === 'SM3');
    for (const MessageStatus of ['delivered', 'failed']) await report({ MessageSid: 'SM3', MessageStatus });
    assert.equal((await rowOf(to))?.state, 'sent');
    await sendTo('15005550001', ({ state, failure }) => state === 'failed' && failure === 'Twilio answered 400');
  });

  it('unsigned, altered and foreign Twilio reports are refused', async () => {
    const to = '14165550103';
    await sendTo(to, ({ state }) => state === 'sent');
    const form = { MessageSid: (await rowOf(to))?.receipt ?? '', MessageStatus: 'delivered' };
    const other = signReport(TOKEN, PUBLIC + URL_PATH, { AccountSid: SID, ...form, MessageSid: 'SM1' });
    const statuses = [
      await report(form, { token: 'e'.repeat(32) }),
      await report(form, { signature: other }),
      await report(form, { signature: 'x' }),
      await report({ ...form, AccountSid: `AC${'1'.repeat(32)}` }),
    ];
    assert.deepEqual(statuses, [403, 403, 403, 403]);
    assert.equal((await rowOf(to))?.delivered_at, null);
  });
});

describe('two processes on one queue', () => {
  it('send each message once, and take over the messages of a process that died', async () => {
    const files = await copyTemplate('demo');
    const service = await startService(() => ({ status: 204 }));
    const env = { ...files.env, SMS_WEBHOOK_URL: service.url };
    const [first, second] = await Promise.all([startServer(env), startServer(env)]);
    const { db } = openDatabase<Tables>(readConfig(files.env).database);
    const COUNT = 60;
    await db.transaction().execute(async (trx) => {
      for (let index = 0; index < COUNT; index += 1) {
        await insertMessage(trx, { channel: 'sms', to: '14165550101', body: String(index) }, false);
      }
    });
    await until(
      async () => (await db.selectFrom('messages').select('id').where('state', '=', 'sent').execute()).length === COUNT,
    );
    const keys = service.received.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size], [COUNT, COUNT]);
    await first.end('SIGKILL');
    await second.end('SIGKILL');
    // Simulates a process that died while sending: the claim has expired.
    await insertMessage(db, { channel: 'sms', to: '14165550101', body: 'left' }, false);
    await db.updateTable('messages').set({ attempts: 1 }).where('body', '=', 'left').execute();
    const third = await startServer(env);
    await until(() => service.received.length === COUNT + 1);
    await third.end('SIGTERM');
    await db.destroy();
    await files.drop();
    service.close();
    console.log(`outbox: ${COUNT} messages by two processes, 0 sent twice, 0 lost`);
  });
});
