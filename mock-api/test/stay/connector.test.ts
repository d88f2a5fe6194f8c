/** Records from a hospital's FHIR server: linking, reading, news, the desk, and what must never leave. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  About,
  CareEvent,
  CarePlan,
  DeskRecordLink,
  DeskRecordLinkItem,
  Documents,
  Observations,
  RecordCandidates,
  Result,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Hospital, NOTIFY_SECRET, person, startHospital } from '../support/fhir-hospital.ts';

/** Part of every id and identifier in the hospital. */
const PLANTED = 'Zz9Planted';
const ID = `${PLANTED}-p`;
const SUBJECT = { reference: `Patient/${ID}` };
const PDF = Buffer.from('%PDF-1.7 letter').toString('base64');

const of = (resourceType: string, id: string, fields: object) => ({
  resourceType,
  id: `${PLANTED}-${id}`,
  subject: SUBJECT,
  ...fields,
});
const lab = (id: string, value: number, fields: object = {}) =>
  of('Observation', id, {
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
    effectiveDateTime: '2026-01-03',
    identifier: [{ system: 'urn:lab', value: PLANTED }],
    category: [{ coding: [{ code: 'laboratory' }] }],
    valueQuantity: { value, unit: 'g/L' },
    ...fields,
  });
const report = (id: string, fields: object) =>
  of('DiagnosticReport', id, {
    status: 'final',
    code: { text: 'Blood count' },
    conclusion: 'As expected.',
    issued: '2026-01-05',
    ...fields,
  });

