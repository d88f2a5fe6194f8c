/** The demo with its hospital's FHIR server: what arrives from there, the story's blood test, and what is sent back. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type DemoHospital, startDemoHospital } from 'tools/fhir-server/hospital/hospital';
import type { Resource } from 'tools/fhir-server/store/resources';
import { MINUTE } from '../../src/common/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import {
  type CareEvent,
  EVENT_TYPE,
  type Medications,
  type Result,
  type StoryStepPlayed,
  type SurveyReceipt,
  type SurveyToken,
  type User,
} from '../../src/contract.ts';
import { openDatabase } from '../../src/db/open.ts';
import { buildRecorder } from '../../src/recorder/app.ts';
import { readRecorderConfig } from '../../src/recorder/config.ts';
import type { RecorderTables } from '../../src/recorder/tables.ts';
import { HospitalOutbox } from '../../src/records/outbound/outbox.ts';
import type { App } from '../../src/services/context.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/services.ts';
import { shareWith } from '../support/sharing.ts';

const RECORDER_KEY = 'demo-recorder-key';
const BLOOD_RESULTS = 5;
const SILENT = { warn: () => undefined };

describe('the demo with its hospital', () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-hospital-'));
  let hospital: DemoHospital;
  let recorder: App;
  let recorderFiles: TestDatabase;
  let api: TestApi;
  let token: string;
  let userId: string;

  const get = async <Body>(path: string, as = token) =>
    (await api.ask<Body>('GET', `/api/v1/${path}`, { token: as })).body;
  const play = async (index: number) =>
    (await api.ask<StoryStepPlayed>('POST', `/api/v1/story/patient/steps/${index}`, { token })).body;
  const events = async () => (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
  const send = async (text: string, profileId = 1, as = token) => {
    const body = { kind: 'question', text };
    const sent = await api.ask('POST', `/api/v1/profiles/${profileId}/requests`, { token: as, body });
    assert.equal(sent.status, 201);
  };
  const communications = () => hospital.server.store.ofType('Communication').map(({ payload }) => payload);
  const responses = () => hospital.server.store.ofType('QuestionnaireResponse');
  const waiting = () => api.database.db.selectFrom('hospital_outbox').selectAll().execute();
  const isDelivered = async () => (await waiting()).length === 0;
  /** Whether all that waits was tried, without success: it is tried again in seconds, what is being tried in minutes. */
  const isPutOff = async () =>
    (await waiting()).every(
      ({ attempts, next_attempt_at: next }) => attempts > 0 && Date.parse(next) < Date.now() + MINUTE,
    );
  const newOutbox = () => {
    const config = readConfig(api.env);
    assert.ok(config.fhir);
    return new HospitalOutbox(api.database.db, config, config.fhir, SILENT);
  };
  /** Tries once what waits for its next attempt. */
  const retryNow = async (outbox: HospitalOutbox) => {
    await api.database.db.updateTable('hospital_outbox').set({ next_attempt_at: '2020' }).execute();
    await outbox.settled();
  };
  /** Retries until nothing waits: the API's own outbox may take a message first. */
  const deliverAll = (outbox: HospitalOutbox) =>
    until(async () => {
      await retryNow(outbox);
      return isDelivered();
    });
  const setLink = (state: 'linked' | 'ended') =>
    api.database.db.updateTable('fhir_links').set({ state }).where('user_id', '=', userId).execute();

  before(async () => {
    hospital = await startDemoHospital({ data: folder, keyFile: join(folder, 'fhir.pem'), isReset: true });
    recorderFiles = await createTestDatabase();
    recorder = await buildRecorder(readRecorderConfig({ ...recorderFiles.env, SURVEY_RETENTION: 'keep' }));
    await recorder.listen({ host: '127.0.0.1', port: 0 });
    const recorderUrl = `http://127.0.0.1:${(recorder.server.address() as AddressInfo).port}`;
    api = await startApi({ ...hospital.env, DEMO_HOSPITAL_SECONDS: '600', RECORDER_UPSTREAM: recorderUrl });
    await api.app.listen({ host: '127.0.0.1', port: 0 });
    hospital.notify(`http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`);
    token = await api.signIn();
    userId = (await get<{ id: string }>('users/me')).id;
    await until(async () => (await get<Medications>('profiles/1/medications')).medications.length > 0);
  });
  beforeEach(() => hospital.server.setFaults([]));
  after(async () => {
    await api.close();
    await recorder.close();
    await recorderFiles.drop();
    await hospital.close();
    rmSync(folder, { recursive: true });
  });

  it('gets the story’s blood test from the hospital, once, and again after a restart', async () => {
    assert.ok(
      (await events()).every(({ status }) => status === 'COMPLETED'),
      'the first reading notifies of nothing',
    );
    for (let turn = 0; turn < 2; turn++) {
      for (let index = 0; index < BLOOD_RESULTS; index++) await play(index);
      const [played] = await Promise.all([play(BLOOD_RESULTS), play(BLOOD_RESULTS)]);
      const [blood] = played.results;
      const facts = [blood?.name, blood?.performer, blood?.observations.length];
      assert.deepEqual(facts, ['Blood test', 'Dr. Amara Osei', 4]);
      assert.equal(played.events.find(({ type }) => type === EVENT_TYPE.RESULT)?.linkId, blood?.id);
      assert.equal((await get<Result[]>('results')).length, 4);
      const row = api.database.db.selectFrom('results').select('source').where('id', '=', String(blood?.id));
      assert.equal((await row.executeTakeFirst())?.source, 'server');
      await get(`users/${userId}/reset`);
      assert.equal((await get<Result[]>('results')).length, 3);
    }
  });

  it('sends a request to the FHIR server once, through faults and a killed process', async () => {
    const outbox = newOutbox();
    hospital.server.setFaults([{ kind: 'cut', every: 1, method: 'POST' }]);
    await send('May I have tea?');
    await until(() => communications().length === 1);
    await outbox.close();
    const next = newOutbox();
    hospital.server.setFaults([{ kind: 'busy', every: 1, method: 'POST' }]);
    await retryNow(next);
    assert.equal((await waiting()).length, 1);
    hospital.server.setFaults([]);
    await deliverAll(next);
    await next.close();
    assert.deepEqual(communications(), [[{ contentString: 'May I have tea?' }]]);
    const [sent] = hospital.server.store.ofType('Communication') as [Resource];
    assert.deepEqual(sent.subject, { reference: 'Patient/jordan-avery' });
  });

  it('sends nothing of someone who is not linked, nor what waited when the link ended', async () => {
    const before_ = communications().length;
    await setLink('ended');
    await send('Not linked');
    await setLink('linked');
    hospital.server.setFaults([{ kind: 'unavailable', every: 1, method: 'POST' }]);
    await send('Unlinked while it waits');
    await until(isPutOff);
    await setLink('ended');
    hospital.server.setFaults([]);
    const outbox = newOutbox();
    await deliverAll(outbox);
    await outbox.close();
    await setLink('linked');
    assert.equal(communications().length, before_);
  });

  it('sends a supporter’s request with the supporter as its sender, by name only', async () => {
    const supporter = await api.signIn('second@example.org');
    const { profileId } = await shareWith(api, token, supporter);
    await send('May I bring flowers?', profileId, supporter);
    await until(isDelivered);
    const sent = hospital.server.store.ofType('Communication').at(-1);
    const { firstName, lastName } = await get<User>('users/me', supporter);
    const patient = { reference: 'Patient/jordan-avery' };
    const name = [{ text: `${firstName} ${lastName}` }];
    assert.deepEqual(
      [sent?.subject, sent?.sender, sent?.contained, sent?.payload],
      [
        patient,
        { reference: '#sender' },
        [{ resourceType: 'RelatedPerson', id: 'sender', patient, name }],
        [{ contentString: 'May I bring flowers?' }],
      ],
    );
  });

  it('sends a survey whose answers are kept once, and its correction in its place', async () => {
    for (let index = 0; index <= 3; index++) await play(index);
    const about = (await events()).find(({ type }) => type === EVENT_TYPE.HOSPITAL_SURVEY_IN)?.id ?? '';
    const deliver = async (answer: number, replaces?: string) => {
      const tokens = await api.ask<SurveyToken[]>('POST', '/api/v1/survey-tokens', { token, body: { about: [about] } });
      const headers = {
        authorizer: RECORDER_KEY,
        'idempotency-key': randomUUID(),
        'survey-token': tokens.body[0]?.token ?? '',
        ...(replaces ? { replaces } : {}),
      };
      const payload = {
        Hospital: 'Northside General Hospital',
        Survey: 'admission',
        Responses: [{ question: 'triage', answer }],
        Email: 'patient@example.org',
        Name: 'Jordan Avery',
      };
      const sent = await recorder.inject({ method: 'POST', url: '/', headers, payload });
      return sent.json<SurveyReceipt>().receiptId;
    };
    const report = async (receiptId: string, as = token, replaces?: string) => {
      const body = { survey: 'admission', receiptId, about, ...(replaces ? { replaces } : {}) };
      await api.ask('POST', '/api/v1/survey-receipts', { token: as, body });
      await until(isDelivered);
    };
    const first = await deliver(5);
    // A receipt of someone else's survey.
    await report(first, await api.signIn('second@example.org'));
    assert.deepEqual(responses(), []);
    for (let time = 0; time < 2; time += 1) await report(first);
    assert.deepEqual([responses().length, responses()[0]?.status], [1, 'completed']);
    await report(await deliver(2, first), token, first);
    const [response, ...others] = responses();
    assert.deepEqual([response?.status, others], ['amended', []]);
    assert.match(JSON.stringify(response?.item), /"text":"triage","answer":\[\{"valueInteger":2\}\]/);
    const database = openDatabase<RecorderTables>(readRecorderConfig(recorderFiles.env).database);
    const dropped = await deliver(1);
    await database.db.updateTable('receipts').set({ answers: null }).where('receipt_id', '=', dropped).execute();
    await database.db.destroy();
    await report(dropped);
    assert.equal(responses().length, 1);
  });
});
