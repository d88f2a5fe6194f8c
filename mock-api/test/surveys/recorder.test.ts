import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { countOf, startRecorder, survey, type TestRecorder, times } from './test-recorder.ts';

const DISCHARGE = survey({ Survey: 'discharge' });
const newKey = () => ({ 'idempotency-key': randomUUID() });

describe('the survey recorder', () => {
  let recorder: TestRecorder;

  before(async () => {
    recorder = await startRecorder();
  });
  after(() => recorder.close());

  it('returns a receipt and lists it, and drops the answers in a demo', async () => {
    const { status, receiptId, receivedAt } = await recorder.post();
    assert.equal(status, 201);
    const { Survey, Hospital: hospital } = survey();
    assert.deepEqual(await recorder.receipts(), [{ receiptId, receivedAt, survey: Survey, hospital, retained: false }]);
    const stored = await recorder.withTable((db) => db.selectFrom('receipts').selectAll().execute());
    assert.doesNotMatch(JSON.stringify(stored), /secret|patient@|Avery/);
  });

  it('returns the same receipt for the same key and survey, whatever the order of its fields', async () => {
    const headers = newKey();
    const count = await recorder.stored();
    const first = await recorder.post({ headers });
    const { Name, ...rest } = survey();
    assert.deepEqual(await recorder.post({ payload: { Name, ...rest }, headers }), { ...first, status: 200 });
    assert.equal(await recorder.stored(), count + 1);
    const other = await recorder.post({ payload: DISCHARGE, headers });
    assert.deepEqual([other.status, other.code], [422, 'KEY_REUSED']);
  });

  it('20 simultaneous copies of a survey create one receipt', async () => {
    const headers = newKey();
    const count = await recorder.stored();
    const answers = await times(20, () => recorder.post({ headers }));
    assert.equal(countOf(answers, 201), 1);
    assert.ok(answers.every(({ status }) => [200, 201, 409].includes(status)));
    const receipts = answers.filter(({ status }) => status < 300).map(({ receiptId }) => receiptId);
    assert.equal(new Set(receipts).size, 1);
    assert.equal(await recorder.stored(), count + 1);
  });

  it('a correction replaces the survey it names, however often it is sent', async () => {
    const correct = async (replaces: string, headers = newKey()) => {
      const { status, receiptId } = await recorder.post({ headers: { replaces, ...headers } });
      assert.ok(status < 300);
      return receiptId;
    };
    const first = (await recorder.post()).receiptId;
    const key = newKey();
    const second = await correct(first, key);
    assert.equal(await correct(first, key), second);
    const third = await correct(second);
    // From a phone that doesn't know about the other corrections.
    const fourth = await correct(first);
    const replacedBy = new Map((await recorder.receipts()).map((receipt) => [receipt.receiptId, receipt.replacedBy]));
    assert.deepEqual(
      [first, second, third, fourth].map((receipt) => replacedBy.get(receipt)),
      [second, third, fourth, undefined],
    );
  });

  it('keeps one of ten corrections sent at the same time', async () => {
    const { receiptId: replaces } = await recorder.post();
    const current = async () => (await recorder.receipts()).filter(({ replacedBy }) => replacedBy === undefined).length;
    const count = await current();
    assert.equal(countOf(await times(10, () => recorder.post({ headers: { replaces } })), 201), 10);
    assert.equal(await current(), count);
  });

  it('corrections of an unknown, different or malformed receipt are refused', async () => {
    const { receiptId: replaces } = await recorder.post();
    const count = await recorder.stored();
    const unknown = await recorder.post({ headers: { replaces: randomUUID() } });
    assert.deepEqual([unknown.status, unknown.code], [404, 'RECEIPT_UNKNOWN']);
    assert.equal((await recorder.post({ payload: DISCHARGE, headers: { replaces } })).status, 404);
    const malformed = await recorder.post({ headers: { replaces: 'x'.repeat(65) } });
    assert.deepEqual([malformed.status, malformed.fields], [400, ['Replaces']]);
    assert.equal(await recorder.stored(), count);
  });

  it('answers 409 while the same key is in flight, and takes over from a process that died', async () => {
    const headers = newKey();
    const { receiptId } = await recorder.post({ headers });
    const claim = (claimedAt: number) =>
      recorder.withTable((db) =>
        db
          .updateTable('receipts')
          .set({ state: 'taking', received_at: null, claimed_at: new Date(claimedAt).toISOString() })
          .where('receipt_id', '=', receiptId)
          .execute(),
      );
    await claim(Date.now());
    const answer = await recorder.post({ headers });
    assert.deepEqual([answer.status, answer.wait], [409, 1]);
    await claim(Date.now() - 60_000);
    const taken = await recorder.post({ headers });
    assert.deepEqual([taken.status, taken.receiptId], [201, receiptId]);
  });

  it('the recorder requires an authorizer header and an idempotency key', async () => {
    for (const authorizer of ['', 'wrong', 'demo-recorder-key2'])
      assert.equal((await recorder.post({ headers: { authorizer } })).status, 401);
    for (const key of ['', 'short', 'with space in it']) {
      const { status, fields } = await recorder.post({ headers: { 'idempotency-key': key } });
      assert.deepEqual([status, fields], [400, ['Idempotency-Key']]);
    }
  });

  it('names the invalid fields of a survey', async () => {
    for (const [changes, field] of [
      [{ Hospital: 5 }, 'Hospital'],
      [{ Responses: 'none' }, 'Responses'],
      [{ Responses: [{ question: 'q' }] }, 'Responses.0.answer'],
      [{ Extra: 1 }, 'Extra'],
      [{ Survey: undefined }, 'Survey'],
    ] as const) {
      const { status, fields } = await recorder.post({ payload: { ...survey(), ...changes } });
      assert.deepEqual([status, fields], [400, [field]]);
    }
    const statusOf = async (payload: string, type = 'application/json') =>
      (await recorder.post({ payload, headers: { 'content-type': type } })).status;
    assert.equal(await statusOf('{'), 400);
    assert.equal(await statusOf('<a/>', 'text/xml'), 415);
    assert.equal(await statusOf(JSON.stringify(survey({ Name: 'x'.repeat(70_000) }))), 413);
  });

  it('CORS allows only product origins', async () => {
    const preflight = async (origin: string) => {
      const headers = { origin, 'access-control-request-method': 'POST' };
      return (await recorder.app.inject({ method: 'OPTIONS', url: '/', headers })).headers;
    };
    for (const origin of ['http://localhost:3000', 'http://localhost:4567', 'http://127.0.0.1:9']) {
      const headers = await preflight(origin);
      assert.deepEqual(
        [headers['access-control-allow-origin'], headers['access-control-allow-headers']],
        [origin, 'content-type, idempotency-key, replaces, survey-token, authorizer'],
      );
      assert.equal((await recorder.post({ headers: { origin } })).origin, origin);
      const refused = await recorder.post({ headers: { origin, authorizer: 'wrong' } });
      assert.equal(refused.origin, origin, 'a page can read a refusal');
    }
    for (const host of ['https://evil.example', 'http://localhost.evil.example', 'http://localhost:3000.evil.example'])
      assert.equal((await preflight(host))['access-control-allow-origin'], undefined);
  });
});

it('the recorder of a hospital stores answers, lists nothing, and allows only the hospital’s own pages', async () => {
  const origin = 'https://care.example.org';
  const recorder = await startRecorder({
    DEMO_MODE: '0',
    AUTHORIZER_HEADER: 'X-Survey-Key',
    AUTHORIZER_KEY: 'a long key of its own',
    ALLOWED_ORIGINS: origin,
    SURVEY_TOKENS: 'off',
  });
  assert.deepEqual((await recorder.app.inject('/health')).json(), { status: 'ok' });
  const headers = { 'x-survey-key': 'a long key of its own' };
  const answer = await recorder.post({ headers: { ...headers, origin } });
  assert.deepEqual([answer.status, answer.origin], [201, origin]);
  const local = await recorder.post({ headers: { ...headers, origin: 'http://localhost:3000' } });
  assert.equal(local.origin, undefined);
  assert.equal((await recorder.app.inject('/receipts')).statusCode, 404);
  const rows = await recorder.withTable((db) => db.selectFrom('receipts').select('answers').execute());
  await recorder.close();
  assert.deepEqual(
    rows.map((row) => JSON.parse(String(row.answers))),
    [survey(), survey()],
  );
});