describe('the connection to a FHIR server', () => {
  let api: TestApi;
  let hospital: Hospital;
  let patient: string;
  let staff: string;
  let userId: string;

  const put = (resource: object) => hospital.server.store.put(resource as { resourceType: string; id: string });
  const until = async (what: string, isTrue: () => Promise<boolean>) => {
    for (const end = Date.now() + 15_000; !(await isTrue()); await wait(20))
      assert.ok(Date.now() < end, `still not so: ${what}`);
  };
  const desk = <Body>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    api.ask<Body>(method, `/api/v1/desk/${path}`, { token: staff, ...(body ? { body } : {}) });
  const linkOf = async (id = userId) => (await desk<DeskRecordLink>('GET', `patients/${id}/record-link`)).body;
  const mine = async <Body>(path: string) => (await api.ask<Body>('GET', `/api/v1/${path}`, { token: patient })).body;
  const notify = (body: unknown, secret = NOTIFY_SECRET) =>
    api.ask('POST', '/api/fhir/notify', { body, headers: { authorization: `Bearer ${secret}` } });
  /** Has the record read, and waits until that is done. */
  const synchronize = async () => {
    const { checkedAt } = await linkOf();
    assert.equal((await notify({ reference: SUBJECT.reference })).status, 204);
    await until('the record is read', async () => {
      const link = await linkOf();
      return !link.isSyncing && (link.checkedAt !== checkedAt || link.state === 'held');
    });
  };
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
    put(lab('hb', 134));
    put(
      report('dr', {
        result: [{ reference: `Observation/${PLANTED}-hb` }],
        performer: [{ reference: `Practitioner/${PLANTED}-dr` }],
        presentedForm: [{ contentType: 'application/pdf', url: `Binary/${PLANTED}-pdf`, title: 'Letter' }],
      }),
    );
    put({ resourceType: 'Practitioner', id: `${PLANTED}-dr`, name: [{ text: 'Dr Careful' }] });
    put({ resourceType: 'Binary', id: `${PLANTED}-pdf`, contentType: 'application/pdf', data: PDF });
    const elsewhere = { contentType: 'application/pdf', url: 'http://127.0.0.1:9/secret.pdf' };
    put(of('DocumentReference', 'doc', { status: 'current', content: [{ attachment: elsewhere }] }));
    put(of('Condition', 'co', { code: { text: 'Asthma' }, clinicalStatus: { coding: [{ code: 'active' }] } }));
    put({ ...lab('foreign', 99), subject: { reference: 'Patient/foreign' } });
    api = await startApi({ ...hospital.env, LIMIT_LOGIN_FAILURES: '100' });
    patient = await api.signIn();
    staff = await api.signInStaff();
    const { db } = api.database;
    const user = await db.selectFrom('users').select('id').where('email', '=', 'patient@example.org').execute();
    userId = user[0]?.id ?? '';
  });
  after(async () => {
    await api.close();
    await hospital.server.close();
  });

  it('links by the wristband’s code and the same family name, and reads the record at once', async () => {
    await until('linked', async () => (await linkOf()).checkedAt !== null);
    const link = await linkOf();
    assert.deepEqual([link.state, link.patientId, link.failure], ['linked', ID, null]);
    const { source } = await mine<About>('profiles/1/about');
    assert.equal(source.state, 'ok');
    const found = (await mine<Result[]>('results')).find(({ name }) => name === 'Blood count');
    assert.deepEqual(found?.observations[0]?.valueQuantity, { value: 134, unit: 'g/L', figure: '134' });
    assert.equal(found?.performer, 'Dr Careful');
    const { documents } = await mine<Documents>('profiles/1/documents');
    assert.deepEqual(documents.map(({ cannotOpen }) => cannotOpen).sort(), [null, 'elsewhere'].sort());
    assert.deepEqual(
      link.heldBack.filter(({ why }) => why === 'file'),
      [{ why: 'file', type: null, count: 1 }],
    );
    const { series } = await mine<Observations>('profiles/1/observations');
    assert.ok(!JSON.stringify(series).includes('99'), 'a resource of another patient is not read');
  });

  it('announces the first reading as one reload, without notifications', async () => {
    assert.deepEqual(await changes(), ['resync']);
  });

  it('reads what has changed when it is notified, corrections with a notice for those who had read it', async () => {
    await mine('results');
    put(lab('hb', 143));
    await synchronize();
    const found = (await mine<Result[]>('results')).find(({ name }) => name === 'Blood count');
    assert.equal(found?.observations[0]?.valueQuantity?.figure, '143');
    assert.ok((await events()).some(({ name }) => name === 'Corrected: Blood count'));
  });

  it('sends no correction for values that are only added or regrouped', async () => {
    put(lab('k', 4, { effectiveDateTime: '2026-02-03' }));
    await synchronize();
    await mine('results');
    put(lab('na', 140, { effectiveDateTime: '2026-02-03' }));
    await synchronize();
    await mine('results');
    const result = ['k', 'na'].map((id) => ({ reference: `Observation/${PLANTED}-${id}` }));
    put(report('later', { code: { text: 'Salts' }, issued: '2026-02-04', result }));
    await synchronize();
    const names = (await mine<Result[]>('results')).map(({ name }) => name);
    assert.deepEqual([names.includes('Salts'), names.includes('Lab values')], [true, false]);
    const notices = (await events()).filter(({ name }) => /^(Corrected: (?!Blood count)|Removed)/.test(name));
    assert.deepEqual(notices, []);
  });

  it('announces what happened after the link, and nothing older', async () => {
    await changes();
    put(report('old', { code: { text: 'Old' }, issued: '2026-01-06' }));
    await synchronize();
    const [older] = await changes();
    put(report('new', { code: { text: 'New' }, issued: new Date(Date.now() + 5000).toISOString() }));
    await synchronize();
    assert.deepEqual([older, (await changes())[0]], ['result.updated', 'result.created']);
  });

  it('says which words of results and care plans are the hospital’s, to readers of another language', async () => {
    const chest = { code: { text: 'Radiographie du thorax' }, conclusion: 'Les poumons sont clairs.' };
    put(report('thorax', { ...chest, issued: '2026-01-07', result: [{ reference: `Observation/${PLANTED}-hb` }] }));
    const activity = [{ detail: { description: 'Marcher', scheduledString: 'Deux fois par jour, avec une aide' } }];
    put(of('CarePlan', 'cp', { status: 'active', intent: 'plan', title: 'Plan', period: { start: '2026' }, activity }));
    await synchronize();
    const read = async (language: string) => {
      const headers = { 'accept-language': language };
      const ask = <Body>(path: string) => api.ask<Body>('GET', `/api/v1/${path}`, { token: patient, headers });
      const result = (await ask<Result[]>('results')).body.find(({ name }) => name === chest.code.text);
      const plan = (await ask<CarePlan[]>('care-plans')).body.find(
        ({ data }) => data.carePlans[0]?.title === 'Marcher',
      );
      return [result, result?.observations[0], plan?.data, plan?.data.carePlans[0]].map((item) => item?.languages);
    };
    assert.deepEqual(await read('en-CA'), [
      { name: 'fr', content: 'fr', conclusion: 'fr' },
      undefined,
      { title: 'fr' },
      { title: 'fr', comments: 'fr' },
    ]);
    assert.deepEqual(await read('fr-CA'), [undefined, undefined, undefined, undefined]);
  });

  it('refuses notifications without the secret, that name no patient, or are too large, and looks up unknown ones', async () => {
    assert.equal((await notify({ reference: SUBJECT.reference }, 'wrong')).status, 401);
    assert.equal((await api.ask('POST', '/api/fhir/notify', { body: {} })).status, 401);
    for (const body of [{}, [], { reference: 'Practitioner/x' }, { patient: 'Patient/x y' }])
      assert.equal((await notify(body)).status, 400, JSON.stringify(body));
    assert.equal((await notify({ reference: SUBJECT.reference, text: 'x'.repeat(1_100_000) })).status, 413);
    const bundle = {
      resourceType: 'Bundle',
      entry: [{ resource: { ...lab('x', 1), subject: { reference: 'Patient/unknown' } } }],
    };
    assert.equal((await notify(bundle)).status, 204);
    await until('looked up', async () =>
      hospital.server.requests.some((request) => request.endsWith('/Patient/unknown')),
    );
    const { body } = await api.ask<object>('GET', '/api/docs/json');
    assert.ok(!JSON.stringify(body).includes('/api/fhir/notify'));
  });

  it('removes what the hospital has deleted, and notifies those who had read it', async () => {
    await mine('profiles/1/about');
    hospital.server.store.remove(`Condition/${PLANTED}-co`);
    await api.database.db.updateTable('fhir_links').set({ full_at: null }).execute();
    await synchronize();
    assert.deepEqual((await mine<About>('profiles/1/about')).conditions, []);
    const told = (await events()).filter(({ name }) => name === 'Removed from your record');
    assert.equal(told.length, 1);
    assert.doesNotMatch(JSON.stringify(told), /Asthma/);
  });

  it('holds another family name for the desk, which compares and links', async () => {
    const items = async () => (await desk<DeskRecordLinkItem[]>('GET', 'record-links?state=held')).body;
    await until('held', async () => (await items()).some(({ reason }) => reason === 'name'));
    const held = (await items()).find(({ reason }) => reason === 'name');
    assert.ok(held);
    const path = `patients/${held.id}/record-link`;
    const { body } = await desk<RecordCandidates>('GET', `${path}/candidates`);
    const [candidate] = body.candidates;
    assert.ok(candidate);
    assert.deepEqual([candidate.isSameFamilyName, candidate.isLinkedElsewhere], [false, false]);
    const { patientId, name, birthDate } = candidate;
    const problem = async (given: object) =>
      (await desk<{ error: { code: string } }>('PUT', path, given)).body.error?.code;
    assert.equal(await problem({ patientId, name: 'Another', birthDate }), 'RECORD_PATIENT_CHANGED');
    assert.equal(await problem({ patientId: 'none', name, birthDate }), 'NOT_FOUND');
    assert.equal(await problem({ patientId: ID, name: 'Planted Avéry', birthDate }), 'RECORD_LINKED_ELSEWHERE');
    assert.equal((await desk('PUT', path, { patientId, name, birthDate })).status, 200);
    assert.equal(await problem({ patientId, name, birthDate }), 'RECORD_LINKED');
    await until('read', async () => (await linkOf(held.id)).checkedAt !== null);
    assert.equal((await desk('DELETE', path)).status, 204);
    assert.equal((await linkOf(held.id)).state, 'ended');
    assert.equal((await desk('POST', `${path}/sync`)).status, 409);
  });

  it('follows a merge of two patients, and never sends anything about someone who has died', async () => {
    const replacement = `${ID}-2`;
    put(person(replacement, 'ER10000001', 'Avery'));
    put({ ...report('dr', {}), subject: { reference: `Patient/${replacement}` } });
    put(person(ID, '', 'Avery', { link: [{ type: 'replaced-by', other: { reference: `Patient/${replacement}` } }] }));
    await synchronize();
    assert.equal((await linkOf()).patientId, replacement);
    const names = (await mine<Result[]>('results')).map(({ name }) => name);
    assert.ok(names.includes('Blood count'));
    await changes();
    put(person(replacement, 'ER10000001', 'Avery', { deceasedDateTime: '2026-03-01' }));
    put({ ...report('after', { issued: '2099-01-01' }), subject: { reference: `Patient/${replacement}` } });
    await notify({ reference: `Patient/${replacement}` });
    await until('held', async () => (await linkOf()).reason === 'deceased');
    // For the desk, not for the patient.
    assert.deepEqual(await changes(), ['record-link.updated']);
    assert.equal((await mine<About>('profiles/1/about')).source.state, 'late');
  });

  it('gives people no token and no id or identifier of the hospital', async () => {
    const paths = ['about', 'documents', 'medications', 'care-team', 'observations', 'day'];
    const answers = [
      ...(await Promise.all(paths.map((path) => mine(`profiles/1/${path}`)))),
      await mine('results'),
      await mine('access-log'),
      await events(),
    ];
    assert.ok(!JSON.stringify(answers).includes(PLANTED));
    assert.ok(JSON.stringify(await linkOf()).includes(PLANTED), 'the desk compares ids');
  });

  it('unlinks with everything that came from there', async () => {
    assert.equal((await desk('DELETE', `patients/${userId}/record-link`)).status, 204);
    for (const table of ['fhir_resources', 'fhir_files', 'record_items'] as const)
      assert.deepEqual(
        await api.database.db.selectFrom(table).select('user_id').where('source', '=', 'server').execute(),
        [],
      );
    assert.equal((await mine<About>('profiles/1/about')).source.state, 'never');
  });
});
