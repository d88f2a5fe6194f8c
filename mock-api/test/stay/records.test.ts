/** A patient's record from FHIR files: import, corrections, and who reads what of it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type {
  About,
  CareEvent,
  CarePlan,
  CareRequest,
  CareTeam,
  Day,
  Documents,
  GoingHome,
  Medications,
  Observations,
  PointsTicked,
  Profile,
  Result,
  SupporterPermissions,
  User,
} from '../../src/contract.ts';
import { performImport } from '../../src/operator/import-command.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { routesOf } from '../support/openapi.ts';
import { shareWith } from '../support/sharing.ts';

const SUBJECT = { reference: 'Patient/x' };
const PDF = Buffer.from('%PDF-1.7 letter').toString('base64');

interface Fields {
  [name: string]: unknown;
}

const of = (resourceType: string, id: string, fields: Fields): Fields => ({
  resourceType,
  id,
  subject: SUBJECT,
  ...fields,
});
const lab = (id: string, value: number, fields: Fields = {}) =>
  of('Observation', id, {
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '718-7' }] },
    category: [{ coding: [{ code: 'laboratory' }] }],
    effectiveDateTime: `2026-0${value % 9 || 9}-01`,
    valueQuantity: { value, unit: 'g/L' },
    referenceRange: [{ low: { value: 120, unit: 'g/L' }, high: { value: 160, unit: 'g/L' } }],
    ...fields,
  });
const SECRET = {
  meta: { security: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-Confidentiality', code: 'R' }] },
};

/** One resource of each kind, and one of each that must never reach a supporter. */
const RECORD: Fields[] = [
  { resourceType: 'Patient', id: 'x', gender: 'female', birthDate: '1980-01-01' },
  lab('hb', 134),
  lab('withheld-hb', 135, SECRET),
  of('DiagnosticReport', 'dr', {
    status: 'final',
    code: { text: 'Blood count' },
    issued: '2026-01-05',
    result: [{ reference: 'Observation/hb' }],
    presentedForm: [{ contentType: 'application/pdf', data: PDF, title: 'Letter' }],
  }),
  of('DiagnosticReport', 'withheld-dr', {
    status: 'final',
    code: { text: 'Withheld report' },
    conclusion: 'Withheld finding',
    issued: '2026-01-05',
    ...SECRET,
  }),
  of('CarePlan', 'cp', {
    status: 'active',
    intent: 'plan',
    title: 'Walking',
    created: '2026-01-02',
    activity: [{ detail: { description: 'Walk' } }],
  }),
  of('CarePlan', 'withheld-cp', {
    status: 'active',
    intent: 'plan',
    title: 'Withheld plan',
    created: '2026-01-02',
    ...SECRET,
  }),
  of('MedicationRequest', 'mr', {
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: 'Novolog' },
    dosageInstruction: [{ text: 'With meals', timing: { repeat: { timeOfDay: ['08:00:00'] } } }],
  }),
  of('MedicationRequest', 'withheld-mr', {
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: 'Withheld pills' },
    ...SECRET,
  }),
  of('CareTeam', 'ct', { status: 'active', participant: [{ member: { display: 'Dr Careful' } }] }),
  {
    resourceType: 'AllergyIntolerance',
    id: 'al',
    patient: SUBJECT,
    clinicalStatus: { coding: [{ code: 'active' }] },
    code: { text: 'Cashew nuts' },
  },
  { resourceType: 'AllergyIntolerance', id: 'none', patient: SUBJECT, code: { coding: [{ code: '716186003' }] } },
  of('Condition', 'co', { code: { text: 'Asthma' }, clinicalStatus: { coding: [{ code: 'active' }] } }),
  of('Condition', 'withheld-co', { code: { text: 'Withheld condition' }, ...SECRET }),
  {
    resourceType: 'Immunization',
    id: 'im',
    status: 'completed',
    patient: SUBJECT,
    vaccineCode: { text: 'Influenza' },
    occurrenceDateTime: '2025-10-01',
  },
  {
    resourceType: 'Appointment',
    id: 'ap',
    status: 'booked',
    start: '2099-12-10T09:00:00Z',
    end: '2099-12-10T10:00:00Z',
    participant: [{ actor: SUBJECT }, { actor: { display: 'Dr Careful' } }],
  },
  of('Observation', 'silent', { status: 'final', code: { text: 'HLA-A type' }, effectiveDateTime: '2016-12-15' }),
  of('Encounter', 'en', {
    status: 'finished',
    class: { code: 'IMP' },
    period: { start: '2025-03-11', end: '2025-03-20' },
  }),
  of('Encounter', 'withheld-en', {
    status: 'finished',
    class: { code: 'EMER' },
    period: { start: '2025-05-11' },
    location: [{ location: { display: 'Withheld ward' } }],
    ...SECRET,
  }),
  of('ServiceRequest', 'sr', { status: 'active' }),
];

