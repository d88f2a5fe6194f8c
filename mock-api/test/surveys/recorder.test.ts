import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { ApiError, ReceiptList, SurveyPayload, SurveyReceipt } from '../../src/contract.ts';
import { openDatabase } from '../../src/db/open.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import type { RecorderTables } from '../../src/recorder/tables.ts';
import type { App } from '../../src/services/context.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SURVEY: SurveyPayload = {
  Hospital: 'Northside General Hospital',
  Survey: 'admission',
  Responses: [
    { question: 'triageOption', answer: 5 },
    { question: 'triageComments', answer: 'A secret comment' },
  ],
  Email: 'patient@example.org',
  Name: 'Jordan Avery',
};

class TestRecorder {
  readonly app: App;
  readonly files: TestDatabase;
  readonly env: Record<string, string>;

  constructor(app: App, files: TestDatabase, env: Record<string, string>) {
    this.app = app;
    this.files = files;
    this.env = env;
  }

  send(payload: unknown = SURVEY, headers: Record<string, string> = {}) {
    return this.app.inject({
      method: 'POST',
      url: '/',
      payload: payload as object,
      headers: { authorizer: 'demo-recorder-key', 'idempotency-key': randomUUID(), ...headers },
    });
  }

  async receipts(): Promise<ReceiptList['receipts']> {
    return (await this.app.inject('/receipts')).json<ReceiptList>().receipts;
  }

  /** Runs `work` on the recorder's own database. */
  async withTable<Answer>(work: (db: ReturnType<typeof openDatabase<RecorderTables>>['db']) => Promise<Answer>) {
    const { db } = openDatabase<RecorderTables>(readRecorderConfig(this.env).database);
    const answer = await work(db);
    await db.destroy();
    return answer;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.files.drop();
  }
}

async function startRecorder(env: Record<string, string> = {}): Promise<TestRecorder> {
  const files = await createTestDatabase();
  const settings = { ...files.env, ...env };
  return new TestRecorder(await buildRecorder(readRecorderConfig(settings)), files, settings);
}

