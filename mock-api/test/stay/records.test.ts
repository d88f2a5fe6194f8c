/** A patient's record from FHIR files: import, corrections, and who reads what of it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ResultBody } from '../../src/common/documents.ts';
import type {
  About,
  Appointments,
  CareEvent,
  CarePlan,
  CareRequest,
  CareTeam,
  Day,
  DeskPatientDetails,
  Documents,
  GoingHome,
  Medications,
  Observation,
  Observations,
  PointsTicked,
  Profile,
  Result,
  SupporterPermissions,
  User,
} from '../../src/contract.ts';
import { performImport } from '../../src/operator/import-command.ts';
import { ALL_PERMISSIONS } from '../../src/repositories/sharing/supporters.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { routesOf } from '../support/openapi.ts';
import { shareWith } from '../support/sharing.ts';
import { type Fields, lab, MISTAKE, of, RECORD, report, SECRET } from './full-record.ts';

/** Path below a profile -> the permissions that all have to be granted to read it. */
const ROUTES: Readonly<Record<string, (keyof SupporterPermissions)[]>> = {
  appointments: ['statusUpdates'],
  medications: ['medicalRecords', 'carePlans'],
  'care-team': ['medicalRecords', 'carePlans'],
  documents: ['medicalRecords', 'diagnosticResults'],
  'documents/{mediaId}': ['medicalRecords', 'diagnosticResults'],
  about: ['medicalRecords'],
  observations: ['medicalRecords', 'diagnosticResults'],
  'going-home': ['medicalRecords', 'carePlans'],
  plans: ['medicalRecords', 'carePlans'],
};

const NO_PERMISSIONS = Object.fromEntries(Object.keys(ALL_PERMISSIONS).map((name) => [name, false]));