/** Path below a profile -> the permissions that open it, each on its own, and a field of its answer. */
const ROUTES: Readonly<Record<string, (keyof SupporterPermissions)[]>> = {
  medications: ['medicalRecords', 'carePlans'],
  'care-team': ['medicalRecords', 'carePlans'],
  documents: ['medicalRecords', 'diagnosticResults'],
  'documents/{mediaId}': ['medicalRecords', 'diagnosticResults'],
  about: ['medicalRecords'],
  observations: ['medicalRecords', 'diagnosticResults'],
  'going-home': ['medicalRecords', 'carePlans'],
};

const NO_PERMISSIONS: SupporterPermissions = {
  statusUpdates: false,
  medicalRecords: false,
  diagnosticResults: false,
  carePlans: false,
  feedback: false,
};

describe('a record from FHIR files', () => {
  let api: TestApi;
  let folder: string;
  let patient: string;
  let supporter: string;
  let share: Awaited<ReturnType<typeof shareWith>>;

  async function importRecord(resources: readonly Fields[], ...args: string[]) {
    const file = join(folder, 'record.ndjson');
    await writeFile(file, resources.map((resource) => JSON.stringify(resource)).join('\n'));
    return performImport([file, '--patient', 'ER10000001', ...args], api.env);
  }
  const changed = (id: string, fields: Fields) =>
    RECORD.map((resource) => (resource.id === id ? { ...resource, ...fields } : resource));
  const read = async <Body>(path: string, token = patient, profileId = 1) =>
    (await api.ask<Body>('GET', `/api/v1/profiles/${profileId}/${path}`, { token })).body;
  const mine = async <Body>(path: string, token = patient) => (await api.ask<Body>('GET', path, { token })).body;
  const results = async (token = patient) => (await mine<Result[]>('/api/v1/results', token)).map(({ name }) => name);
  const notices = async (token = patient) =>
    (await mine<CareEvent[]>('/api/events', token)).filter(({ name }) => /^(Removed from|Corrected)/.test(name));

  before(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'records-'));
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    share = await shareWith(api, patient, supporter);
    const imported = await importRecord(RECORD);
    assert.equal(imported.code, 0, imported.output);
  });
  after(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('shows everything to the patient', async () => {
    const { medications } = await read<Medications>('medications');
    assert.deepEqual(medications.map(({ name, times }) => [name, times]).sort(), [
      ['Novolog', ['08:00']],
      ['Withheld pills', []],
    ]);
    assert.deepEqual(
      (await read<CareTeam>('care-team')).people.map(({ name }) => name),
      ['Dr Careful'],
    );
    const about = await read<About>('about');
    assert.deepEqual(about.conditions.map(({ name }) => name).sort(), ['Asthma', 'Withheld condition']);
    assert.deepEqual(
      [about.allergies.statement, about.allergies.items.map(({ name }) => name), about.immunizations.length],
      ['No known allergies', ['Cashew nuts'], 1],
    );
    assert.match(about.allergies.conflict ?? '', /don’t agree/);
    const { documents, kept, source } = await read<Documents>('documents');
    assert.deepEqual(
      [documents.map(({ title, kind }) => [title, kind]), kept, source.state],
      [
        [['Letter', 'Blood count']],
        [
          { type: 'Observation', count: 1 },
          { type: 'ServiceRequest', count: 1 },
        ],
        'ok',
      ],
    );
    const { series } = await read<Observations>('observations?code=718-7');
    assert.deepEqual(
      series.map(({ unit, points }) => [unit, points.map(({ figure, verdict }) => [figure, verdict])]),
      [
        [
          'g/L',
          [
            ['135', 'inside'],
            ['134', 'inside'],
          ],
        ],
      ],
    );
    const day = await read<Day>('day');
    assert.deepEqual([day.next?.appointments.length, day.medications?.length, day.careTeam?.length], [1, 2, 1]);
    assert.ok((await results()).includes('Blood count'));
    assert.ok((await mine<CarePlan[]>('/api/v1/care-plans')).some(({ data }) => data.title === 'Walking'));
    const events = await mine<CareEvent[]>('/api/events');
    const stay = events.find(({ name }) => name === 'At the hospital');
    assert.deepEqual([stay?.previousStay, stay?.viewed, stay?.createdAt], [true, true, '2025-03-11T12:00:00.000Z']);
    const appointment = events.find(({ name }) => name === 'Appointment');
    assert.equal(appointment?.status, 'NOT_VIEWED');
    assert.equal(day.next?.appointments[0]?.eventId, appointment?.id);
    assert.ok(
      (appointment?.createdAt ?? '') <= new Date().toISOString(),
      'an appointment to come sorts by its arrival',
    );
  });

  it('names the series of a result’s value, unless it is the only one that its reader may see', async () => {
    const seriesFor = async (token: string) => {
      const list = await mine<Result[]>('/api/v1/results', token);
      return list.find(({ name }) => name === 'Blood count')?.observations.map(({ series }) => series);
    };
    assert.deepEqual([await seriesFor(patient), await seriesFor(supporter)], [['718-7'], [undefined]]);
  });

  it('speaks the reader’s language', async () => {
    const { body } = await api.ask<Observations>('GET', '/api/v1/profiles/1/observations', {
      token: patient,
      headers: { 'accept-language': 'fr' },
    });
    assert.equal(body.series[0]?.name, 'Hémoglobine, qui transporte l’oxygène');
  });

  it('uses the hospital’s names of codes first', async () => {
    const file = join(folder, 'names.txt');
    const named = () =>
      performImport([join(folder, 'record.ndjson'), '--patient', 'ER10000001'], { ...api.env, FHIR_NAMES_FILE: file });
    await writeFile(file, JSON.stringify({ 'http://loinc.org': { '718-7': { en: 'Red dye', fr: 'Colorant rouge' } } }));
    assert.equal((await named()).code, 0);
    assert.equal((await read<Observations>('observations')).series[0]?.name, 'Red dye');
    await writeFile(file, '{"http://loinc.org": {"718-7": "Red dye"}}');
    assert.match((await named()).output, /FHIR_NAMES_FILE .* must hold/);
    await importRecord(RECORD);
  });

  it('opens a document, for the patient and a supporter who may see it', async () => {
    const { documents } = await read<Documents>('documents', supporter, share.profileId);
    const { url = '' } = documents[0]?.media ?? {};
    const { status, headers, body } = await api.ask<string>('GET', `/api/${url}`, { token: supporter });
    assert.deepEqual([status, headers['content-type'], body], [200, 'application/pdf', '%PDF-1.7 letter']);
    assert.equal((await api.ask('GET', '/api/v1/profiles/1/documents/unknown', { token: patient })).status, 404);
  });

  it('never shows a supporter what is sensitive, whatever they may see', async () => {
    const paths = ['medications', 'care-team', 'documents', 'about', 'observations?code=718-7', 'day'];
    const seen = await Promise.all([
      ...paths.map((path) => read<unknown>(path, supporter, share.profileId)),
      ...['/api/events', '/api/v1/results', '/api/v1/care-plans'].map((path) => mine<unknown>(path, supporter)),
    ]);
    assert.match(JSON.stringify(seen), /Novolog.*Asthma/);
    assert.doesNotMatch(JSON.stringify(seen), /Withheld|"135"/);
    const own = await mine<Result[]>('/api/v1/results');
    const withheld = own.find(({ name }) => name === 'Withheld report');
    assert.equal((await api.ask('GET', `/api/v1/results/${withheld?.id}`, { token: supporter })).status, 404);
    const event = (await mine<CareEvent[]>('/api/events')).find(({ content2 }) => content2 === 'Withheld ward');
    assert.equal((await api.ask('GET', `/api/events/event?id=${event?.id}`, { token: supporter })).status, 404);
  });

  it('opens each route by its own permissions only, and every route is tested', async () => {
    const [document] = (await read<Documents>('documents')).documents;
    const routes = (await routesOf(api)).map(({ path }) => path.split('/profiles/{profileId}/')[1] ?? '');
    const own = routes.filter((path) => path !== '' && path !== 'requests');
    assert.deepEqual([...new Set(own)].sort(), [...Object.keys(ROUTES), 'day'].sort());
    for (const [path, needed] of Object.entries(ROUTES)) {
      const url = `/api/v1/profiles/${share.profileId}/${path.replace('{mediaId}', document?.media?.id ?? '')}`;
      const status = async () => (await api.ask('GET', url, { token: supporter })).status;
      await share.grant({ ...NO_PERMISSIONS, ...Object.fromEntries(needed.map((name) => [name, true])) });
      assert.equal(await status(), 200, `${path} with all it needs`);
      for (const missing of needed) {
        await share.grant({ [missing]: false });
        assert.equal(await status(), 404, `${path} without ${missing}`);
      }
    }
    await share.grant({ ...NO_PERMISSIONS, statusUpdates: true });
    const day = await read<Day>('day', supporter, share.profileId);
    assert.deepEqual([day.next?.appointments.length, day.medications, day.careTeam], [1, null, null]);
    const days = async (token: string) =>
      (await mine<Profile[]>('/api/v1/profiles', token)).filter(({ hasDay }) => hasDay).map(({ id }) => id);
    assert.deepEqual([await days(patient), await days(supporter)], [[1], [share.profileId]]);
    await share.grant({ ...NO_PERMISSIONS, medicalRecords: true });
    assert.deepEqual(await days(supporter), [], 'no part of the day is shared');
    await share.grant({});
  });

  it('lists what matters at home, and keeps each reader’s ticks until a point changes', async () => {
    const tick = (point: string, isTicked: boolean, token = patient, profileId = 1) =>
      api.ask<PointsTicked>('POST', `/api/v1/profiles/${profileId}/going-home`, { token, body: { point, isTicked } });
    const { plans, medications, appointments, allergies, contacts, ticked } = await read<GoingHome>('going-home');
    assert.deepEqual(
      [plans.length, medications.length, appointments?.length, allergies.items.length, ticked],
      [1, 2, 1, 1, []],
    );
    const { point = '' } = medications.find(({ name }) => name === 'Novolog') ?? {};
    for (const given of [point, point, contacts.point]) assert.equal((await tick(given, true)).status, 200);
    assert.deepEqual((await read<GoingHome>('going-home')).ticked, [point, contacts.point].sort());
    const french = { token: patient, headers: { 'accept-language': 'fr' } };
    const inFrench = await api.ask<GoingHome>('GET', '/api/v1/profiles/1/going-home', french);
    assert.equal(inFrench.body.ticked.length, 2, 'a tick holds in every language');
    assert.deepEqual(
      (await read<GoingHome>('going-home', supporter, share.profileId)).ticked,
      [],
      'and for its reader',
    );
    assert.deepEqual((await tick(contacts.point, false)).body.ticked, [point]);
    assert.equal((await tick('unknown', true)).status, 404);
    assert.equal((await tick(point, true, supporter)).status, 404, 'a point of another patient');
    await importRecord(changed('mr', { dosageInstruction: [{ text: 'Without meals' }] }));
    assert.deepEqual((await read<GoingHome>('going-home')).ticked, [], 'what has changed was not read');
    await importRecord(RECORD);
    await share.grant({ statusUpdates: false });
    assert.equal((await read<GoingHome>('going-home', supporter, share.profileId)).appointments, null);
    await share.grant({});
  });

  it('gives requests about items the title that staff read, if the sender may see it', async () => {
    const ask = async (token: string, profileId: number, type: string, id = '') =>
      api.ask<CareRequest>('POST', `/api/v1/profiles/${profileId}/requests`, {
        token,
        body: { kind: 'correction', about: { type, id }, text: 'This is wrong.' },
      });
    const { medications } = await read<Medications>('medications');
    const { allergies, conditions, immunizations } = await read<About>('about');
    const [allergy] = allergies.items;
    const [vaccination] = immunizations;
    for (const [type, item] of [
      ['medication', medications[0]],
      ['allergy', allergy],
      ['condition', conditions[0]],
      ['immunization', vaccination],
    ] as const) {
      const { status, body } = await ask(patient, 1, type, item?.id);
      assert.deepEqual([type, status, body.about?.title], [type, 201, item?.name]);
    }
    const titleFor = async (type: string, id?: string) =>
      (await ask(supporter, share.profileId, type, id)).body.about?.title;
    const withheld = conditions.find(({ name }) => name === 'Withheld condition');
    assert.deepEqual(
      [
        await titleFor('allergy', allergy?.id),
        await titleFor('condition', allergy?.id),
        await titleFor('condition', withheld?.id),
      ],
      ['Cashew nuts', null, null],
    );
    const novolog = medications.find(({ name }) => name === 'Novolog')?.id;
    await share.grant({ carePlans: false });
    assert.equal(await titleFor('medication', novolog), null);
    await share.grant({ carePlans: true });
    assert.equal(await titleFor('medication', novolog), 'Novolog');
  });

  it('shows nothing of a profile that is not the reader’s', async () => {
    for (const path of Object.keys(ROUTES))
      assert.equal((await api.ask('GET', `/api/v1/profiles/99/${path}`, { token: supporter })).status, 404);
    assert.equal((await api.ask('GET', '/api/v1/profiles/x/about', { token: patient })).status, 400);
    assert.equal((await api.ask('GET', '/api/v1/profiles/1/observations?code=%27', { token: patient })).status, 400);
  });

  it('imports twice as once', async () => {
    const again = await importRecord(RECORD);
    assert.match(again.output, /0 resources stored, 20 unchanged.\n.*0 entries added, 0 changed, 0 removed/);
  });

  it('keeps imported records when the demo is restarted', async () => {
    const { id } = await mine<User>('/api/v1/users/me');
    assert.equal((await api.ask('GET', `/api/v1/users/${id}/reset`, { token: patient })).status, 200);
    assert.ok((await results()).includes('Blood count'));
    share = await shareWith(api, patient, supporter);
    assert.match((await importRecord(RECORD)).output, /0 entries added, 0 changed, 0 removed/);
  });

  it('applies corrections, and notifies those who had read it', async () => {
    await results(supporter);
    const corrected = await importRecord(changed('hb', { valueQuantity: { value: 180, unit: 'g/L' } }));
    assert.match(corrected.output, /1 resources stored, 19 unchanged/);
    const [count] = (await mine<Result[]>('/api/v1/results')).filter(({ name }) => name === 'Blood count');
    assert.deepEqual(count?.observations[0]?.valueQuantity, { value: 180, unit: 'g/L', figure: '180' });
    for (const reader of [patient, supporter]) {
      const told = await notices(reader);
      assert.deepEqual(
        told.map(({ name }) => name),
        ['Corrected: Blood count'],
      );
      for (const { name, content, content2 } of told) assert.doesNotMatch(`${name} ${content} ${content2}`, /134|180/);
    }
  });

  it('an older version never replaces a newer one', async () => {
    const at = (lastUpdated: string, value: number) =>
      changed('hb', { meta: { lastUpdated }, valueQuantity: { value, unit: 'g/L' } });
    await importRecord(at('2026-02-02T00:00:00Z', 150));
    await importRecord(at('2026-02-01T00:00:00+00:00', 151));
    const { series } = await read<Observations>('observations?code=718-7');
    assert.ok(JSON.stringify(series).includes('"150"'));
  });

  it('announces a new result to supporters, a withheld one to the patient alone, and many as one reload', async () => {
    const { db } = api.database;
    const announced = async (resources: readonly Fields[]) => {
      await db.deleteFrom('changes').execute();
      await importRecord(resources);
      const rows = await db.selectFrom('changes').select(['kind', 'audience', 'person']).execute();
      return rows.map(({ kind, audience }) => `${kind} ${audience}`).sort();
    };
    const issued = '2098-01-01T00:00:00Z';
    const report = (id: string, fields: Fields = {}) =>
      of('DiagnosticReport', id, { status: 'final', code: { text: 'New' }, conclusion: 'Well', issued, ...fields });
    assert.deepEqual(await announced([report('new')]), ['result.created result']);
    assert.deepEqual(await announced([report('new-withheld', SECRET)]), ['result.created person']);
    const many = Array.from({ length: 21 }, (_, index) => report(`many-${index}`));
    assert.deepEqual(await announced(many), ['resync person', 'resync person']);
    assert.deepEqual(await announced(many), []);
  });

  it('removes what was a mistake, and notifies those who had read it, without the content', async () => {
    await read<About>('about', supporter, share.profileId);
    await importRecord([
      {
        resourceType: 'Condition',
        id: 'co',
        subject: SUBJECT,
        verificationStatus: { coding: [{ code: 'entered-in-error' }] },
        code: { text: 'Asthma' },
      },
    ]);
    assert.doesNotMatch(JSON.stringify(await read<About>('about')), /Asthma/);
    const [stored] = await api.database.db
      .selectFrom('fhir_resources')
      .select('document')
      .where('key', '=', 'Condition/co')
      .execute();
    assert.doesNotMatch(stored?.document ?? '', /Asthma/);
    for (const reader of [patient, supporter]) {
      const told = (await notices(reader)).filter(({ name }) => name === 'Removed from your record');
      assert.deepEqual(
        told.map(({ type, status }) => [type, status]),
        [[13, 'NOT_VIEWED']],
      );
      assert.doesNotMatch(JSON.stringify(told), /Asthma/);
    }
  });

  it('sends no notice about a mistake that was never read', async () => {
    const before_ = (await notices()).length;
    await importRecord([of('Condition', 'unread', { code: { text: 'Gout' } })]);
    await importRecord([
      of('Condition', 'unread', {
        code: { text: 'Gout' },
        verificationStatus: { coding: [{ code: 'entered-in-error' }] },
      }),
    ]);
    assert.equal((await notices()).length, before_);
  });

  it('refuses files of several patients, of none, of another, and what is no file', async () => {
    const two = [of('Condition', 'a', {}), { ...of('Condition', 'b', {}), subject: { reference: 'Patient/y' } }];
    const outputs = [
      await importRecord(two),
      await importRecord(two, '--subject', 'Patient/z'),
      await importRecord([{ resourceType: 'Medication', id: 'm' }]),
      await performImport([join(folder, 'missing'), '--patient', 'ER10000001'], api.env),
      await performImport([folder, '--patient', 'ER99999999'], api.env),
      await performImport([folder], api.env),
    ];
    const expected = [
      /2 patients: choose one with --subject. They are Patient\/x, Patient\/y/,
      /nothing of Patient\/z/,
      /name no patient/,
      /no file or folder/,
      /No patient has a wristband/,
      /^Usage/,
    ];
    for (const [index, { code, output }] of outputs.entries()) {
      assert.equal(code, 1);
      assert.match(output, expected[index] ?? /^$/);
    }
  });

  it('reads Bundles, follows their addresses, and reports what is unreadable or contradicts itself', async () => {
    const entry = [
      { fullUrl: 'urn:uuid:8a9b', resource: lab('ignored', 7, { id: undefined }) },
      {
        fullUrl: 'urn:uuid:1',
        resource: of('DiagnosticReport', 'b', {
          status: 'final',
          code: { text: 'From a Bundle' },
          issued: '2026-01-06',
          result: [{ reference: 'urn:uuid:8a9b' }],
        }),
      },
      { resource: lab('twice', 7) },
      { resource: lab('twice', 8) },
    ];
    await writeFile(join(folder, 'bundle.json'), JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }));
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'deep.json'), '['.repeat(100_000) + ']'.repeat(100_000));
    await rm(join(folder, 'record.ndjson'));
    const { output } = await performImport([folder, '--patient', 'ER10000001'], api.env);
    assert.match(output, /Came twice with different content, of which the first counts: Observation\/twice/);
    assert.match(output, /Cannot be read: broken.json \(no JSON\), deep.json/);
    const found = (await mine<Result[]>('/api/v1/results')).find(({ name }) => name === 'From a Bundle');
    assert.equal(found?.observations[0]?.valueQuantity?.value, 7);
  });

  it('never mixes two patients, and removes what was imported by mistake', async () => {
    const other = [
      { ...of('Condition', 'other', { code: { text: 'Gout' } }), subject: { reference: 'Patient/other' } },
    ];
    const refused = await importRecord(other);
    assert.deepEqual([refused.code, /already has the record of Patient\/x/.test(refused.output)], [1, true]);
    const remove = () => performImport(['--remove', '--patient', 'ER10000001'], api.env);
    await read<About>('about');
    assert.match((await remove()).output, /^\d+ entries are removed/);
    assert.deepEqual((await read<About>('about')).conditions, []);
    assert.equal((await results()).includes('Blood count'), false);
    assert.ok((await notices()).some(({ content }) => /entries that you may have read/.test(content)));
    assert.match((await remove()).output, /Nothing was imported/);
    assert.equal((await importRecord(RECORD)).code, 0);
  });

  it('keeps units apart, and lists comparators and words with their unit', async () => {
    const crp = (id: string, day: number, fields: Fields) =>
      lab(id, 1, {
        code: { coding: [{ system: 'http://loinc.org', code: '30522-7' }] },
        category: [],
        ...fields,
        effectiveDateTime: `2026-01-0${day}`,
      });
    const words = { valueQuantity: undefined, valueString: 'Sample was lost' };
    const unitsOf = async () => {
      const { series } = await read<Observations>('observations?code=30522-7');
      return series.map(({ unit, points }) => [unit, points.map((point) => point.words)]);
    };
    await importRecord([
      crp('crp-1', 1, { valueQuantity: { value: 6.5, unit: 'mg/L' } }),
      crp('crp-2', 2, words),
      crp('crp-3', 3, { valueQuantity: { value: 3, comparator: '<', unit: 'mg/L' } }),
    ]);
    assert.deepEqual(await unitsOf(), [['mg/L', ['less than 3 mg/L', 'Sample was lost', '6.5 mg/L']]]);
    await importRecord([crp('crp-4', 4, { valueQuantity: { value: 0.7, unit: 'mg/dL' } })]);
    assert.deepEqual(await unitsOf(), [
      ['mg/dL', ['0.7 mg/dL']],
      ['mg/L', ['less than 3 mg/L', '6.5 mg/L']],
      ['', ['Sample was lost']],
    ]);
  });

  it('is erased with the account', async () => {
    const { db } = api.database;
    const user = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'patient@example.org')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('users').where('id', '=', user.id).execute();
    for (const table of ['fhir_links', 'fhir_resources', 'fhir_files', 'record_items'] as const)
      assert.deepEqual(await db.selectFrom(table).select('user_id').execute(), [], table);
  });
});
