/** What people get of everything about them, and its erasure: by themselves and at the desk. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type {
  DeskPatient,
  OwnData,
  OwnDataState,
  SurveyPayload,
  SurveyReceipt,
  SurveyToken,
} from '../../src/contract.ts';
import { TABLES } from '../../src/db/migrations.ts';
import { openDatabase } from '../../src/db/open.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import { erasePerson } from '../../src/recorder/erasure.ts';
import type { RecorderTables } from '../../src/recorder/tables.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { hashEmail } from '../../src/security/survey-token.ts';
import type { App } from '../../src/services/context.ts';
import { PASSWORD, startApi, type TestApi, wrongPin } from '../support/api.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { KEPT, MARK, PERSON, plant, WITHOUT_PERSON } from './traces.ts';

const EXPORT = '/api/v1/own-data/export';
const CONFIRM = '/api/v1/own-data/confirmation';
const OWN = '/api/v1/own-data';

/** Returns the text that a PDF shows. */
function textOf(pdf: string): string {
  const shown = [...pdf.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return shown.join('').replaceAll(/\s+/g, ' ');
}

/** Waits until a condition holds, for at most ten seconds. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await isDone())) {
    assert.ok(Date.now() < end, 'the condition still does not hold');
    await wait(20);
  }
}

describe('own data', () => {
  let api: TestApi;
  let recorder: App;
  let recorderFiles: TestDatabase;
  let recorderUrl: string;

  const confirm = (token: string, proof: object) => api.ask<OwnDataState>('POST', CONFIRM, { token, body: proof });
  const codeOf = async (...call: Parameters<TestApi['ask']>) => (await api.ask(...call)).body.error?.code;
  const newPatient = async (form: object) => {
    const staff = await api.signInStaff();
    const made = await api.ask<DeskPatient>('POST', '/api/v1/desk/patients', { token: staff, body: form });
    assert.equal(made.status, 201);
    const { id } = made.body;
    return { staff, id, token: await openSession(api.database.db, id, 'full', readConfig(api.env).limits) };
  };

  /** Returns the export of a session that has just proven who it is. */
  const exportOf = async (token: string): Promise<OwnData> => {
    const confirmed = { confirmed_until: new Date(Date.now() + 60_000).toISOString() };
    await api.database.db.updateTable('sessions').set(confirmed).where('token_hash', '=', sha256(token)).execute();
    return (await api.ask<OwnData>('GET', EXPORT, { token })).body;
  };

  before(async () => {
    recorderFiles = await createTestDatabase();
    recorder = await buildRecorder(readRecorderConfig({ ...recorderFiles.env, SURVEY_RETENTION: 'keep' }));
    await recorder.listen({ host: '127.0.0.1', port: 0 });
    recorderUrl = `http://127.0.0.1:${(recorder.server.address() as AddressInfo).port}`;
    api = await startApi({ RECORDER_UPSTREAM: recorderUrl, LIMIT_EXPORTS_PER_PERSON_DAY: '3' });
  });
  after(async () => {
    await api.close();
    await recorder.close();
    await recorderFiles.drop();
  });
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('needs a fresh proof, which counts for one session', async () => {
    const token = await api.signIn();
    for (const [method, url] of [
      ['GET', EXPORT],
      ['GET', `${EXPORT}.pdf`],
      ['DELETE', OWN],
    ] as const)
      assert.equal(await codeOf(method, url, { token }), 'CONFIRMATION_REQUIRED', url);
    const before_ = (await api.ask<OwnDataState>('GET', OWN, { token })).body;
    assert.deepEqual([before_.proof, before_.confirmedUntil, before_.mayErase], ['password', null, true]);
    assert.equal(await codeOf('POST', CONFIRM, { token, body: { password: 'Wrong-pass1' } }), 'PASSWORD_WRONG');
    assert.equal(await codeOf('POST', CONFIRM, { token, body: { pin: '1379' } }), 'PASSWORD_WRONG');
    const confirmed = await confirm(token, { password: PASSWORD });
    assert.equal(confirmed.status, 200);
    assert.ok(Date.parse(confirmed.body.confirmedUntil ?? '') > Date.now());
    assert.equal((await api.ask('GET', EXPORT, { token })).status, 200);
    assert.equal(await codeOf('GET', EXPORT, { token: await api.signIn() }), 'CONFIRMATION_REQUIRED');
    await api.database.db.updateTable('sessions').set({ confirmed_until: new Date().toISOString() }).execute();
    assert.equal(await codeOf('GET', EXPORT, { token }), 'CONFIRMATION_REQUIRED');
  });

  it('asks an account without a password for a PIN, and counts wrong ones', async () => {
    const phone = '+1 613 555 0170';
    const { token } = await newPatient({ firstName: 'Zoé', lastName: 'Lœuf', phone });
    assert.equal((await api.ask<OwnDataState>('GET', OWN, { token })).body.proof, 'pin');
    assert.equal(await codeOf('POST', CONFIRM, { token, body: { password: PASSWORD } }), 'PIN_DEAD');
    const pin = await api.newPin(token, phone);
    assert.equal(await codeOf('POST', CONFIRM, { token, body: { pin: wrongPin(pin) } }), 'PIN_WRONG');
    assert.equal((await confirm(token, { pin })).status, 200);
    assert.equal((await api.ask('GET', EXPORT, { token })).status, 200);
  });

  it('is exported as JSON and as a PDF in the person’s language, is logged and limited', async () => {
    const token = await api.signIn();
    const question = { kind: 'question', text: 'Où est la garderie ?' };
    await api.ask('POST', '/api/v1/profiles/1/requests', { token, body: question });
    await confirm(token, { password: PASSWORD });
    const { body, headers } = await api.ask<OwnData>('GET', EXPORT, { token });
    assert.match(String(headers['content-disposition']), /^attachment; filename="lodestar-\d{4}-\d\d-\d\d\.json"$/);
    assert.equal(body.account.name, 'Jordan Avery');
    assert.doesNotMatch(JSON.stringify(body), /argon2|ER1000/);
    for (const list of ['events', 'profiles', 'requests', 'agreements', 'sessions', 'accessLog'] as const)
      assert.ok(body[list].length > 0, list);
    assert.equal(body.requests[0]?.text, question.text);
    const french = { 'accept-language': 'fr-CA' };
    const pdf = await api.ask<string>('GET', `${EXPORT}.pdf?timeZone=America/Toronto`, { token, headers: french });
    assert.equal(pdf.headers['content-type'], 'application/pdf');
    const text = textOf(pdf.body);
    for (const words of [
      'Tout ce qui concerne Jordan Avery',
      'Résultats',
      'Où est la garderie ?',
      'Retour à la maison',
      'Je sais qui appeler',
      'Liens avec les dossiers de l’hôpital',
      'Page 1 de',
    ])
      assert.ok(text.replaceAll('\x92', '’').includes(words), words);
    const [file] = body.files.filter(({ of }) => of.type === 'result');
    const shown = body.results.flatMap(({ media }) => media).find(({ id }) => id === file?.id);
    const served = await api.app.inject({ url: `/api/${shown?.url}`, headers: { authorization: `Bearer ${token}` } });
    assert.equal(file?.data, served.rawPayload.toString('base64'), 'the bytes of a picture');
    assert.equal([...pdf.body.matchAll(/\/Type \/EmbeddedFile /g)].length, body.files.length);
    assert.match(pdf.body, /\/Lang \(fr-CA\)/);
    const log = await api.ask<{ action: string }[]>('GET', '/api/v1/access-log', { token });
    assert.ok(log.body.filter(({ action }) => action === 'DATA_EXPORTED').length >= 2);
    assert.equal((await api.ask('GET', EXPORT, { token })).status, 200);
    const over = await api.ask('GET', EXPORT, { token });
    assert.deepEqual([over.status, over.body.error.code], [429, 'TOO_MANY_EXPORTS']);
  });

  it('erasing an account leaves nothing of the person in any table, except what is listed', async () => {
    const { db } = api.database;
    const token = await api.signIn(PERSON);
    const { id } = await db.selectFrom('users').select('id').where('email', '=', PERSON).executeTakeFirstOrThrow();
    const planted = await plant(db, id, sha256(token));
    const traces = async () => {
      const found: string[] = [];
      for (const name of TABLES) {
        const rows = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
        if (new RegExp(`${MARK}|${id}|${PERSON}|16135550123`).test(rows)) found.push(name);
      }
      return found.sort();
    };
    // A table that is new needs a row in `plant`, or a place in the list.
    const all = TABLES.filter((name) => !WITHOUT_PERSON.includes(name));
    assert.deepEqual(await traces(), all.toSorted());

    await confirm(token, { password: PASSWORD });
    assert.equal((await api.ask('DELETE', OWN, { token })).status, 204);
    assert.deepEqual(await traces(), KEPT.toSorted());
    assert.equal((await api.ask('GET', OWN, { token })).status, 401);
    assert.equal(
      await codeOf('POST', '/api/v1/sessions', { body: { username: PERSON, password: PASSWORD } }),
      'LOGIN_FAILED',
    );
    const code = await db.selectFrom('wristbands').selectAll().where('code', '=', planted.wristband).executeTakeFirst();
    assert.ok(code?.voided_at, 'a void code is never issued again');
    const asked = await db.selectFrom('requests').select('id').where('id', '=', planted.askedAboutOther).execute();
    assert.equal(asked.length, 1, "what was asked about another patient is that patient's record");
    const log = await db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', id)
      .where('action', '=', 'ACCOUNT_ERASED')
      .execute();
    assert.deepEqual(
      log.map(({ actor_id: actor }) => actor),
      [id],
    );
  });

  it('erasing an account erases its surveys at the recorder, which refuses later ones', async () => {
    const { id, token, staff } = await newPatient({ firstName: 'Noé', lastName: 'Passant', phone: '+1 613 555 0171' });
    const event = { type: 9, name: 'Your stay', content: 'Tell us', status: 'ACTIONABLE' };
    const sent = await api.ask<{ id: string }>('POST', `/api/v1/desk/patients/${id}/events`, {
      token: staff,
      body: event,
    });
    const about = sent.body.id;
    const survey: SurveyPayload = {
      Hospital: 'Northside',
      Survey: 'admission',
      Responses: [{ question: 'How was it?', answer: MARK }],
      Email: '',
      Name: 'Noé Passant',
    };
    const tokens = [];
    for (let count = 0; count < 2; count += 1) {
      const issued = await api.ask<SurveyToken[]>('POST', '/api/v1/survey-tokens', { token, body: { about: [about] } });
      tokens.push(issued.body[0]?.token ?? '');
    }
    const post = (surveyToken: string | undefined, key: string, Email = '') =>
      recorder.inject({
        method: 'POST',
        url: '/',
        headers: {
          authorizer: 'demo-recorder-key',
          'idempotency-key': key,
          ...(surveyToken === undefined ? {} : { 'survey-token': surveyToken }),
        },
        payload: { ...survey, Email },
      });
    const first = await post(tokens[0] ?? '', 'key-of-the-first');
    assert.equal(first.statusCode, 201);
    const stored = openDatabase<RecorderTables>(readRecorderConfig(recorderFiles.env).database);
    const receipt = (first.json() as SurveyReceipt).receiptId;
    const row = () => stored.db.selectFrom('receipts').selectAll().where('receipt_id', '=', receipt).executeTakeFirst();
    assert.match((await row())?.answers ?? '', new RegExp(MARK));
    const exported = await exportOf(token);
    assert.deepEqual(
      [exported.hasAllAnswers, exported.surveys.map(({ receiptId, answers }) => [receiptId, answers])],
      [true, [[receipt, survey.Responses]]],
    );
    const other = await newPatient({ firstName: 'Léo', lastName: 'Voisin', phone: '+1 613 555 0173' });
    const report = { receiptId: receipt, survey: 'admission' };
    const { status } = await api.ask('POST', '/api/v1/survey-receipts', { token: other.token, body: report });
    assert.equal(status, 204);
    assert.deepEqual((await exportOf(other.token)).surveys, [], 'surveys of another account stay there');

    const unsigned = await fetch(`${recorderUrl}/erasures`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(unsigned.status, 401);
    const url = `/api/v1/desk/patients/${id}/erasure`;
    assert.equal((await api.ask('POST', url, { token: staff, body: { name: 'noe  passant' } })).status, 204);
    await until(async () => (await row())?.answers === null);
    assert.deepEqual([(await row())?.person, (await row())?.event], [null, null]);
    await erasePerson(stored.db, { person: 'of-another', receipts: [], email: hashEmail('kim@example.org') });
    await stored.db.destroy();
    const statuses = [];
    for (const email of ['Kim@example.org', '', 'kit@example.org'])
      statuses.push((await post(undefined, `key-without-token-${email}`, email)).statusCode);
    assert.deepEqual(statuses, [403, 201, 201], 'without a token, the email of an erased account is refused');
    const late = await post(tokens[1] ?? '', 'key-of-the-second');
    assert.deepEqual([late.statusCode, late.json().error.code], [403, 'TOKEN_ERASED']);
  });

  it('staff erase a patient only with the patient’s name, and not themselves', async () => {
    const { staff, id, token } = await newPatient({ firstName: 'Léa', lastName: 'Côté', phone: '+1 613 555 0172' });
    const url = `/api/v1/desk/patients/${id}/erasure`;
    const other = await api.ask('POST', url, { token: staff, body: { name: 'Léa Roy' } });
    assert.deepEqual([other.status, Object.keys(other.body.error.fields ?? {})], [400, ['name']]);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 200);
    assert.equal((await api.ask('POST', url, { token: staff, body: { name: ' LEA COTE ' } })).status, 204);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 401);
    assert.equal((await api.ask('GET', `/api/v1/desk/patients/${id}`, { token: staff })).status, 404);
    const [entry] = await api.database.db
      .selectFrom('audit')
      .selectAll()
      .where('object', '=', 'account-erased')
      .where('subject_id', '=', id)
      .execute();
    assert.ok(entry?.actor_id);
    await confirm(staff, { password: PASSWORD });
    assert.equal(await codeOf('DELETE', OWN, { token: staff }), 'STAFF_ACCOUNT');
  });
});
