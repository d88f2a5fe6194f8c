/** A supporter with an account sees what the patient allows, starting with the next request. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type AuditEntry,
  type CareEvent,
  type CarePlan,
  EVENT_TYPE,
  type Profile,
  type RequestAccepted,
  type Result,
  type StoryStepPlayed,
  type Supporter,
  type SupporterInvited,
  type SupporterPermissions,
} from '../../src/contract.ts';
import { ALL_PERMISSIONS } from '../../src/repositories/sharing/supporters.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { sayYes } from '../support/sharing.ts';

const SECOND = 'second@example.org';

describe('a supporter with an account', () => {
  let api: TestApi;
  let patient: string;
  let supporter: string;
  let supporterId: string;
  let profileId: number;
  const read = <Body>(url: string, token = supporter) => api.get<Body>(url, token);
  const events = (token?: string) => read<CareEvent[]>('/api/events', token);
  const grant = async (change: Partial<SupporterPermissions>) => {
    const body = { permissions: { ...ALL_PERMISSIONS, ...change } };
    const { status } = await api.ask('PATCH', `/api/v1/supporters/${supporterId}`, { token: patient, body });
    assert.equal(status, 200);
  };
  const outcome = async (url: string, token = supporter) => outcomeOf(await api.ask('GET', url, { token }));
  const act = (id: string | undefined, action: string, token: string) =>
    api.post<CareEvent>(`/api/v1/events/${id}/${action}`, undefined, token);
  const ofPatient = <Item extends { profileId: number }>(items: Item[]) =>
    items.filter((item) => item.profileId === profileId);
  const shared = async () => ofPatient(await events()).filter(({ type }) => type !== EVENT_TYPE.SUPPORTER);
  const seen = async () => ({
    types: new Set((await shared()).map(({ type }) => type)),
    results: ofPatient(await read<Result[]>('/api/v1/results')).length,
    carePlans: ofPatient(await read<CarePlan[]>('/api/v1/care-plans')).length,
  });
  /** Returns the patient's event of a type in the present stay, as the owner of the token sees it. */
  const eventOf = async (type: number, token: string) => {
    const profile = token === patient ? 1 : profileId;
    const isIt = (event: CareEvent) => event.type === type && event.profileId === profile && !event.previousStay;
    const found = (await events(token)).find(isIt) ?? assert.fail(`no event of type ${type}`);
    assert.deepEqual(await read(`/api/events/event?id=${found.id}`, token), found);
    return found;
  };

  before(async () => {
    api = await startApi();
    patient = await api.signIn();
    supporter = await api.signIn(SECOND);
    for (let step = 0; step < 13; step += 1) await api.post(`/api/v1/story/patient/steps/${step}`, undefined, patient);
    const form = { name: 'Robin', phone: '+1 416 555 0102' };
    supporterId = (await api.post<SupporterInvited>('/api/v1/supporters', form, patient)).body.supporter.id;
  });
  after(() => api.close());

  it('gets the request on the timeline, and sees nothing before accepting it', async () => {
    const [request] = await events();
    assert.deepEqual(
      [request?.type, request?.name, request?.status],
      [EVENT_TYPE.SUPPORTER_REQUEST, 'Jordan Avery would like your support', 'PENDING'],
    );
    assert.equal((await read<Profile[]>('/api/v1/profiles')).length, 1);
    const accept = `/api/v1/events/${request?.id}/accept`;
    assert.equal((await api.post<RequestAccepted>(accept, undefined, supporter)).status, 200);
    assert.equal((await read<Profile[]>('/api/v1/profiles')).length, 1, 'the patient has to say yes');
    await sayYes(api, patient);
    const profile = (await read<Profile[]>('/api/v1/profiles')).at(-1);
    profileId = profile?.id ?? 0;
    assert.deepEqual([profile?.title, profileId], ['Jordan Avery', 3]);
    const entry = (await read<Supporter[]>('/api/v1/supporters', patient)).find(({ id }) => id === supporterId);
    assert.equal(entry?.status, 'ACCEPTED');
  });

  it('sees everything that is on by default, as unread', async () => {
    const { types, results, carePlans } = await seen();
    const own = await read<Result[]>('/api/v1/results', patient);
    assert.ok(types.has(EVENT_TYPE.RESULT) && types.has(EVENT_TYPE.PHYSICIAN));
    const never = [EVENT_TYPE.MESSAGE, EVENT_TYPE.SUPPORTER_REQUEST];
    assert.ok(
      never.every((type) => !types.has(type)),
      'what is the patient’s alone',
    );
    assert.deepEqual([results, carePlans > 0], [own.length, true]);
    const listed = ofPatient(await events());
    assert.ok(listed.every(({ status, viewed }) => status !== 'VIEWED' && !viewed));
    assert.ok(listed.every(({ type, isShared }) => (type === EVENT_TYPE.SUPPORTER) === (isShared === undefined)));
  });

  it('sees nothing while the patient’s entry for them is not accepted', async () => {
    const setStatus = (status: Supporter['status']) =>
      api.database.db.updateTable('supporters').set({ status }).where('id', '=', supporterId).execute();
    await setStatus('PENDING');
    assert.deepEqual(await seen(), { types: new Set(), results: 0, carePlans: 0 });
    await setStatus('ACCEPTED');
  });

  it('has an event unread until they read it themselves', async () => {
    const view = async (token: string, id: string) => (await act(id, 'view', token)).body.status;
    const { id } = await eventOf(EVENT_TYPE.PHYSICIAN, patient);
    assert.equal(await view(patient, id), 'VIEWED');
    assert.equal((await eventOf(EVENT_TYPE.PHYSICIAN, supporter)).status, 'NOT_VIEWED');
    assert.deepEqual([await view(supporter, id), await view(supporter, id)], ['VIEWED', 'VIEWED']);
    const { status, viewed, isRead } = await eventOf(EVENT_TYPE.PHYSICIAN, supporter);
    assert.deepEqual([status, viewed, isRead], ['VIEWED', true, true]);

    const survey = await eventOf(EVENT_TYPE.HOSPITAL_SURVEY_IN, patient);
    await view(supporter, survey.id);
    assert.equal((await eventOf(EVENT_TYPE.HOSPITAL_SURVEY_IN, patient)).status, 'ACTIONABLE');

    await grant({ statusUpdates: false });
    assert.equal((await act(id, 'view', supporter)).status, 404);
    await grant({});
    assert.equal((await eventOf(EVENT_TYPE.PHYSICIAN, supporter)).status, 'VIEWED');
  });

  it('reads one shared result as the list has it, and no other', async () => {
    const { db } = api.database;
    const [result = assert.fail()] = ofPatient(await read<Result[]>('/api/v1/results'));
    const others = await db.selectFrom('results').select(['id', 'document']).where('id', '<>', result.id).execute();
    await db.updateTable('results').set({ document: 'unreadable' }).where('id', '<>', result.id).execute();
    assert.deepEqual(await read(`/api/v1/results/${result.id}`), result);
    for (const { id, document } of others)
      await db.updateTable('results').set({ document }).where('id', '=', id).execute();
  });

  it('revoked permissions take effect with the next request', async () => {
    const results = await read<Result[]>('/api/v1/results', patient);
    const shown = results.find(({ media }) => media.length > 0);
    const urls = [`/api/v1/results/${shown?.id}`, `/api/v1/results/${shown?.id}/media/${shown?.media[0]?.id}`];
    const opened = () => Promise.all(urls.map(async (url) => (await api.ask('GET', url, { token: supporter })).status));
    assert.deepEqual(await opened(), [200, 200]);

    await grant({ diagnosticResults: false });
    assert.deepEqual(await opened(), [404, 404]);
    const withoutResults = await seen();
    assert.deepEqual([withoutResults.results, withoutResults.types.has(EVENT_TYPE.RESULT)], [0, false]);
    assert.ok(withoutResults.carePlans > 0);

    await grant({ carePlans: false });
    assert.equal((await seen()).carePlans, 0);
    assert.deepEqual(await opened(), [200, 200]);

    await grant({ medicalRecords: false });
    const withoutRecords = await seen();
    assert.deepEqual([withoutRecords.results, withoutRecords.carePlans], [0, 0]);

    await grant({ statusUpdates: false, feedback: false });
    const records: number[] = [EVENT_TYPE.RESULT, EVENT_TYPE.RESULT_COMPLETE, EVENT_TYPE.CARE_PLAN];
    const { types } = await seen();
    assert.ok(types.size > 0 && [...types].every((type) => records.includes(type)));

    await grant({});
    assert.ok((await seen()).types.has(EVENT_TYPE.HOSPITAL));
  });

  it('learns that a thing is no longer shared only if they could read it before', async () => {
    const other = await api.signIn('professional@example.org');
    const own = await events(patient);
    const idOf = (wanted: number) => own.find(({ type, profileId: of }) => type === wanted && of === 1)?.id;
    const eventUrl = (id: string | undefined) => `/api/events/event?id=${id}`;
    const physician = eventUrl(idOf(EVENT_TYPE.PHYSICIAN));
    const things = [physician];
    for (const list of ['/api/v1/results', '/api/v1/care-plans'])
      things.push(`${list}/${(await read<{ id: string }[]>(list, patient))[0]?.id}`);
    const outcomes = (token = supporter) => Promise.all(things.map((url) => outcome(url, token)));
    assert.deepEqual(await outcomes(), ['200', '200', '200']);
    await act(idOf(EVENT_TYPE.SUPPORTER_REQUEST), 'accept', patient);
    for (let step = 0; step < 7; step += 1) await api.post(`/api/v1/story/supporter/steps/${step}`, undefined, patient);
    const ofSecond = (await events(patient)).filter(({ profileId: of }) => of === 2);
    assert.equal(ofSecond.length, 7);

    await grant({ statusUpdates: false, medicalRecords: false });
    assert.deepEqual(await outcomes(), Array(3).fill('404 NOT_SHARED'));
    const refused = await api.ask('GET', physician, { token: supporter, headers: { 'accept-language': 'fr-CA' } });
    assert.equal(refused.body.error.message, 'Jordan ne partage plus cela avec vous.');
    assert.deepEqual(await outcomes(other), Array(3).fill('404 NOT_FOUND'), 'no supporter of this patient');
    const played = await api.post<StoryStepPlayed>('/api/v1/story/patient/steps/13', undefined, patient);
    const since = played.body.events.find(({ type }) => type !== EVENT_TYPE.MESSAGE) ?? assert.fail();
    const never = { 'never shared with anyone': idOf(EVENT_TYPE.MESSAGE), 'added after the withdrawal': since.id };
    for (const [why, id] of Object.entries(never)) assert.equal(await outcome(eventUrl(id)), '404 NOT_FOUND', why);
    for (const { id } of ofSecond) assert.equal(await outcome(eventUrl(id)), '404 NOT_FOUND', 'of another profile');

    const url = `/api/v1/events/${idOf(EVENT_TYPE.PHYSICIAN)}`;
    await api.ask('DELETE', url, { token: patient });
    assert.equal(await outcome(physician), '404 NOT_FOUND', 'deleted by the patient');
    await api.post(`${url}/restore`, undefined, patient);

    const profile = (await read<Profile[]>('/api/v1/profiles')).find(({ id }) => id === profileId);
    assert.deepEqual(profile?.permissions, { ...ALL_PERMISSIONS, statusUpdates: false, medicalRecords: false });
    await grant({});
    assert.deepEqual(await outcomes(), ['200', '200', '200']);
  });

  it('can’t change the patient’s data', async () => {
    const before_ = await events(patient);
    let tries = 0;
    for (const { id } of await shared()) {
      assert.equal((await act(id, 'view', supporter)).status, 200);
      const actions = ['restore', 'accept', 'decline'].map((action) => act(id, action, supporter));
      const removal = api.ask('DELETE', `/api/v1/events/${id}`, { token: supporter });
      for (const { status } of await Promise.all([...actions, removal])) assert.equal(status, 404);
      tries += actions.length + 1;
    }
    assert.deepEqual(await events(patient), before_);
    const count = Object.keys(ALL_PERMISSIONS).length;
    console.log(
      `supporters: ${count} permissions, each holds from the next request on; ${tries} tries to change something of the patient, 0 got through`,
    );
  });

  it('is shown the next step with status updates, without records that they may not see', async () => {
    const staff = await api.signInStaff();
    const url = `/api/v1/desk/patients/${(await api.user('patient@example.org')).id}/next`;
    const nextOf = async () => (await read<Profile[]>('/api/v1/profiles')).find(({ id }) => id === profileId)?.next;
    await api.ask('DELETE', url, { token: staff });
    assert.equal(await nextOf(), null);

    const [plan] = await read<CarePlan[]>('/api/v1/care-plans', patient);
    const about = { type: 'care-plan', id: plan?.id };
    const delay = { minutes: 20, reason: 'An emergency came first.' };
    const step = { title: 'MRI', content: 'Soon', place: 'Level 1', at: '2026-11-23T15:00:00Z', delay, about };
    assert.equal((await api.ask('PUT', url, { token: staff, body: step })).status, 200);
    const shown = await nextOf();
    assert.deepEqual(
      [shown?.title, shown?.place, shown?.delay, shown?.about, shown?.profileId],
      ['MRI', 'Level 1', delay, about, profileId],
    );
    const own = await read<{ title: string }[]>('/api/v1/notifications');
    assert.ok(own.every(({ title }) => title !== 'MRI'));

    await grant({ carePlans: false });
    assert.deepEqual([(await nextOf())?.title, (await nextOf())?.about], ['MRI', undefined]);
    await grant({ statusUpdates: false });
    assert.equal(await nextOf(), undefined);
    await grant({});
  });

  it('the access log names supporters who viewed the records', async () => {
    const views = (await read<AuditEntry[]>('/api/v1/access-log', patient)).filter(
      ({ isYou, what }) => !isYou && what.startsWith('Looked'),
    );
    assert.deepEqual([...new Set(views.map(({ who }) => who))], ['Robin Tremblay']);
    assert.deepEqual([...new Set(views.map(({ what }) => what))].sort(), [
      'Looked at what happens next for you',
      'Looked at your care plans',
      'Looked at your results',
      'Looked at your timeline',
    ]);
  });

  it('sees nothing once the patient restarts the demo', async () => {
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token: patient })).status, 200);
    assert.equal((await read<Profile[]>('/api/v1/profiles')).length, 1);
    assert.deepEqual(await seen(), { types: new Set(), results: 0, carePlans: 0 });
    assert.ok((await events()).every(({ name }) => name !== 'You support Jordan Avery'));
  });

  it('can invite and be invited at the same time without a deadlock', async () => {
    const invite = (token: string, phone: string) => api.post('/api/v1/supporters', { name: 'Pal', phone }, token);
    const answers = await Promise.all([
      invite(patient, '+1 416 555 0102'),
      invite(supporter, '+1 416 555 0101'),
      invite(patient, '+1 416 555 0101'),
    ]);
    assert.ok(answers.every(({ status }) => status === 201));
  });
});
