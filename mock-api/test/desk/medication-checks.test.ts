/** The medication check: when it is due, what it accepts, and what staff get of it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type {
  ApiError,
  CareRequest,
  DeskDayPlans,
  DeskMedicationChecks,
  DeskRequest,
  MedicationCheck,
  Medications,
  NewMedicationCheck,
  Profile,
} from '../../src/contract.ts';
import type { Resource } from '../../src/records/fhir/datatypes.ts';
import { updateRecord } from '../../src/records/record.ts';
import { findNames } from '../../src/records/words/concept.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const DAY = 86_400_000;

const TABLES = [
  'medication_checks',
  'medication_check_asks',
  'requests',
  'day_plans',
  'care_plans',
  'record_items',
  'fhir_resources',
] as const;

const prescribed = (id: string, text: string, fields: object = {}) => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  subject: { reference: 'Patient/x' },
  medicationCodeableConcept: { text },
  dosageInstruction: [{ text: 'Once a day' }],
  ...fields,
});

const METFORMIN = prescribed('metformin', 'Metformin 500 mg');
const WATER_PILL = prescribed('water', 'Water pill', { status: 'on-hold' });
const IRON = prescribed('iron', 'Iron');
const REPORTED = {
  ...METFORMIN,
  resourceType: 'MedicationStatement',
  id: 'told',
  dosageInstruction: undefined,
  intent: undefined,
};

describe('the medication check', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let id: string;
  let count = 0;

  const record = (...resources: Resource[]) =>
    updateRecord(api.database.db, { userId: id, source: 'files', patient: 'Patient/x' }, resources, {
      nameOf: findNames({}),
      hospital: 'Hospital',
    });
  const read = async (token = patient, profile = 1) =>
    (await api.ask<Medications>('GET', `/api/v1/profiles/${profile}/medications`, { token })).body;
  const stateOf = async (token = patient, profile = 1) => {
    const { check } = await read(token, profile);
    assert.ok(check);
    return check;
  };
  const due = async () => (await api.get<Profile[]>('/api/v1/profiles', patient))[0]?.medicationCheck;
  const newId = () => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
  /** Returns a check that agrees with the record, except for `changes` by a medication's name. */
  async function checkOf(changes: Record<string, object> = {}, token = patient, profile = 1) {
    const { check, medications } = await read(token, profile);
    assert.ok(check);
    const answers = check.medications.map((of) => {
      const item = medications.find((medication) => medication.id === of);
      const answer = item?.state === 'current' ? 'take' : 'not';
      return { id: of, answer, ...changes[item?.name ?? ''] } as NewMedicationCheck['answers'][number];
    });
    return { id: newId(), list: check.list, answers, added: [] } satisfies NewMedicationCheck;
  }
  const send = (body: object, token = patient, profile = 1) =>
    api.ask<MedicationCheck & ApiError>('POST', `/api/v1/profiles/${profile}/medications/check`, { token, body });
  const desk = async () =>
    (await api.ask<DeskMedicationChecks>('GET', `/api/v1/desk/patients/${id}/medication-checks`, { token: staff }))
      .body;
  const requests = async () =>
    (await api.get<CareRequest[]>('/api/v1/profiles/1/requests', patient)).filter(({ kind }) => kind === 'medications');

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    patient = await api.signIn();
    ({ id } = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token: patient })).body);
  });
  beforeEach(async () => {
    for (const table of TABLES) await api.database.db.deleteFrom(table).execute();
    await record(METFORMIN, WATER_PILL, REPORTED);
  });
  after(() => api.close());

  it('is due on arrival, for what the record says to take, to pause or not to take', async () => {
    assert.equal(await due(), 'admission');
    const { medications, check } = await read();
    const names = check?.medications.map((of) => medications.find((item) => item.id === of)?.name);
    assert.deepEqual(names, ['Metformin 500 mg', 'Water pill']);
    await api.setUser('patient@example.org', { room: null, wristband_code: null });
    assert.equal(await due(), undefined, 'without a stay');
    await api.setUser('patient@example.org', { room: '412' });
    await record(
      { ...METFORMIN, status: 'stopped' },
      { ...WATER_PILL, status: 'stopped' },
      { ...REPORTED, status: 'completed' },
    );
    assert.equal(await due(), undefined, 'without medications');
  });

  it('makes no work for staff if nothing differs, and is not due again', async () => {
    assert.equal((await send(await checkOf())).status, 201);
    assert.equal(await due(), undefined);
    assert.deepEqual(await requests(), []);
    const { last } = await stateOf();
    assert.deepEqual([last?.differences, last?.isYours], [0, true]);
    assert.equal((await desk()).checks.length, 1);
  });

  it('gives staff one request with all differences, and says who has completed it', async () => {
    const check = await checkOf({
      'Metformin 500 mg': { answer: 'differently', words: ' Twice a day ' },
      'Water pill': { answer: 'take' },
    });
    const body = { ...check, added: [{ name: 'Vitamin D', amount: '1000 units' }] };
    assert.equal((await send(body)).status, 201);
    const [request, ...others] = await requests();
    assert.equal(others.length, 0);
    const lines = [
      'Metformin 500 mg: taken differently. Twice a day',
      'Water pill: taken',
      'Not on the list: Vitamin D, 1000 units',
    ];
    assert.equal(request?.text, lines.join('\n'));
    const done = await api.ask<DeskRequest>('POST', `/api/v1/desk/requests/${request?.id}/done`, { token: staff });
    assert.ok(done.body.doneBy);
    const [stored] = (await desk()).checks;
    assert.deepEqual(
      stored?.answers.map(({ isDifferent }) => isDifferent),
      [true, true],
    );
    assert.deepEqual([stored?.request?.status, stored?.request?.doneBy], ['done', done.body.doneBy]);
  });

  it('is stored once if it is sent again', async () => {
    const check = await checkOf({ 'Metformin 500 mg': { answer: 'not' } });
    const [first, again] = [await send(check), await send(check)];
    assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
    assert.equal((await requests()).length, 1);
    const other = await api.signIn('second@example.org');
    assert.equal((await send(check, other)).status, 404, 'someone else can’t read it by its id');
  });

  it('refuses answers about other medications, without words, or to a list that has changed', async () => {
    const check = await checkOf();
    const [first = { id: '', answer: 'take' as const }, ...others] = check.answers;
    for (const answers of [
      others,
      [...check.answers, first],
      [{ ...first, id: 'unknown' }, ...others],
      [{ ...first, answer: 'differently' }, ...others],
      [{ ...first, answer: 'sometimes' }, ...others],
    ])
      assert.equal((await send({ ...check, answers })).status, 400, JSON.stringify(answers));
    await record(METFORMIN, WATER_PILL, IRON);
    const { status, body } = await send(check);
    assert.deepEqual([status, body.error.code], [409, 'MEDICATIONS_CHANGED']);
    assert.deepEqual((await desk()).checks, []);
  });

  it('says how the list has changed since', async () => {
    await send(await checkOf());
    await record(
      { ...METFORMIN, dosageInstruction: [{ text: 'Twice a day' }] },
      { ...WATER_PILL, status: 'stopped' },
      IRON,
    );
    assert.deepEqual((await stateOf()).last?.since, { added: 1, changed: 1, stopped: 1 });
    assert.equal(await due(), undefined);
  });

  it('is due before going home, and again if the list changes', async () => {
    await send(await checkOf());
    await api.database.db
      .updateTable('medication_checks')
      .set({ checked_at: new Date(Date.now() - 3 * DAY).toISOString() })
      .execute();
    const path = `/api/v1/desk/patients/${id}/plans`;
    const read = async () => (await api.ask<DeskDayPlans>('GET', path, { token: staff })).body;
    const { today } = await read();
    const dayAt = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
    const expect = async (homeExpected: string) => {
      const basedOn = (await read()).plans.find(({ date }) => date === today)?.updatedAt ?? null;
      const body = { goal: 'Home', steps: [], people: [], homeExpected, basedOn };
      assert.equal((await api.ask('PUT', `${path}/${today}`, { token: staff, body })).status, 200);
    };
    await expect(dayAt(2));
    assert.equal(await due(), undefined);
    await expect(dayAt(1));
    assert.equal(await due(), 'discharge');
    await send(await checkOf());
    assert.equal(await due(), undefined);
    await record(METFORMIN, WATER_PILL, IRON);
    assert.equal(await due(), 'discharge');
  });

  it('is due once staff ask for it, until it is made', async () => {
    await send(await checkOf());
    const ask = () => api.ask('POST', `/api/v1/desk/patients/${id}/medication-checks`, { token: staff });
    assert.deepEqual([(await ask()).status, (await ask()).status], [204, 204]);
    assert.equal(await due(), 'asked');
    assert.ok((await desk()).asked?.by);
    await send(await checkOf());
    assert.equal(await due(), undefined);
    assert.equal((await desk()).asked, null);
  });

  it('can be made by a supporter who may see care plans and ask the hospital, who learns nothing of others’', async () => {
    const other = await api.signIn('second@example.org');
    const { profileId, grant } = await shareWith(api, patient, other);
    await send(await checkOf({ 'Metformin 500 mg': { answer: 'not' } }));
    const { last } = await stateOf(other, profileId);
    assert.deepEqual([last?.who, last?.differences], [null, null]);
    assert.equal((await send(await checkOf({}, other, profileId), other, profileId)).status, 201);
    assert.deepEqual(
      (await desk()).checks.map(({ isByPatient }) => isByPatient),
      [false, true],
    );
    assert.equal((await stateOf()).last?.isYours, false);
    const check = await checkOf({}, other, profileId);
    await grant({ feedback: false });
    assert.equal((await read(other, profileId)).check, undefined);
    assert.equal((await send(check, other, profileId)).body.error.code, 'FEEDBACK_NOT_SHARED');
    await grant({ carePlans: false });
    assert.equal((await send(check, other, profileId)).body.error.code, 'NOT_SHARED');
  });

  it('is no request that people can send themselves', async () => {
    const body = { kind: 'medications', text: 'Metformin' };
    assert.equal((await api.ask('POST', '/api/v1/profiles/1/requests', { token: patient, body })).status, 400);
  });
});
