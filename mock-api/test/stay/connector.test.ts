/** Records from a hospital's FHIR server: linking, reading, notifications, the desk, and what must never leave. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type About,
  type ApiError,
  type CareEvent,
  type CarePlan,
  type DeskRecordLink,
  type DeskRecordLinkItem,
  type Documents,
  EVENT_TYPE,
  type Observations,
  RECORD_EVENT,
  type RecordCandidates,
  type Result,
  type User,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Hospital, NOTIFY_SECRET, person, startHospital } from '../support/fhir-hospital.ts';
import { until } from '../support/services.ts';
import { type Fields, lab, of, report } from './full-record.ts';

/** Part of every id and identifier in the hospital. */
const PLANTED = 'Zz9Planted';
const ID = `${PLANTED}-p`;
const SUBJECT = { reference: `Patient/${ID}` };
const HB = { effectiveDateTime: '2026-01-03', identifier: [{ system: 'urn:lab', value: PLANTED }] };

describe('the connection to a FHIR server', () => {
  let api: TestApi;
  let hospital: Hospital;
  let patient: string;
  let staff: string;
  let userId: string;

  const put = (resource: object) => hospital.server.store.put(resource as { resourceType: string; id: string });
  /** Adds or replaces a resource of the patient. */
  const own = (resource: Fields, subject = SUBJECT) => put({ ...resource, subject, id: `${PLANTED}-${resource.id}` });
  const desk = <Body = ApiError>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.ask<Body>(method, `/api/v1/desk/${path}`, { token: staff, ...(body ? { body } : {}) });
  const linkOf = async (id = userId) => (await desk<DeskRecordLink>('GET', `patients/${id}/record-link`)).body;
  const mine = async <Body>(path: string, language = 'en') => {
    const headers = { 'accept-language': language };
    return (await api.ask<Body>('GET', `/api/v1/${path}`, { token: patient, headers })).body;
  };
  const results = () => mine<Result[]>('results');
  const resultNamed = async (name: string) => (await results()).find((result) => result.name === name);
  const notify = async (body: unknown, secret = NOTIFY_SECRET) =>
    (await api.ask('POST', '/api/fhir/notify', { body, headers: { authorization: `Bearer ${secret}` } })).status;
  /** Has the record read, and waits until that is done. */
  const synchronize = async () => {
    const { triedAt } = await linkOf();
    assert.equal(await notify(SUBJECT), 204);
    await until(async () => {
      const link = await linkOf();
      return !link.isSyncing && link.triedAt !== triedAt;
    });
  };
  /** Returns the kinds of the patient's changes since the last call. */
  const changes = async () => {
    const rows = await api.database.db.selectFrom('changes').select(['kind', 'person']).execute();
    await api.database.db.deleteFrom('changes').execute();
    return rows.filter((row) => row.person === userId && row.kind !== 'session.ended').map(({ kind }) => kind);
  };
  const events = async () => (await api.ask<CareEvent[]>('GET', '/api/events', { token: patient })).body;

  before(async () => {
    hospital = await startHospital();
    put(person(ID, 'ER10000001', 'Avéry'));
    put(person(`${PLANTED}-other`, 'ER10000002', 'Someone Else'));
    own(lab('hb', 134, HB));
    own(
      report('dr', 'Blood count', {
        result: [{ reference: `Observation/${PLANTED}-hb` }],
        performer: [{ reference: `Practitioner/${PLANTED}-dr` }],
        presentedForm: [{ contentType: 'application/pdf', url: `Binary/${PLANTED}-pdf`, title: 'Letter' }],
      }),
    );
    put({ resourceType: 'Practitioner', id: `${PLANTED}-dr`, name: [{ text: 'Dr Careful' }] });
    put({
      resourceType: 'Binary',
      id: `${PLANTED}-pdf`,
      contentType: 'application/pdf',
      data: btoa('%PDF-1.7 letter'),
    });
    const attachment = { contentType: 'application/pdf', url: 'http://127.0.0.1:9/secret.pdf' };
    own(of('DocumentReference', 'doc', { status: 'current', content: [{ attachment }] }));
    own(of('Condition', 'co', { code: { text: 'Asthma' }, clinicalStatus: { coding: [{ code: 'active' }] } }));
    own(lab('foreign', 99), { reference: 'Patient/foreign' });
    api = await startApi({ ...hospital.env, LIMIT_LOGIN_FAILURES: '100' });
    patient = await api.signIn();
    staff = await api.signInStaff();
    userId = (await mine<User>('users/me')).id;
  });
  after(async () => {
    await api.close();
    await hospital.server.close();
  });

  it('links by the wristband’s code and the same family name, and reads the record at once', async () => {
    await until(async () => (await linkOf()).checkedAt !== null);
    const link = await linkOf();
    assert.deepEqual([link.state, link.patientId, link.failure], ['linked', ID, null]);
    assert.equal((await mine<About>('profiles/1/about')).source.state, 'ok');
    const found = await resultNamed('Blood count');
    assert.deepEqual(found?.observations[0]?.valueQuantity, { value: 134, unit: 'g/L', figure: '134' });
    assert.equal(found?.performer, 'Dr Careful');
    const { documents } = await mine<Documents>('profiles/1/documents');
    assert.deepEqual(documents.map(({ cannotOpen }) => String(cannotOpen)).sort(), ['elsewhere', 'null']);
    const files = link.heldBack.filter(({ why }) => why === 'file');
    assert.deepEqual(files, [{ why: 'file', type: null, count: 1 }]);
    const { series } = await mine<Observations>('profiles/1/observations');
    assert.ok(!JSON.stringify(series).includes('99'), 'a resource of another patient is not read');
    assert.deepEqual(await changes(), ['resync'], 'one reload, without notifications');
  });

  it('reads what has changed when it is notified, corrections with a notice for those who had read it', async () => {
    await results();
    own(lab('hb', 143, HB));
    await synchronize();
    assert.equal((await resultNamed('Blood count'))?.observations[0]?.valueQuantity?.figure, '143');
    assert.ok((await events()).some(({ name }) => name === 'Corrected: Blood count'));
  });

  it('sends no correction for values that are only added or regrouped', async () => {
    const result = ['k', 'na'].map((id) => ({ reference: `Observation/${PLANTED}-${id}` }));
    for (const [index, resource] of [
      lab('k', 4, { effectiveDateTime: '2026-02-03' }),
      lab('na', 140, { effectiveDateTime: '2026-02-03' }),
      report('later', 'Salts', { issued: '2026-02-04', result }),
    ].entries()) {
      if (index > 0) await results();
      own(resource);
      await synchronize();
    }
    assert.ok(await resultNamed('Salts'));
    assert.equal(await resultNamed('Lab values'), undefined);
    const notices = (await events()).filter(({ name }) => /^(Corrected: (?!Blood count)|Removed)/.test(name));
    assert.deepEqual(notices, []);
  });

  it('announces what happened after the link, and nothing older', async () => {
    const announced = async (name: string, issued: string) => {
      await changes();
      own(report(name, name, { conclusion: 'As expected.', issued }));
      await synchronize();
      return (await changes())[0];
    };
    assert.equal(await announced('Old', '2026-01-06'), 'result.updated');
    assert.equal(await announced('New', new Date(Date.now() + 5000).toISOString()), 'result.created');
  });

  it('says which words of results and care plans are the hospital’s, to readers of another language', async () => {
    const title = 'Radiographie du thorax';
    const values = [{ reference: `Observation/${PLANTED}-hb` }];
    own(report('thorax', title, { conclusion: 'Les poumons sont clairs.', issued: '2026-01-07', result: values }));
    const activity = [{ detail: { description: 'Marcher', scheduledString: 'Deux fois par jour, avec une aide' } }];
    own(of('CarePlan', 'cp', { status: 'active', intent: 'plan', title: 'Plan', period: { start: '2026' }, activity }));
    await synchronize();
    const read = async (language: string) => {
      const result = (await mine<Result[]>('results', language)).find(({ name }) => name === title);
      const plans = (await mine<CarePlan[]>('care-plans', language)).map(({ data }) => data);
      const plan = plans.find(({ carePlans }) => carePlans[0]?.title === 'Marcher');
      return [result, result?.observations[0], plan, plan?.carePlans[0]].map((item) => item?.languages);
    };
    const result = { name: 'fr', content: 'fr', conclusion: 'fr' };
    assert.deepEqual(await read('en-CA'), [result, undefined, { title: 'fr' }, { title: 'fr', comments: 'fr' }]);
    assert.deepEqual(await read('fr-CA'), Array(4).fill(undefined));
  });

  it('refuses notifications without the secret, that name no patient, or are too large, and looks up unknown ones', async () => {
    assert.equal(await notify(SUBJECT, 'wrong'), 401);
    assert.equal((await api.ask('POST', '/api/fhir/notify', { body: {} })).status, 401);
    for (const body of [{}, [], { reference: 'Practitioner/x' }, { patient: 'Patient/x y' }])
      assert.equal(await notify(body), 400, JSON.stringify(body));
    assert.equal(await notify({ ...SUBJECT, text: 'x'.repeat(1_100_000) }), 413);
    const resource = lab('x', 1, { subject: { reference: 'Patient/unknown' } });
    assert.equal(await notify({ resourceType: 'Bundle', entry: [{ resource }] }), 204);
    await until(() => hospital.server.requests.some((request) => request.endsWith('/Patient/unknown')));
    const { body } = await api.ask<object>('GET', '/api/docs/json');
    assert.ok(!JSON.stringify(body).includes('/api/fhir/notify'));
  });

  it('removes what the hospital has deleted, and notifies those who had read it', async () => {
    await mine('profiles/1/about');
    await results();
    for (const key of ['Condition/*-co', 'DiagnosticReport/*-later', 'Observation/*-k', 'Observation/*-na'])
      hospital.server.store.remove(key.replace('*', PLANTED));
    await api.database.db.updateTable('fhir_links').set({ full_at: null }).execute();
    await synchronize();
    assert.deepEqual((await mine<About>('profiles/1/about')).conditions, []);
    const told = (await events()).filter(({ name }) => name === 'Removed from your record');
    assert.deepEqual(told.map(({ type }) => type).sort(), [RECORD_EVENT, EVENT_TYPE.RESULT]);
    assert.doesNotMatch(JSON.stringify(told), /Asthma|Salts/);
  });

  it('refuses a resource that is nested too deeply alone, and lists it', async () => {
    own({ ...lab('beside', 7), extension: JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) });
    own(lab('whole', 8, { effectiveDateTime: '2026-01-04' }));
    await synchronize();
    const { failure, heldBack } = await linkOf();
    assert.equal(failure, null);
    assert.deepEqual(
      heldBack.filter(({ why }) => why === 'depth'),
      [{ why: 'depth', type: 'Observation', count: 1 }],
    );
    assert.match(JSON.stringify(await results()), /"figure":"8"/);
  });

  it('holds another family name for the desk, which compares and links', async () => {
    let held: DeskRecordLinkItem | undefined;
    await until(async () => {
      const items = (await desk<DeskRecordLinkItem[]>('GET', 'record-links?state=held')).body;
      held = items.find(({ reason }) => reason === 'name');
      return held !== undefined;
    });
    const path = `patients/${held?.id}/record-link`;
    const [candidate] = (await desk<RecordCandidates>('GET', `${path}/candidates`)).body.candidates;
    assert.ok(candidate);
    assert.deepEqual([candidate.isSameFamilyName, candidate.isLinkedElsewhere], [false, false]);
    const { patientId, name, birthDate } = candidate;
    const link = async (given: object) => {
      const { status, body } = await desk('PUT', path, { patientId, name, birthDate, ...given });
      return body.error?.code ?? status;
    };
    assert.equal(await link({ name: 'Another' }), 'RECORD_PATIENT_CHANGED');
    assert.equal(await link({ patientId: 'none' }), 'NOT_FOUND');
    assert.equal(await link({ patientId: ID, name: 'Planted Avéry' }), 'RECORD_LINKED_ELSEWHERE');
    assert.equal(await link({}), 200);
    assert.equal(await link({}), 'RECORD_LINKED');
    await until(async () => (await linkOf(held?.id)).checkedAt !== null);
    assert.equal((await desk('DELETE', path)).status, 204);
    assert.equal((await linkOf(held?.id)).state, 'ended');
    assert.equal((await desk('POST', `${path}/sync`)).status, 409);
  });

  it('holds a link that no longer agrees, takes back what came since, and accepts what the desk has compared', async () => {
    const source = async () => (await mine<About>('profiles/1/about')).source;
    const say = async (fields: object) => {
      put(person(ID, 'ER10000001', 'Avery', fields));
      await synchronize();
      return linkOf();
    };
    own(report('since', 'Since', { conclusion: 'Came with the last good reading.', issued: '2026-01-08' }));
    const { checkedAt, isBirthDateCompared } = await say({ birthDate: '1958' });
    assert.equal(isBirthDateCompared, false);
    assert.ok(await resultNamed('Since'));
    own(report('other', 'Another person’s', { conclusion: 'Not theirs.', issued: '2026-01-09' }));
    await changes();
    const { state, reason } = await say({ birthDate: '1958-04-13' });
    assert.deepEqual([state, reason], ['held', 'birth-date']);
    assert.deepEqual([await resultNamed('Since'), await resultNamed('Another person’s')], [undefined, undefined]);
    assert.ok(await resultNamed('Blood count'), 'what was last good is shown');
    const { state: shown, note = '', checkedAt: goodAt } = await source();
    assert.equal(shown, 'late');
    assert.match(note, /^Records are being checked/);
    assert.ok((goodAt ?? '') < (checkedAt ?? ''));
    assert.ok((await changes()).includes('resync'));
    const path = `patients/${userId}/record-link`;
    const candidates = (await desk<RecordCandidates>('GET', `${path}/candidates`)).body.candidates;
    const { patientId, name, birthDate, isSameBirthDate } = candidates[0] ?? {};
    assert.equal(isSameBirthDate, false);
    assert.equal((await desk('PUT', path, { patientId, name, birthDate })).status, 200);
    await until(async () => (await resultNamed('Since')) !== undefined);
    await synchronize();
    assert.deepEqual([(await source()).state, (await source()).note], ['ok', undefined]);
    assert.equal((await say({ birthDate: '1958-05-15' })).reason, 'birth-date', 'only that difference was accepted');
    assert.equal((await say({})).state, 'linked', 'once the hospital has mended it');
  });

  it('follows a merge of two patients, and never sends anything about someone who has died', async () => {
    const replacement = `${ID}-2`;
    const subject = { reference: `Patient/${replacement}` };
    put(person(replacement, 'ER10000001', 'Avery'));
    own(report('dr', 'Blood count', { conclusion: 'As expected.' }), subject);
    put(person(ID, '', 'Avery', { link: [{ type: 'replaced-by', other: subject }] }));
    await synchronize();
    assert.equal((await linkOf()).patientId, replacement);
    assert.ok(await resultNamed('Blood count'));
    await changes();
    put(person(replacement, 'ER10000001', 'Avery', { deceasedDateTime: '2026-03-01' }));
    own(report('after', 'Blood count', { conclusion: 'As expected.', issued: '2099-01-01' }), subject);
    await notify(subject);
    await until(async () => (await linkOf()).reason === 'deceased');
    // For the desk, not for the patient.
    assert.deepEqual(await changes(), ['record-link.updated']);
    assert.equal((await mine<About>('profiles/1/about')).source.state, 'late');
  });

  it('gives people no token and no id or identifier of the hospital', async () => {
    const paths = ['about', 'documents', 'medications', 'care-team', 'observations', 'day'];
    const answers = [...paths.map((path) => `profiles/1/${path}`), 'results', 'access-log'].map((path) => mine(path));
    assert.ok(!JSON.stringify(await Promise.all([...answers, events()])).includes(PLANTED));
    assert.ok(JSON.stringify(await linkOf()).includes(PLANTED), 'the desk compares ids');
  });

  it('unlinks with everything that came from there', async () => {
    assert.equal((await desk('DELETE', `patients/${userId}/record-link`)).status, 204);
    for (const table of ['fhir_resources', 'fhir_files', 'record_items'] as const) {
      const rows = api.database.db.selectFrom(table).select('user_id').where('source', '=', 'server');
      assert.deepEqual(await rows.execute(), []);
    }
    assert.equal((await mine<About>('profiles/1/about')).source.state, 'never');
  });
});
