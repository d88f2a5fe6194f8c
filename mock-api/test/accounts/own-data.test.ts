/** What people get of everything about them, and its erasure: by themselves and at the desk. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import {
  type ApiError,
  type DeskPatient,
  type OwnData,
  type OwnDataState,
  RESULT_TYPE,
  type Result,
  type SurveyReceipt,
  type SurveyToken,
} from '../../src/contract.ts';
import { TABLES } from '../../src/db/migrations.ts';
import { openDatabase } from '../../src/db/open.ts';
import { textOf } from '../../src/pdf/testing/read.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import { erasePerson } from '../../src/recorder/erasure.ts';
import type { RecorderTables } from '../../src/recorder/tables.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { hashEmail } from '../../src/security/survey-token.ts';
import type { App } from '../../src/services/context.ts';
import { outcomeOf, PASSWORD, startApi, type TestApi, wrongPin } from '../support/api.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/services.ts';
import { KEPT, MARK, PERSON, plant, WITHOUT_PERSON, WRISTBAND } from './traces.ts';

const EXPORT = '/api/v1/own-data/export';
const CONFIRM = '/api/v1/own-data/confirmation';
const OWN = '/api/v1/own-data';

describe('own data', () => {
  let api: TestApi;
  let recorder: App;
  let recorderFiles: TestDatabase;
  let recorderUrl: string;

  const confirm = (token: string, proof: object) => api.post<OwnDataState>(CONFIRM, proof, token);
  const outcome = async (...call: Parameters<TestApi['ask']>) => outcomeOf(await api.ask(...call));
  /** Creates a patient at the desk, who is signed in. */
  const newPatient = async (firstName: string, lastName: string, phone: string) => {
    const staff = await api.signInStaff();
    const made = await api.post<DeskPatient>('/api/v1/desk/patients', { firstName, lastName, phone }, staff);
    assert.equal(made.status, 201);
    const { id } = made.body;
    const token = await openSession(api.database.db, id, 'full', readConfig(api.env).limits);
    return { staff, id, token, url: `/api/v1/desk/patients/${id}` };
  };
  /** Returns the export of a session that has just proven who it is. */
  const exportOf = async (token: string): Promise<OwnData> => {
    const confirmed = { confirmed_until: new Date(Date.now() + 60_000).toISOString() };
    await api.database.db.updateTable('sessions').set(confirmed).where('token_hash', '=', sha256(token)).execute();
    return api.get(EXPORT, token);
  };

  const resultOf = (id: string) => api.database.db.selectFrom('results').select('document').where('id', '=', id);

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
  beforeEach(() => api.resetThrottles());

  it('needs a fresh proof, which counts for one session', async () => {
    const token = await api.signIn();
    const calls = [
      ['GET', EXPORT],
      ['GET', `${EXPORT}.pdf`],
      ['DELETE', OWN],
    ] as const;
    for (const [method, url] of calls) assert.equal(await outcome(method, url, { token }), '403 CONFIRMATION_REQUIRED');
    const { proof, confirmedUntil, mayErase } = await api.get<OwnDataState>(OWN, token);
    assert.deepEqual([proof, confirmedUntil, mayErase], ['password', null, true]);
    for (const wrong of [{ password: 'Wrong-pass1' }, { pin: '1379' }])
      assert.equal(outcomeOf(await confirm(token, wrong)), '403 PASSWORD_WRONG');
    const confirmed = await confirm(token, { password: PASSWORD });
    assert.ok(Date.parse(confirmed.body.confirmedUntil ?? '') > Date.now());
    assert.equal(await outcome('GET', EXPORT, { token }), '200');
    assert.equal(await outcome('GET', EXPORT, { token: await api.signIn() }), '403 CONFIRMATION_REQUIRED');
    await api.database.db.updateTable('sessions').set({ confirmed_until: new Date().toISOString() }).execute();
    assert.equal(await outcome('GET', EXPORT, { token }), '403 CONFIRMATION_REQUIRED');
  });

  it('asks an account without a password for a PIN, and counts wrong ones', async () => {
    const phone = '+1 613 555 0170';
    const { token } = await newPatient('Zoé', 'Lœuf', phone);
    assert.equal((await api.get<OwnDataState>(OWN, token)).proof, 'pin');
    assert.equal(outcomeOf(await confirm(token, { password: PASSWORD })), '410 PIN_DEAD');
    const pin = await api.newPin(token, phone);
    assert.equal(outcomeOf(await confirm(token, { pin: wrongPin(pin) })), '403 PIN_WRONG');
    assert.equal(outcomeOf(await confirm(token, { pin })), '200');
    assert.equal(await outcome('GET', EXPORT, { token }), '200');
  });

  it('is exported as JSON and as a PDF in the person’s language, is logged and limited', async () => {
    const token = await api.signIn();
    const question = { kind: 'question', text: 'Où est la garderie ?' };
    await api.post('/api/v1/profiles/1/requests', question, token);
    const noted = { text: 'Quand puis-je me doucher?' };
    await api.ask('PUT', `/api/v1/profiles/1/rounds-questions/${randomUUID()}`, { token, body: noted });
    const results = await api.get<Result[]>('/api/v1/results', token);
    const blood = results.find(({ type }) => type === RESULT_TYPE.BLOOD)?.id ?? '';
    const { document } = await resultOf(blood).executeTakeFirstOrThrow();
    const mark = { text: { en: 'Marked', fr: 'Signalé comme très élevé' }, kind: 'above', isCritical: true };
    const marked = document.replace('"code":"WBC"', `"code":"WBC","mark":${JSON.stringify(mark)}`);
    await api.database.db.updateTable('results').set({ document: marked }).where('id', '=', blood).execute();
    await confirm(token, { password: PASSWORD });
    const { body, headers } = await api.ask<OwnData>('GET', EXPORT, { token });
    assert.match(String(headers['content-disposition']), /^attachment; filename="lodestar-\d{4}-\d\d-\d\d\.json"$/);
    assert.equal(body.account.name, 'Jordan Avery');
    assert.doesNotMatch(JSON.stringify(body), /argon2|ER1000/);
    for (const list of ['events', 'profiles', 'requests', 'agreements', 'sessions', 'accessLog'] as const)
      assert.ok(body[list].length > 0, list);
    assert.equal(body.requests[0]?.text, question.text);
    assert.equal(body.roundsQuestions[0]?.text, noted.text);
    const french = { 'accept-language': 'fr-CA' };
    const pdf = await api.app.inject({
      url: `${EXPORT}.pdf?timeZone=Asia/Tokyo`,
      headers: { authorization: `Bearer ${token}`, ...french },
    });
    assert.equal(pdf.headers['content-type'], 'application/pdf');
    assert.match(pdf.body, /\/Lang \(fr-CA\)/);
    const text = await textOf(pdf.rawPayload);
    const headings = ['Tout ce qui concerne Jordan Avery', 'Résultats', 'Retour à la maison', 'Page 1 de'];
    const contents = [
      noted.text,
      'Où est la garderie ?',
      'Je sais qui appeler',
      'Signalé comme très élevé',
      'Liens avec les dossiers de l’hôpital',
    ];
    for (const words of [...headings, ...contents]) assert.ok(text.includes(words), words);
    // In the hospital's time zone, not the phone's.
    assert.ok(text.includes('16 mars 2020 à 09 h 30'));
    const [file] = body.files.filter(({ of }) => of.type === 'result');
    const shown = body.results.flatMap(({ media }) => media).find(({ id }) => id === file?.id);
    const served = await api.app.inject({ url: `/api/${shown?.url}`, headers: { authorization: `Bearer ${token}` } });
    assert.equal(file?.data, served.rawPayload.toString('base64'), 'the bytes of a picture');
    assert.equal([...pdf.body.matchAll(/\/Type \/EmbeddedFile\n/g)].length, body.files.length);
    const log = await api.get<{ action: string }[]>('/api/v1/access-log', token);
    assert.ok(log.filter(({ action }) => action === 'DATA_EXPORTED').length >= 2);
    assert.equal(await outcome('GET', EXPORT, { token }), '200');
    assert.equal(await outcome('GET', EXPORT, { token }), '429 TOO_MANY_EXPORTS');
  });

  it('erasing an account leaves nothing of the person in any table, except what is listed', async () => {
    const { db } = api.database;
    const token = await api.signIn(PERSON);
    const { id } = await api.user(PERSON);
    await plant(api, sha256(token));
    const traces = async () => {
      const found: string[] = [];
      for (const name of TABLES) {
        const rows = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
        if (new RegExp(`${MARK}|${id}|${PERSON}|16135550123`).test(rows)) found.push(name);
      }
      return found.sort();
    };
    // A table that is new needs a row in `plant`, or a place in the list.
    assert.deepEqual(await traces(), TABLES.filter((name) => !WITHOUT_PERSON.includes(name)).toSorted());

    await confirm(token, { password: PASSWORD });
    assert.equal(await outcome('DELETE', OWN, { token }), '204');
    assert.deepEqual(await traces(), KEPT.toSorted());
    assert.equal((await api.ask('GET', OWN, { token })).status, 401);
    const login = await api.post('/api/v1/sessions', { username: PERSON, password: PASSWORD });
    assert.equal(outcomeOf(login), '401 LOGIN_FAILED');
    const code = await db.selectFrom('wristbands').selectAll().where('code', '=', WRISTBAND).executeTakeFirst();
    assert.ok(code?.voided_at, 'a void code is never issued again');
    const asked = await db.selectFrom('requests').select('id').where('id', '=', 'about-other').execute();
    assert.equal(asked.length, 1, "what was asked about another patient is that patient's record");
    const log = db.selectFrom('audit').select('actor_id').where('action', '=', 'ACCOUNT_ERASED');
    const actors = (await log.where('subject_id', '=', id).execute()).map(({ actor_id: actor }) => actor);
    assert.deepEqual(actors, [id]);
  });

  it('erasing an account erases its surveys at the recorder, which refuses later ones', async () => {
    const { token, staff, url } = await newPatient('Noé', 'Passant', '+1 613 555 0171');
    const event = { type: 9, name: 'Your stay', content: 'Tell us', status: 'ACTIONABLE' };
    const about = [(await api.post<{ id: string }>(`${url}/events`, event, staff)).body.id];
    const answers = [{ question: 'How was it?', answer: MARK }];
    const survey = { Hospital: 'Northside', Survey: 'admission', Responses: answers, Name: 'Noé Passant' };
    const newToken = async () =>
      (await api.post<SurveyToken[]>('/api/v1/survey-tokens', { about }, token)).body[0]?.token ?? '';
    const [surveyToken, lateToken] = [await newToken(), await newToken()];
    const post = async (key: string, headers: Record<string, string>, Email = '') => {
      const keys = { authorizer: 'demo-recorder-key', 'idempotency-key': key };
      const payload = { ...survey, Email };
      const answer = await recorder.inject({ method: 'POST', url: '/', headers: { ...keys, ...headers }, payload });
      return { status: answer.statusCode, body: answer.json<SurveyReceipt & ApiError>() };
    };
    const first = await post('key-of-the-first', { 'survey-token': surveyToken });
    assert.equal(first.status, 201);
    const stored = openDatabase<RecorderTables>(readRecorderConfig(recorderFiles.env).database);
    const { receiptId } = first.body;
    const row = () =>
      stored.db.selectFrom('receipts').selectAll().where('receipt_id', '=', receiptId).executeTakeFirstOrThrow();
    assert.match((await row()).answers ?? '', new RegExp(MARK));
    const { hasAllAnswers, surveys } = await exportOf(token);
    assert.ok(hasAllAnswers);
    assert.deepEqual(
      surveys.map((item) => [item.receiptId, item.answers]),
      [[receiptId, answers]],
    );
    const other = await newPatient('Léo', 'Voisin', '+1 613 555 0173');
    const report = { receiptId, survey: 'admission' };
    assert.equal((await api.post('/api/v1/survey-receipts', report, other.token)).status, 204);
    assert.deepEqual((await exportOf(other.token)).surveys, [], 'surveys of another account stay there');

    const unsigned = await recorder.inject({ method: 'POST', url: '/erasures', payload: {} });
    assert.equal(unsigned.statusCode, 401);
    assert.equal((await api.post(`${url}/erasure`, { name: 'noe  passant' }, staff)).status, 204);
    await until(async () => (await row()).answers === null);
    const { person, event: erasedEvent } = await row();
    assert.deepEqual([person, erasedEvent], [null, null]);
    await erasePerson(stored.db, { person: 'of-another', receipts: [], email: hashEmail('kim@example.org') });
    await stored.db.destroy();
    const statuses = [];
    for (const email of ['Kim@example.org', '', 'kit@example.org'])
      statuses.push((await post(`key-without-token-${email}`, {}, email)).status);
    assert.deepEqual(statuses, [403, 201, 201], 'without a token, the email of an erased account is refused');
    assert.equal(
      outcomeOf({ headers: {}, ...(await post('key-late', { 'survey-token': lateToken })) }),
      '403 TOKEN_ERASED',
    );
  });

  it('staff erase a patient only with the patient’s name, and not themselves', async () => {
    const { staff, id, token, url } = await newPatient('Léa', 'Côté', '+1 613 555 0172');
    const erase = (name: string) => api.post(`${url}/erasure`, { name }, staff);
    const other = await erase('Léa Roy');
    assert.deepEqual([other.status, Object.keys(other.body.error.fields ?? {})], [400, ['name']]);
    assert.equal(await outcome('GET', '/api/v1/users/me', { token }), '200');
    assert.equal((await erase(' LEA COTE ')).status, 204);
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 401);
    assert.equal((await api.ask('GET', url, { token: staff })).status, 404);
    const log = api.database.db.selectFrom('audit').select('actor_id').where('object', '=', 'account-erased');
    assert.ok((await log.where('subject_id', '=', id).executeTakeFirstOrThrow()).actor_id);
    await confirm(staff, { password: PASSWORD });
    assert.equal(await outcome('DELETE', OWN, { token: staff }), '409 STAFF_ACCOUNT');
  });
});
