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
  type SupporterInvited,
  type SupporterPermissions,
} from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const ALL: SupporterPermissions = {
  statusUpdates: true,
  medicalRecords: true,
  diagnosticResults: true,
  carePlans: true,
  feedback: true,
};

describe('a supporter with an account', () => {
  let api: TestApi;
  let patient: string;
  let supporter: string;
  let supporterId: string;
  let profileId: number;
  const read = async <Body>(url: string, token = supporter) => (await api.ask<Body>('GET', url, { token })).body;
  const grant = async (change: Partial<SupporterPermissions>) => {
    const body = { permissions: { ...ALL, ...change } };
    const { status } = await api.ask('PATCH', `/api/v1/supporters/${supporterId}`, { token: patient, body });
    assert.equal(status, 200);
  };
  const ofPatient = <Item extends { profileId: number }>(items: Item[]) =>
    items.filter((item) => item.profileId === profileId);
  const seen = async () => {
    const events = ofPatient(await read<CareEvent[]>('/api/events'));
    return {
      types: new Set(events.filter(({ type }) => type !== EVENT_TYPE.SUPPORTER).map(({ type }) => type)),
      results: ofPatient(await read<Result[]>('/api/v1/results')).length,
      carePlans: ofPatient(await read<CarePlan[]>('/api/v1/care-plans')).length,
    };
  };

  before(async () => {
    api = await startApi();
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    for (let step = 0; step < 13; step += 1) {
      await api.ask('POST', `/api/v1/story/patient/steps/${step}`, { token: patient });
    }
    const body = { name: 'Robin', phone: '+1 416 555 0102' };
    const invited = await api.ask<SupporterInvited>('POST', '/api/v1/supporters', { token: patient, body });
    assert.equal(invited.status, 201);
    supporterId = invited.body.supporter.id;
  });
  after(() => api.close());

  it('gets the request on the timeline, and sees nothing before accepting it', async () => {
    const [request] = await read<CareEvent[]>('/api/events');
    assert.deepEqual(
      [request?.type, request?.name, request?.status],
      [EVENT_TYPE.SUPPORTER_REQUEST, 'Jordan Avery would like your support', 'ACTIONABLE'],
    );
    assert.equal((await read<Profile[]>('/api/v1/profiles')).length, 1);
    const { status, body } = await api.ask<RequestAccepted>('POST', `/api/v1/events/${request?.id}/accept`, {
      token: supporter,
    });
    assert.equal(status, 200);
    profileId = body.profile.id;
    assert.deepEqual([body.profile.title, profileId], ['Jordan Avery', 3]);
    const [entry] = (await read<{ id: string; status: string }[]>('/api/v1/supporters', patient)).filter(
      ({ id }) => id === supporterId,
    );
    assert.equal(entry?.status, 'ACCEPTED');
  });

  it('sees everything that is on by default, as unread', async () => {
    const { types, results, carePlans } = await seen();
    const own = await read<Result[]>('/api/v1/results', patient);
    assert.ok(types.has(EVENT_TYPE.RESULT) && types.has(EVENT_TYPE.PHYSICIAN));
    assert.ok(
      !types.has(EVENT_TYPE.MESSAGE) && !types.has(EVENT_TYPE.SUPPORTER_REQUEST),
      'what is the patient’s alone',
    );
    assert.deepEqual([results, carePlans > 0], [own.length, true]);
    const events = ofPatient(await read<CareEvent[]>('/api/events'));
    assert.ok(events.every(({ status, viewed }) => status !== 'VIEWED' && !viewed));
    assert.ok(events.every(({ type, isShared }) => (type === EVENT_TYPE.SUPPORTER) === (isShared === undefined)));
  });

  it('has an event unread until they read it themselves', async () => {
    const stateOf = async (token: string, type: number) => {
      const mine = token === patient ? 1 : profileId;
      const found = (await read<CareEvent[]>('/api/events', token)).find(
        (event) => event.type === type && event.profileId === mine && !event.previousStay,
      );
      assert.ok(found);
      const one = await read<CareEvent>(`/api/events/event?id=${found.id}`, token);
      assert.deepEqual(one, found);
      return found;
    };
    const view = async (token: string, id: string) =>
      (await api.ask<CareEvent>('POST', `/api/v1/events/${id}/view`, { token })).body.status;

    const { id } = await stateOf(patient, EVENT_TYPE.PHYSICIAN);
    assert.equal(await view(patient, id), 'VIEWED');
    assert.equal((await stateOf(supporter, EVENT_TYPE.PHYSICIAN)).status, 'NOT_VIEWED');
    assert.deepEqual([await view(supporter, id), await view(supporter, id)], ['VIEWED', 'VIEWED']);
    const { status, viewed, isRead } = await stateOf(supporter, EVENT_TYPE.PHYSICIAN);
    assert.deepEqual([status, viewed, isRead], ['VIEWED', true, true]);

    const survey = await stateOf(patient, EVENT_TYPE.HOSPITAL_SURVEY_IN);
    await view(supporter, survey.id);
    assert.equal((await stateOf(patient, EVENT_TYPE.HOSPITAL_SURVEY_IN)).status, 'ACTIONABLE');

    await grant({ statusUpdates: false });
    assert.equal((await api.ask('POST', `/api/v1/events/${id}/view`, { token: supporter })).status, 404);
    await grant({});
    assert.equal((await stateOf(supporter, EVENT_TYPE.PHYSICIAN)).status, 'VIEWED');
  });

  it('revoked permissions take effect with the next request', async () => {
    const [result] = await read<Result[]>('/api/v1/results', patient);
    const one = async () => (await api.ask('GET', `/api/v1/results/${result?.id}`, { token: supporter })).status;
    const picture = async () => {
      const shown = (await read<Result[]>('/api/v1/results', patient)).find(({ media }) => media.length > 0);
      const url = `/api/v1/results/${shown?.id}/media/${shown?.media[0]?.id}`;
      return (await api.ask('GET', url, { token: supporter })).status;
    };
    assert.deepEqual([await one(), await picture()], [200, 200]);

    await grant({ diagnosticResults: false });
    assert.deepEqual([await one(), await picture()], [404, 404]);
    assert.deepEqual([(await seen()).results, (await seen()).types.has(EVENT_TYPE.RESULT)], [0, false]);
    assert.ok((await seen()).carePlans > 0);

    await grant({ carePlans: false });
    assert.equal((await seen()).carePlans, 0);
    assert.equal(await one(), 200);

    await grant({ medicalRecords: false });
    assert.deepEqual([(await seen()).results, (await seen()).carePlans], [0, 0]);

    await grant({ statusUpdates: false, feedback: false });
    const records: number[] = [EVENT_TYPE.RESULT, EVENT_TYPE.RESULT_COMPLETE, EVENT_TYPE.CARE_PLAN];
    const { types } = await seen();
    assert.ok(types.size > 0 && [...types].every((type) => records.includes(type)));

    await grant({});
    assert.ok((await seen()).types.has(EVENT_TYPE.HOSPITAL));
  });

  it('learns that a thing is no longer shared only if they could read it before', async () => {
    const other = await api.signIn('professional@example.org');
    const codeOf = async (url: string, token = supporter) => {
      const { status, body } = await api.ask('GET', url, { token });
      return status === 200 ? 'read' : `${status} ${body.error.code}`;
    };
    const own = await read<CareEvent[]>('/api/events', patient);
    const idOf = (wanted: number) => own.find(({ type, profileId }) => type === wanted && profileId === 1)?.id;
    const physician = `/api/events/event?id=${idOf(EVENT_TYPE.PHYSICIAN)}`;
    const result = `/api/v1/results/${(await read<Result[]>('/api/v1/results', patient))[0]?.id}`;
    const plan = `/api/v1/care-plans/${(await read<CarePlan[]>('/api/v1/care-plans', patient))[0]?.id}`;
    const things = [physician, result, plan];
    const codes = (token = supporter) => Promise.all(things.map((url) => codeOf(url, token)));
    assert.deepEqual(await codes(), ['read', 'read', 'read']);
    await api.ask('POST', `/api/v1/events/${idOf(EVENT_TYPE.SUPPORTER_REQUEST)}/accept`, { token: patient });
    for (let step = 0; step < 7; step += 1) {
      await api.ask('POST', `/api/v1/story/supporter/steps/${step}`, { token: patient });
    }
    const ofSecond = (await read<CareEvent[]>('/api/events', patient)).filter(({ profileId }) => profileId === 2);
    assert.equal(ofSecond.length, 7);

    await grant({ statusUpdates: false, medicalRecords: false });
    assert.deepEqual(await codes(), Array(3).fill('404 NOT_SHARED'));
    const refused = await api.ask('GET', physician, { token: supporter, headers: { 'accept-language': 'fr-CA' } });
    assert.equal(refused.body.error.message, 'Jordan ne partage plus cela avec vous.');
    assert.deepEqual(await codes(other), Array(3).fill('404 NOT_FOUND'), 'no supporter of this patient');
    const never = `/api/events/event?id=${idOf(EVENT_TYPE.MESSAGE)}`;
    assert.equal(await codeOf(never), '404 NOT_FOUND', 'never shared with anyone');
    for (const { id } of ofSecond) {
      assert.equal(await codeOf(`/api/events/event?id=${id}`), '404 NOT_FOUND', 'of another profile');
    }

    const { body: played } = await api.ask<StoryStepPlayed>('POST', '/api/v1/story/patient/steps/13', {
      token: patient,
    });
    const since = played.events.find(({ type }) => type !== EVENT_TYPE.MESSAGE);
    assert.ok(since, 'the story goes on');
    assert.equal(await codeOf(`/api/events/event?id=${since.id}`), '404 NOT_FOUND', 'added after the withdrawal');

    await api.ask('DELETE', `/api/v1/events/${idOf(EVENT_TYPE.PHYSICIAN)}`, { token: patient });
    assert.equal(await codeOf(physician), '404 NOT_FOUND', 'deleted by the patient');
    await api.ask('POST', `/api/v1/events/${idOf(EVENT_TYPE.PHYSICIAN)}/restore`, { token: patient });

    const [profile] = (await read<Profile[]>('/api/v1/profiles')).filter(({ id }) => id === profileId);
    assert.deepEqual(profile?.permissions, { ...ALL, statusUpdates: false, medicalRecords: false });
    await grant({});
    assert.deepEqual(await codes(), ['read', 'read', 'read']);
  });

  it('can’t change the patient’s data', async () => {
    const before_ = await read<CareEvent[]>('/api/events', patient);
    let tries = 0;
    for (const { id } of ofPatient(await read<CareEvent[]>('/api/events')).filter(
      ({ type }) => type !== EVENT_TYPE.SUPPORTER,
    )) {
      assert.equal((await api.ask('POST', `/api/v1/events/${id}/view`, { token: supporter })).status, 200);
      for (const action of ['restore', 'accept', 'decline']) {
        assert.equal((await api.ask('POST', `/api/v1/events/${id}/${action}`, { token: supporter })).status, 404);
        tries += 1;
      }
      assert.equal((await api.ask('DELETE', `/api/v1/events/${id}`, { token: supporter })).status, 404);
      tries += 1;
    }
    assert.deepEqual(await read('/api/events', patient), before_);
    console.log(
      `supporters: ${Object.keys(ALL).length} permissions, each holds from the next request on; ${tries} tries to change something of the patient, 0 got through`,
    );
  });

  it('the access log names supporters who viewed the records', async () => {
    const log = await read<AuditEntry[]>('/api/v1/access-log', patient);
    const views = log.filter(({ isYou }) => !isYou);
    assert.deepEqual([...new Set(views.map(({ who }) => who))], ['Robin Tremblay']);
    assert.deepEqual([...new Set(views.map(({ what }) => what))].sort(), [
      'Looked at your care plans',
      'Looked at your results',
      'Looked at your timeline',
    ]);
  });

  it('sees nothing once the patient restarts the demo', async () => {
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token: patient })).status, 200);
    assert.equal((await read<Profile[]>('/api/v1/profiles')).length, 1);
    assert.deepEqual([(await seen()).results, (await seen()).types.size], [0, 0]);
    const events = await read<CareEvent[]>('/api/events');
    assert.ok(events.every(({ name }) => name !== 'You support Jordan Avery'));
  });

  it('can invite and be invited at the same time without a deadlock', async () => {
    const invite = (token: string, phone: string) =>
      api.ask('POST', '/api/v1/supporters', { token, body: { name: 'Pal', phone } });
    const answers = await Promise.all([
      invite(patient, '+1 416 555 0102'),
      invite(supporter, '+1 416 555 0101'),
      invite(patient, '+1 416 555 0101'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
  });
});

describe('the next step of a patient', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('is shown to a supporter who receives status updates, without records that they may not see', async () => {
    const patient = await api.signIn();
    const supporter = await api.signIn('second@example.org');
    const staff = await api.signInStaff();
    const read = async <Body>(url: string, token: string) => (await api.ask<Body>('GET', url, { token })).body;
    const { profileId, grant } = await shareWith(api, patient, supporter);
    const { id } = await read<{ id: string }>('/api/v1/users/me', patient);
    const url = `/api/v1/desk/patients/${id}/next`;
    const nextOf = async () =>
      (await read<Profile[]>('/api/v1/profiles', supporter)).find((profile) => profile.id === profileId)?.next;
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
    const own = await read<{ title: string }[]>('/api/v1/notifications', supporter);
    assert.ok(own.every(({ title }) => title !== 'MRI'));

    await grant({ carePlans: false });
    assert.deepEqual([(await nextOf())?.title, (await nextOf())?.about], ['MRI', undefined]);
    await grant({ statusUpdates: false });
    assert.equal(await nextOf(), undefined);
    const log = await read<AuditEntry[]>('/api/v1/access-log', patient);
    assert.ok(log.some(({ who, what }) => who === 'Robin Tremblay' && what === 'Looked at what happens next for you'));
  });
});
