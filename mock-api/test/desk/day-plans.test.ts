import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApiError, DayPlan, DayPlans, DeskDayPlans, Profile } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const DAY = 86_400_000;
const PLAN = {
  goal: 'Walk to the window twice',
  steps: [{ text: 'Rest' }, { text: 'MRI', at: '15:00' }, { text: 'Blood test', at: '08:00' }],
  people: [{ text: 'Dr. Roy', at: '10:00' }],
  wouldChange: 'A fever',
  homeExpected: null,
};

describe('the plan of the day', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let id: string;
  let today: string;
  const desk = <Body = ApiError>(method: 'GET' | 'PUT', path: string, body?: unknown) =>
    api.ask<Body>(method, `/api/v1/desk/patients/${id}/plans${path}`, { token: staff, ...(body ? { body } : {}) });
  const read = async (token = patient, profile = 1) =>
    (await api.ask<DayPlans>('GET', `/api/v1/profiles/${profile}/plans`, { token })).body;
  const readBack = async (date: string, token = patient) =>
    (await api.ask('POST', `/api/v1/profiles/1/plans/${date}/read-back`, { token, body: { text: ' An MRI at 3 ' } }))
      .status;
  const isPlanned = async () =>
    (await api.ask<Profile[]>('GET', '/api/v1/profiles', { token: patient })).body[0]?.hasPlan ?? false;

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    patient = await api.signIn();
    id = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token: patient })).body.id;
    ({ today } = (await desk<DeskDayPlans>('GET', '')).body);
  });
  after(() => api.close());

  it('is in the order of the day, and says who wrote it', async () => {
    assert.equal(await isPlanned(), false);
    const { status, body } = await desk<DayPlan>('PUT', `/${today}`, PLAN);
    assert.equal(status, 200);
    assert.deepEqual(
      body.steps.map(({ text }) => text),
      ['Blood test', 'MRI', 'Rest'],
    );
    assert.deepEqual((await read()).plans, [body]);
    assert.ok(body.writtenBy);
    assert.equal(await isPlanned(), true);
  });

  it('is read back by the patient, until the plan changes', async () => {
    assert.equal(await readBack(today), 204);
    const stored = async () => (await desk<DeskDayPlans>('GET', '')).body.plans[0];
    const said = async () => (await stored())?.readBack?.text;
    assert.equal(await said(), 'An MRI at 3');
    await desk('PUT', `/${today}`, PLAN);
    assert.equal(await said(), 'An MRI at 3', 'the same plan again');
    const basedOn = (await stored())?.updatedAt;
    assert.equal((await desk('PUT', `/${today}`, { ...PLAN, goal: 'Rest', basedOn })).status, 200);
    assert.equal(await said(), undefined);
  });

  it('is read by supporters who may see care plans, and by no one else', async () => {
    const other = await api.signIn('second@example.org');
    assert.equal(await readBack(today, other), 404);
    assert.deepEqual((await read(other)).plans, []);
    const { profileId, grant } = await shareWith(api, patient, other);
    assert.equal(await readBack(today), 204);
    const [shared] = (await read(other, profileId)).plans;
    assert.deepEqual([shared?.goal, shared?.readBack], ['Rest', null], 'what the patient said is for staff');
    await grant({ carePlans: false });
    const { status, body } = await api.ask<ApiError>('GET', `/api/v1/profiles/${profileId}/plans`, { token: other });
    assert.deepEqual([status, body.error.code], [404, 'NOT_SHARED']);
  });

  it('is not replaced by one that is based on another plan', async () => {
    const date = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10);
    const save = (goal: string, basedOn?: string | null) =>
      desk<DayPlan & ApiError>('PUT', `/${date}`, { ...PLAN, goal, basedOn });
    const first = await save('Rest', null);
    assert.equal(first.status, 200);
    assert.equal((await save('Rest', null)).status, 200, 'a retry');
    const again = await save('Walk', null);
    assert.deepEqual([again.status, again.body.error.code], [409, 'PLAN_CHANGED']);
    assert.equal((await save('Walk')).status, 409, 'based on none');
    const stored = async () => (await desk<DeskDayPlans>('GET', '')).body.plans.find((plan) => plan.date === date);
    assert.equal((await stored())?.goal, 'Rest');
    assert.equal((await save('Walk', (await stored())?.updatedAt ?? '')).status, 200);
    assert.equal((await save('Eat', first.body.updatedAt)).status, 409, 'based on the plan before');
    assert.equal((await save('Eat', 'today')).status, 400);
    assert.equal((await stored())?.goal, 'Walk');
  });

  it('can be set from today to a week ahead', async () => {
    const dayAt = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
    for (const [days, status] of [
      [-1, 400],
      [7, 200],
      [8, 400],
    ] as const)
      assert.equal((await desk('PUT', `/${dayAt(days)}`, PLAN)).status, status, `${days} days ahead`);
    assert.equal((await desk('PUT', '/tomorrow', PLAN)).status, 400);
    assert.equal((await desk('PUT', `/${today}`, { ...PLAN, steps: [{ text: 'MRI', at: '3 p.m.' }] })).status, 400);
  });
});