const namesOf = (items: readonly { name: string | null }[]) => items.map(({ name }) => name);

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
  const mine = async <Body>(path: string, token = patient, language = 'en') =>
    (await api.ask<Body>('GET', `/api/${path}`, { token, headers: { 'accept-language': language } })).body;
  const read = <Body>(path: string, language?: string) => mine<Body>(`v1/profiles/1/${path}`, patient, language);
  /** The patient as staff read them. */
  const atDesk = async () => {
    const { id } = await mine<User>('v1/users/me');
    return mine<DeskPatientDetails>(`v1/desk/patients/${id}`, await api.signInStaff());
  };
  const readShared = <Body>(path: string) => mine<Body>(`v1/profiles/${share.profileId}/${path}`, supporter);
  const results = (token = patient) => mine<Result[]>('v1/results', token);
  const resultNamed = async (name: string, token = patient) =>
    (await results(token)).find((result) => result.name === name);
  const notices = async (token = patient) =>
    (await mine<CareEvent[]>('events', token)).filter(({ name }) => /^(Removed from|Corrected)/.test(name));

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
    assert.deepEqual(medications.map(({ name, times }) => [name, ...times]).sort(), [
      ['Novolog', '08:00'],
      ['Withheld pills'],
    ]);
    assert.deepEqual(namesOf((await read<CareTeam>('care-team')).people), ['Dr Careful']);
    assert.deepEqual(namesOf((await atDesk()).careTeam ?? []), ['Dr Careful']);
    const { conditions, allergies, immunizations } = await read<About>('about');
    assert.deepEqual(namesOf(conditions).sort(), ['Asthma', 'Withheld condition']);
    assert.deepEqual([allergies.statement, ...namesOf(allergies.items)], ['No known allergies', 'Cashew nuts']);
    assert.match(allergies.conflict ?? '', /don’t agree/);
    assert.equal(immunizations.length, 1);
    const { documents, kept, source } = await read<Documents>('documents');
    assert.deepEqual([documents[0]?.title, documents[0]?.kind, source.state], ['Letter', 'Blood count', 'ok']);
    assert.deepEqual(
      kept.map(({ type, count }) => [type, count]),
      ['Observation', 'ServiceRequest'].map((type) => [type, 1]),
    );
    const { series } = await read<Observations>('observations?code=718-7');
    const points = series.map((one) =>
      one.points.map((point) => `${point.valueQuantity?.figure} ${point.verdict?.text}`),
    );
    assert.deepEqual(points, [['135 Normal', '134 Normal']]);
    const day = await read<Day>('day');
    const { appointments } = await read<Appointments>('appointments');
    assert.deepEqual(appointments, day.next?.appointments);
    assert.deepEqual(day.given, []);
    assert.deepEqual([day.next?.appointments.length, day.medications?.length, day.careTeam?.length], [1, 2, 1]);
    const plans = await mine<CarePlan[]>('v1/care-plans');
    assert.ok(plans.some(({ data }) => data.title === 'Walking'));
    const events = await mine<CareEvent[]>('events');
    const stay = events.find(({ name }) => name === 'At the hospital');
    assert.deepEqual([stay?.previousStay, stay?.viewed, stay?.createdAt], [true, true, '2025-03-11T12:00:00.000Z']);
    const appointment = events.find(({ name }) => name === 'Appointment');
    assert.deepEqual([appointment?.status, appointment?.id], ['NOT_VIEWED', day.next?.appointments[0]?.eventId]);
    assert.ok(String(appointment?.createdAt) <= new Date().toISOString(), 'future appointments sort by their arrival');
    const seriesFor = async (token: string) =>
      (await resultNamed('Blood count', token))?.observations.map((value) => value.series);
    assert.deepEqual(await seriesFor(patient), ['718-7']);
    assert.deepEqual(await seriesFor(supporter), [undefined], 'the only value that they may see');
  });

  it('names codes in the reader’s language, by the hospital’s names first', async () => {
    const nameIn = async (language: string) => (await read<Observations>('observations', language)).series[0]?.name;
    assert.equal(await nameIn('fr'), 'Hémoglobine, qui transporte l’oxygène');
    const file = join(folder, 'names.txt');
    const named = () =>
      performImport([join(folder, 'record.ndjson'), '--patient', 'ER10000001'], { ...api.env, FHIR_NAMES_FILE: file });
    await writeFile(file, JSON.stringify({ 'http://loinc.org': { '718-7': { en: 'Red dye', fr: 'Colorant rouge' } } }));
    assert.equal((await named()).code, 0);
    assert.equal(await nameIn('en'), 'Red dye');
    await writeFile(file, '{"http://loinc.org": {"718-7": "Red dye"}}');
    assert.match((await named()).output, /FHIR_NAMES_FILE .* must hold/);
    await importRecord(RECORD);
  });

  it('never shows a supporter what is sensitive, whatever they may see', async () => {
    const { documents } = await readShared<Documents>('documents');
    const opened = await api.ask('GET', `/api/${documents[0]?.media?.url}`, { token: supporter });
    const answer = [opened.status, opened.headers['content-type'], opened.body];
    assert.deepEqual(answer, [200, 'application/pdf', '%PDF-1.7 letter']);
    const paths = ['medications', 'care-team', 'documents', 'about', 'observations?code=718-7', 'day'];
    const seen = await Promise.all([
      ...paths.map((path) => readShared<unknown>(path)),
      ...['events', 'v1/results', 'v1/care-plans'].map((path) => mine<unknown>(path, supporter)),
    ]);
    assert.match(JSON.stringify(seen), /Novolog.*Asthma/);
    assert.doesNotMatch(JSON.stringify(seen), /Withheld|"135"/);
    const event = (await mine<CareEvent[]>('events')).find(({ content2 }) => content2 === 'Withheld ward');
    for (const path of [`v1/results/${(await resultNamed('Withheld report'))?.id}`, `events/event?id=${event?.id}`]) {
      assert.equal((await api.ask('GET', `/api/${path}`, { token: patient })).status, 200);
      assert.equal((await api.ask('GET', `/api/${path}`, { token: supporter })).status, 404);
    }
  });

  it('opens each route by its own permissions only, and every route is tested', async () => {
    const [document] = (await read<Documents>('documents')).documents;
    const reads = (await routesOf(api)).filter(({ method }) => method === 'GET');
    const routes = reads.map(({ path }) => path.split('/profiles/{profileId}/')[1] ?? '');
    const own = routes.filter((path) => path !== '' && !path.startsWith('requests'));
    assert.deepEqual([...new Set(own)].sort(), [...Object.keys(ROUTES), 'day'].sort());
    for (const [path, needed] of Object.entries(ROUTES)) {
      const status = async (profile = share.profileId) => {
        const url = `/api/v1/profiles/${profile}/${path.replace('{mediaId}', document?.media?.id ?? '')}`;
        return (await api.ask('GET', url, { token: supporter })).status;
      };
      await share.grant({ ...NO_PERMISSIONS, ...Object.fromEntries(needed.map((name) => [name, true])) });
      assert.deepEqual([await status(), await status(99)], [200, 404], `${path} with all it needs`);
      for (const missing of needed) {
        await share.grant({ [missing]: false });
        assert.equal(await status(), 404, `${path} without ${missing}`);
      }
    }
    for (const [path, expected] of [
      ['x/about', 400],
      ['1/observations?code=%27', 400],
      ['1/documents/unknown', 404],
    ] as const)
      assert.equal((await api.ask('GET', `/api/v1/profiles/${path}`, { token: patient })).status, expected, path);
    await share.grant({ ...NO_PERMISSIONS, statusUpdates: true });
    const day = await readShared<Day>('day');
    assert.deepEqual([day.next?.appointments.length, day.medications, day.careTeam], [1, null, null]);
    const days = async (token: string) =>
      (await mine<Profile[]>('v1/profiles', token)).filter(({ hasDay }) => hasDay).map(({ id }) => id);
    assert.deepEqual([await days(patient), await days(supporter)], [[1], [share.profileId]]);
    await share.grant({ ...NO_PERMISSIONS, medicalRecords: true });
    assert.deepEqual(await days(supporter), [], 'no part of the day is shared');
    await share.grant({});
  });

  it('lists what matters at home, and keeps each reader’s ticks until a point changes', async () => {
    const tick = (point: string, isTicked: boolean, token = patient) =>
      api.ask<PointsTicked>('POST', '/api/v1/profiles/1/going-home', { token, body: { point, isTicked } });
    const ticks = async (language?: string) => (await read<GoingHome>('going-home', language)).ticked;
    const { plans, medications, appointments, allergies, contacts, ticked } = await read<GoingHome>('going-home');
    const counts = [plans.length, medications.length, appointments?.length, allergies.items.length, ticked.length];
    assert.deepEqual(counts, [1, 2, 1, 1, 0]);
    const { point = '' } = medications.find(({ name }) => name === 'Novolog') ?? {};
    for (const given of [point, point, contacts.point]) assert.equal((await tick(given, true)).status, 200);
    assert.deepEqual(await ticks(), [point, contacts.point].sort());
    assert.equal((await ticks('fr')).length, 2, 'in every language');
    assert.deepEqual((await readShared<GoingHome>('going-home')).ticked, [], 'only for the reader who ticked');
    assert.deepEqual((await tick(contacts.point, false)).body.ticked, [point]);
    assert.equal((await tick('unknown', true)).status, 404);
    assert.equal((await tick(point, true, supporter)).status, 404, 'a point of another patient');
    await importRecord(changed('mr', { dosageInstruction: [{ text: 'Without meals' }] }));
    assert.deepEqual(await ticks(), [], 'nobody has read the change');
    await importRecord(RECORD);
    await share.grant({ statusUpdates: false });
    assert.equal((await readShared<GoingHome>('going-home')).appointments, null);
    await share.grant({});
  });

  it('gives requests about items the title that staff read, if the sender may see it', async () => {
    const titleFor = async (type: string, id = '', token = supporter) => {
      const body = { kind: 'correction', about: { type, id }, text: 'This is wrong.' };
      const path = `/api/v1/profiles/${token === patient ? 1 : share.profileId}/requests`;
      const sent = await api.ask<CareRequest>('POST', path, { token, body });
      assert.equal(sent.status, 201);
      return sent.body.about?.title;
    };
    const { medications } = await read<Medications>('medications');
    const { allergies, conditions, immunizations } = await read<About>('about');
    const [allergy] = allergies.items;
    const items = { medication: medications[0], allergy, condition: conditions[0], immunization: immunizations[0] };
    for (const [type, item] of Object.entries(items))
      assert.equal(await titleFor(type, item?.id, patient), String(item?.name));
    assert.equal(await titleFor('allergy', allergy?.id), 'Cashew nuts');
    assert.equal(await titleFor('condition', allergy?.id), null);
    const withheld = conditions.find(({ name }) => name === 'Withheld condition');
    assert.equal(await titleFor('condition', withheld?.id), null);
    const novolog = medications.find(({ name }) => name === 'Novolog')?.id;
    for (const [carePlans, title] of [
      [false, null],
      [true, 'Novolog'],
    ] as const) {
      await share.grant({ carePlans });
      assert.equal(await titleFor('medication', novolog), title);
    }
  });

  it('is unchanged by a second import, and kept when the demo is restarted', async () => {
    const again = /0 resources stored, 20 unchanged.\n.*0 entries added, 0 changed, 0 removed/;
    assert.match((await importRecord(RECORD)).output, again);
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token: patient })).status, 200);
    assert.ok(await resultNamed('Blood count'));
    share = await shareWith(api, patient, supporter);
    assert.match((await importRecord(RECORD)).output, again);
  });

  it('says what was given in the last 24 hours, and what was not', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const given = (id: string, hours: number, status = 'completed') =>
      of('MedicationAdministration', id, {
        status,
        medicationCodeableConcept: { text: 'Novolog' },
        effectiveDateTime: hoursAgo(hours).replace(/\.\d+Z/, 'Z'),
      });
    const day = { ...given('day', 1), effectiveDateTime: hoursAgo(0).slice(0, 10) };
    const future = given('future', -2);
    await importRecord([...RECORD, given('new', 1), given('not', 2, 'not-done'), given('old', 30), day, future]);
    const shown = (await read<Day>('day')).given?.map(({ name, isGiven }) => [name, isGiven]);
    assert.deepEqual(shown, [
      ['Novolog', false],
      ['Novolog', true],
    ]);
    await share.grant({ carePlans: false });
    assert.equal((await readShared<Day>('day')).given, null);
    await share.grant({});
  });

  it('applies corrections, and notifies those who had read it', async () => {
    await results(supporter);
    const corrected = await importRecord(changed('hb', { valueQuantity: { value: 180, unit: 'g/L' } }));
    assert.match(corrected.output, /1 resources stored, 19 unchanged/);
    const [value] = (await resultNamed('Blood count'))?.observations ?? [];
    assert.deepEqual(value?.valueQuantity, { value: 180, unit: 'g/L', figure: '180' });
    for (const reader of [patient, supporter]) {
      const told = await notices(reader);
      assert.deepEqual(namesOf(told), ['Corrected: Blood count']);
      for (const { name, content, content2 } of told) assert.doesNotMatch(`${name} ${content} ${content2}`, /134|180/);
    }
    const at = (lastUpdated: string, figure: number) =>
      changed('hb', { meta: { lastUpdated }, valueQuantity: { value: figure, unit: 'g/L' } });
    await importRecord(at('2026-02-02T00:00:00Z', 150));
    await importRecord(at('2026-02-01T00:00:00+00:00', 151));
    const { series } = await read<Observations>('observations?code=718-7');
    assert.match(JSON.stringify(series), /"150"/, 'an older version never replaces a newer one');
  });

  it('notifies readers of another mark, but not of one that an earlier version stored in words', async () => {
    const { db } = api.database;
    const marked = (code: string) => importRecord(changed('hb', { interpretation: [{ coding: [{ code }] }] }));
    await marked('H');
    const read = await resultNamed('Blood count');
    assert.equal(read?.observations[0]?.verdict?.text, 'The hospital marked this as above normal');
    const told = (await notices()).length;
    const rows = db.selectFrom('results').select(['id', 'document']).where('id', '=', read.id);
    const { id, document } = await rows.executeTakeFirstOrThrow();
    const body = JSON.parse(document) as ResultBody;
    const store = (observations: unknown) =>
      db
        .updateTable('results')
        .set({ document: JSON.stringify({ ...body, observations }), hash: 'earlier' })
        .where('id', '=', id)
        .execute();
    const inMoreLanguages = ({ mark, ...observation }: ResultBody['observations'][number]) => ({
      ...observation,
      mark: mark && { ...mark, text: { ...mark.text, ar: 'مرتفع' } },
    });
    await store(body.observations.map(inMoreLanguages));
    await marked('H');
    assert.equal((await notices()).length, told, 'a language that is added or removed corrects nothing');
    await store(
      body.observations.map(({ mark: _mark, ...observation }) => ({
        ...observation,
        valueString: { en: 'High', fr: 'Élevé' },
      })),
    );
    await marked('H');
    assert.deepEqual(
      [(await resultNamed('Blood count'))?.observations[0]?.valueString, (await notices()).length],
      [null, told],
    );
    await marked('HH');
    assert.equal((await notices()).length, told + 1);
  });

  it('announces a new result to supporters, a withheld one to the patient alone, and many as one reload', async () => {
    const { db } = api.database;
    const announced = async (resources: readonly Fields[]) => {
      await db.deleteFrom('changes').execute();
      await importRecord(resources);
      const rows = await db.selectFrom('changes').select(['kind', 'audience']).execute();
      return rows.map(({ kind, audience }) => `${kind} ${audience}`);
    };
    const fresh = (id: string, fields: Fields = {}) =>
      report(id, 'New', { conclusion: 'Well', issued: '2098-01-01T00:00:00Z', ...fields });
    assert.deepEqual(await announced([fresh('new')]), ['result.created result']);
    assert.deepEqual(await announced([fresh('new-withheld', SECRET)]), ['result.created person']);
    const many = Array.from({ length: 21 }, (_, index) => fresh(`many-${index}`));
    assert.deepEqual(await announced(many), ['resync person', 'resync person']);
    assert.deepEqual(await announced(many), []);
  });

  it('removes what was a mistake, and notifies only those who had read it, without the content', async () => {
    await readShared<About>('about');
    await importRecord([of('Condition', 'co', { ...MISTAKE, code: { text: 'Asthma' } })]);
    assert.doesNotMatch(JSON.stringify(await read<About>('about')), /Asthma/);
    const rows = api.database.db.selectFrom('fhir_resources').select('document').where('key', '=', 'Condition/co');
    assert.doesNotMatch((await rows.executeTakeFirstOrThrow()).document ?? '', /Asthma/);
    for (const reader of [patient, supporter]) {
      const told = (await notices(reader)).filter(({ name }) => name === 'Removed from your record');
      assert.deepEqual([told.length, told[0]?.type, told[0]?.status], [1, 13, 'NOT_VIEWED']);
      assert.doesNotMatch(JSON.stringify(told), /Asthma/);
    }
    const sent = (await notices()).length;
    for (const fields of [{}, MISTAKE])
      await importRecord([of('Condition', 'unread', { code: { text: 'Gout' }, ...fields })]);
    assert.equal((await notices()).length, sent);
  });

  it('refuses files of several patients, of none, of another, and what is no file', async () => {
    const gout = (id: string, reference: string) => ({ ...of('Condition', id, {}), subject: { reference } });
    const two = [gout('a', 'Patient/x'), gout('b', 'Patient/y')];
    const refused = async (importing: ReturnType<typeof performImport>, says: RegExp) => {
      const { code, output } = await importing;
      assert.equal(code, 1);
      assert.match(output, says);
    };
    const run = (...args: string[]) => performImport(args, api.env);
    await refused(importRecord(two), /2 patients: choose one with --subject. They are Patient\/x, Patient\/y/);
    await refused(importRecord(two, '--subject', 'Patient/z'), /nothing of Patient\/z/);
    await refused(importRecord([{ resourceType: 'Medication', id: 'm' }]), /name no patient/);
    await refused(importRecord([gout('other', 'Patient/other')]), /already has the record of Patient\/x/);
    await refused(run(join(folder, 'missing'), '--patient', 'ER10000001'), /no file or folder/);
    await refused(run(folder, '--patient', 'ER99999999'), /No patient has a wristband/);
    await refused(run(folder), /^Usage/);
  });

  it('reads Bundles, follows their addresses, and reports what is unreadable or contradicts itself', async () => {
    const address = 'urn:uuid:8a9b';
    const entry = [
      { fullUrl: address, resource: lab('ignored', 7, { id: undefined }) },
      { fullUrl: 'urn:uuid:1', resource: report('b', 'From a Bundle', { result: [{ reference: address }] }) },
      { resource: lab('twice', 7) },
      { resource: lab('deep', 7, { extension: 'LEVELS' }) },
      { resource: lab('twice', 8) },
    ];
    const bundle = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry });
    const levels = '['.repeat(100_000) + ']'.repeat(100_000);
    await writeFile(join(folder, 'bundle.json'), bundle.replace('"LEVELS"', levels));
    await writeFile(join(folder, 'broken.json'), '{');
    await rm(join(folder, 'record.ndjson'));
    const { output } = await performImport([folder, '--patient', 'ER10000001'], api.env);
    assert.match(output, /Came twice with different content, of which the first counts: Observation\/twice/);
    assert.match(
      output,
      /Cannot be read: broken.json \(no JSON\), bundle.json Observation\/deep \(nested too deeply\)/,
    );
    assert.equal((await resultNamed('From a Bundle'))?.observations[0]?.valueQuantity?.value, 7);
  });

  it('removes what was imported by mistake', async () => {
    const remove = async () => (await performImport(['--remove', '--patient', 'ER10000001'], api.env)).output;
    await read<About>('about');
    assert.match(await remove(), /^\d+ entries are removed/);
    assert.deepEqual((await read<About>('about')).conditions, []);
    assert.equal(await resultNamed('Blood count'), undefined);
    assert.ok((await notices()).some(({ content }) => /entries that you may have read/.test(content)));
    assert.match(await remove(), /Nothing was imported/);
    assert.equal((await importRecord(RECORD)).code, 0);
  });

  it('keeps units apart that don’t convert, and lists comparators and words with their unit', async () => {
    const code = { coding: [{ system: 'http://loinc.org', code: '30522-7' }] };
    const crp = (day: number, fields: Fields) =>
      lab(`crp-${day}`, 1, { code, category: [], ...fields, effectiveDateTime: `2026-01-0${day}` });
    const amountOf = ({ valueQuantity, valueString }: Observation) =>
      valueString ?? `${valueQuantity?.value} ${valueQuantity?.unit}`;
    const unitsOf = async () => {
      const { series } = await read<Observations>('observations?code=30522-7');
      return series.map(({ unit, points }) => [unit, points.map(amountOf)]);
    };
    await importRecord([
      crp(1, { valueQuantity: { value: 6.5, unit: 'mg/L' } }),
      crp(2, { valueQuantity: undefined, valueString: 'Sample was lost' }),
      crp(3, { valueQuantity: { value: 3, comparator: '<', unit: 'mg/L' } }),
    ]);
    assert.deepEqual(await unitsOf(), [['mg/L', ['less than 3 mg/L', 'Sample was lost', '6.5 mg/L']]]);
    await importRecord([crp(4, { valueQuantity: { value: 67, unit: 'nmol/L' } })]);
    assert.deepEqual(await unitsOf(), [
      ['nmol/L', ['67 nmol/L']],
      ['mg/L', ['less than 3 mg/L', '6.5 mg/L']],
      ['', ['Sample was lost']],
    ]);
  });

  it('is erased with the account', async () => {
    const { db } = api.database;
    await db.deleteFrom('users').where('email', '=', 'patient@example.org').execute();
    for (const table of ['fhir_links', 'fhir_resources', 'fhir_files', 'record_items'] as const)
      assert.deepEqual(await db.selectFrom(table).select('user_id').execute(), [], table);
  });
});