describe('the survey recorder', () => {
  let recorder: TestRecorder;

  before(async () => {
    recorder = await startRecorder();
  });
  after(() => recorder.close());

  it('returns a receipt and lists it, and drops the answers in a demo', async () => {
    const answer = await recorder.send();
    assert.equal(answer.statusCode, 201);
    const { receiptId, receivedAt } = answer.json<SurveyReceipt>();
    const [listed] = await recorder.receipts();
    const { Survey: survey, Hospital: hospital } = SURVEY;
    assert.deepEqual(listed, { receiptId, receivedAt, survey, hospital, retained: false });
    const stored = await recorder.withTable((db) => db.selectFrom('receipts').selectAll().execute());
    assert.doesNotMatch(JSON.stringify(stored), /secret|patient@|Avery/);
  });

  it('returns the same receipt for the same key and survey, whatever the order of its fields', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const count = (await recorder.receipts()).length;
    const first = (await recorder.send(SURVEY, key)).json<SurveyReceipt>();
    const { Name, ...rest } = SURVEY;
    const again = await recorder.send({ Name, ...rest }, key);
    assert.equal(again.statusCode, 200);
    assert.deepEqual(again.json(), first);
    assert.equal((await recorder.receipts()).length, count + 1);
  });

  it('20 simultaneous copies of a survey create one receipt', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const count = (await recorder.receipts()).length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => recorder.send(SURVEY, key)));
    assert.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 1);
    assert.ok(answers.every(({ statusCode }) => [200, 201, 409].includes(statusCode)));
    const receipts = answers.filter(({ statusCode }) => statusCode < 300).map((answer) => answer.json<SurveyReceipt>());
    assert.equal(new Set(receipts.map(({ receiptId }) => receiptId)).size, 1);
    assert.equal((await recorder.receipts()).length, count + 1);
  });

  it('refuses another survey under a used key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await recorder.send(SURVEY, key);
    const answer = await recorder.send({ ...SURVEY, Survey: 'discharge' }, key);
    assert.deepEqual([answer.statusCode, answer.json<ApiError>().error.code], [422, 'KEY_REUSED']);
  });

  it('a correction replaces the survey it names, however often it is sent', async () => {
    const receiptOf = async (replaces: string, key: string) => {
      const answer = await recorder.send(SURVEY, { replaces, 'idempotency-key': key });
      assert.ok(answer.statusCode < 300);
      return answer.json<SurveyReceipt>().receiptId;
    };
    const first = (await recorder.send()).json<SurveyReceipt>().receiptId;
    const key = randomUUID();
    const second = await receiptOf(first, key);
    assert.equal(await receiptOf(first, key), second);
    const third = await receiptOf(second, randomUUID());
    // From a phone that doesn't know about the other corrections.
    const fourth = await receiptOf(first, randomUUID());
    const replacedBy = new Map((await recorder.receipts()).map((receipt) => [receipt.receiptId, receipt.replacedBy]));
    assert.deepEqual(
      [first, second, third, fourth].map((receipt) => replacedBy.get(receipt)),
      [second, third, fourth, undefined],
    );
  });

  it('keeps one of ten corrections sent at the same time', async () => {
    const first = (await recorder.send()).json<SurveyReceipt>().receiptId;
    const before = (await recorder.receipts()).filter(({ replacedBy }) => replacedBy === undefined).length;
    const sent = await Promise.all(Array.from({ length: 10 }, () => recorder.send(SURVEY, { replaces: first })));
    assert.ok(sent.every(({ statusCode }) => statusCode === 201));
    const standing = (await recorder.receipts()).filter(({ replacedBy }) => replacedBy === undefined);
    assert.equal(standing.length, before);
  });

  it('corrections of an unknown, different or malformed receipt are refused', async () => {
    const count = (await recorder.receipts()).length;
    const { receiptId } = (await recorder.send()).json<SurveyReceipt>();
    const unknown = await recorder.send(SURVEY, { replaces: randomUUID() });
    assert.deepEqual([unknown.statusCode, unknown.json<ApiError>().error.code], [404, 'RECEIPT_UNKNOWN']);
    const other = await recorder.send({ ...SURVEY, Survey: 'discharge' }, { replaces: receiptId });
    assert.equal(other.statusCode, 404);
    const malformed = await recorder.send(SURVEY, { replaces: 'x'.repeat(65) });
    assert.deepEqual(
      [malformed.statusCode, Object.keys(malformed.json<ApiError>().error.fields ?? {})],
      [400, ['Replaces']],
    );
    assert.equal((await recorder.receipts()).length, count + 1);
  });

  it('answers 409 while the same key is in flight, and takes over from a process that died', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const { receiptId } = (await recorder.send(SURVEY, key)).json<SurveyReceipt>();
    const claim = (claimedAt: number) =>
      recorder.withTable((db) =>
        db
          .updateTable('receipts')
          .set({ state: 'taking', received_at: null, claimed_at: new Date(claimedAt).toISOString() })
          .where('receipt_id', '=', receiptId)
          .execute(),
      );
    await claim(Date.now());
    const answer = await recorder.send(SURVEY, key);
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [409, '1']);
    await claim(Date.now() - 60_000);
    const taken = await recorder.send(SURVEY, key);
    assert.deepEqual([taken.statusCode, taken.json<SurveyReceipt>().receiptId], [201, receiptId]);
  });

  it('the recorder requires an authorizer header and an idempotency key', async () => {
    for (const authorizer of ['', 'wrong', 'demo-recorder-key2']) {
      assert.equal((await recorder.send(SURVEY, { authorizer })).statusCode, 401);
    }
    for (const key of ['', 'short', 'with space in it']) {
      const answer = await recorder.send(SURVEY, { 'idempotency-key': key });
      assert.equal(answer.statusCode, 400);
      assert.ok(answer.json<ApiError>().error.fields?.['Idempotency-Key']);
    }
  });

  it('names the invalid fields of a survey', async () => {
    const cases: [unknown, string][] = [
      [{ ...SURVEY, Hospital: 5 }, 'Hospital'],
      [{ ...SURVEY, Responses: 'none' }, 'Responses'],
      [{ ...SURVEY, Responses: [{ question: 'q' }] }, 'Responses.0.answer'],
      [{ ...SURVEY, Extra: 1 }, 'Extra'],
      [{ ...SURVEY, Survey: undefined }, 'Survey'],
    ];
    for (const [payload, field] of cases) {
      const answer = await recorder.send(payload);
      assert.equal(answer.statusCode, 400);
      assert.ok(answer.json<ApiError>().error.fields?.[field], field);
    }
    const json = { 'content-type': 'application/json' };
    const send = (payload: string, headers: Record<string, string> = json) => recorder.send(payload, headers);
    assert.equal((await send('{')).statusCode, 400);
    assert.equal((await send('<a/>', { 'content-type': 'text/xml' })).statusCode, 415);
    assert.equal((await send(JSON.stringify({ ...SURVEY, Name: 'x'.repeat(70_000) }))).statusCode, 413);
    assert.equal((await recorder.app.inject('/nothing')).statusCode, 404);
  });

  it('CORS allows only product origins', async () => {
    const preflight = (origin: string) =>
      recorder.app.inject({
        method: 'OPTIONS',
        url: '/',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorizer,content-type,idempotency-key',
        },
      });
    for (const origin of ['http://localhost:3000', 'http://localhost:4567', 'http://127.0.0.1:9']) {
      const { statusCode, headers } = await preflight(origin);
      assert.deepEqual([statusCode, headers['access-control-allow-origin']], [204, origin]);
      assert.equal(
        headers['access-control-allow-headers'],
        'content-type, idempotency-key, replaces, survey-token, authorizer',
      );
      assert.equal((await recorder.send(SURVEY, { origin })).headers['access-control-allow-origin'], origin);
      const refused = await recorder.send(SURVEY, { origin, authorizer: 'wrong' });
      assert.equal(refused.headers['access-control-allow-origin'], origin, 'a page can read a refusal');
    }
    for (const origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://localhost:3000.evil.example',
    ]) {
      assert.equal((await preflight(origin)).headers['access-control-allow-origin'], undefined);
    }
  });

  it('is healthy', async () => {
    assert.deepEqual((await recorder.app.inject('/health')).json(), { status: 'ok' });
  });
});

describe('the survey recorder of a hospital', () => {
  it('stores answers, lists nothing, and allows only the hospital’s own pages', async () => {
    const recorder = await startRecorder({
      DEMO_MODE: '0',
      AUTHORIZER_HEADER: 'X-Survey-Key',
      AUTHORIZER_KEY: 'a long key of its own',
      ALLOWED_ORIGINS: 'https://care.example.org',
      SURVEY_TOKENS: 'off',
    });
    const headers = { 'x-survey-key': 'a long key of its own', origin: 'https://care.example.org' };
    const answer = await recorder.send(SURVEY, headers);
    assert.equal(answer.statusCode, 201);
    assert.equal(answer.headers['access-control-allow-origin'], 'https://care.example.org');
    const local = await recorder.send(SURVEY, { ...headers, origin: 'http://localhost:3000' });
    assert.equal(local.headers['access-control-allow-origin'], undefined);
    assert.equal((await recorder.app.inject('/receipts')).statusCode, 404);
    const rows = await recorder.withTable((db) => db.selectFrom('receipts').select('answers').execute());
    await recorder.close();
    assert.deepEqual(
      rows.map((row) => JSON.parse(String(row.answers))),
      [SURVEY, SURVEY],
    );
  });
});
