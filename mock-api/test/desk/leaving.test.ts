import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ApiError, CareRequest, DeskDayPlans, GoingHome, Leaving, LeavingBoard } from '../../src/contract.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const DAY = 86_400_000;
const PLAN = { goal: 'Walk', steps: [], people: [] };

describe('the leaving board', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let id: string;
  let ward: string;
  let today: string;
  const desk = <Body = ApiError>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    api.ask<Body>(method, `/api/v1/desk/${path}`, { token: staff, ...(body ? { body } : {}) });
  const board = async (query = '') => (await desk<LeavingBoard>('GET', `leaving${query}`)).body;
  const one = async () => (await desk<Leaving>('GET', `leaving/${id}`)).body;
  const names = async (query = '') => (await board(query)).leaving.map((leaving) => leaving.patient.name);
  const expect = async (day: string | null, date = today) => {
    const { plans } = (await desk<DeskDayPlans>('GET', `patients/${id}/plans`)).body;
    const basedOn = plans.find((plan) => plan.date === date)?.updatedAt ?? null;
    const { status } = await desk('PUT', `patients/${id}/plans/${date}`, { ...PLAN, homeExpected: day, basedOn });
    assert.equal(status, 200);
  };
  const dayAfter = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);
  const goingHome = () => api.get<GoingHome>('/api/v1/profiles/1/going-home', patient);
  const tick = (point: string, token = patient, profile = 1) =>
    api.ask('POST', `/api/v1/profiles/${profile}/going-home`, { token, body: { point, isTicked: true } });
  const changes = async () => {
    const rows = await api.database.db.selectFrom('changes').selectAll().where('kind', '=', 'stay.updated').execute();
    return rows.filter(({ person, audience }) => person === id && audience === 'staff').length;
  };

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    patient = await api.signIn();
    const me = await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token: patient });
    ({ id } = me.body);
    ({ today } = (await desk<DeskDayPlans>('GET', `patients/${id}/plans`)).body);
    ward =
      (await api.database.db.selectFrom('users').select('ward').where('id', '=', id).executeTakeFirst())?.ward ?? '';
  });
  after(() => api.close());

  it('lists who the newest plan expects home today or tomorrow, of one ward or all', async () => {
    assert.deepEqual(await names(), []);
    await expect(dayAfter(1));
    const [leaving] = (await board()).leaving;
    assert.deepEqual([leaving?.patient.id, leaving?.day], [id, dayAfter(1)]);
    assert.deepEqual(await names(`?ward=${encodeURIComponent(ward)}`), ['Jordan Avery']);
    assert.deepEqual(await names('?ward=elsewhere'), []);
    await expect(null, dayAfter(1));
    assert.deepEqual(await names(), [], 'a newer plan says that it is not known');
    await expect(dayAfter(5), dayAfter(1));
    assert.deepEqual(await names(), [], 'not before tomorrow');
    await expect(today, dayAfter(1));
    assert.deepEqual(await names(), ['Jordan Avery']);
  });

  it('says how far the patient’s own list is, and what is open', async () => {
    const before_ = await one();
    const { contacts, allergies } = await goingHome();
    assert.equal(before_.checklist.ticked, 0);
    assert.equal(before_.open.length, before_.checklist.total);
    assert.ok(before_.open.includes('I know who to call'));
    const known = await changes();
    await tick(contacts.point);
    const after_ = await one();
    assert.deepEqual(after_.checklist, { ...before_.checklist, ticked: 1 });
    assert.ok(!after_.open.includes('I know who to call'));
    assert.equal(await changes(), known + 1, 'the desk learns of a tick');
    const supporter = await api.signIn('second@example.org');
    const { profileId, grant } = await shareWith(api, patient, supporter);
    await grant({});
    assert.equal((await tick(allergies.point, supporter, profileId)).status, 200);
    assert.equal((await one()).checklist.ticked, 1, 'a supporter’s ticks are their own');
  });

  it('shows what is not clear, with its owner, until staff end it', async () => {
    const { contacts } = await goingHome();
    const about = { type: 'going-home', id: contacts.point };
    const body = { kind: 'question', about, text: 'Who do I call at night?' };
    const path = '/api/v1/profiles/1/requests';
    const { body: asked } = await api.ask<CareRequest>('POST', path, { token: patient, body });
    await api.ask('POST', path, { token: patient, body: { kind: 'water' } });
    await desk('POST', `requests/${asked.id}/take`);
    const { unsure } = await one();
    assert.deepEqual(
      unsure.map(({ text, status, assignee }) => [text, status, typeof assignee]),
      [['Who do I call at night?', 'on-the-way', 'string']],
    );
    await desk('POST', `requests/${asked.id}/done`);
    assert.deepEqual((await one()).unsure, []);
  });

  it('says what staff have arranged, which becomes points of the patient’s list', async () => {
    const plan = { at: '11:00', ride: 'Your sister, by car', equipment: ['A walker'], call: 'Ward 4A' };
    assert.equal((await desk('PUT', `patients/${id}/home`, plan)).status, 204);
    assert.deepEqual((await one()).home, plan);
    const { arranged = [] } = await goingHome();
    assert.deepEqual(
      arranged.map(({ kind, text }) => [kind, text]),
      [
        ['ride', 'Your sister, by car'],
        ['equipment', 'A walker'],
        ['call', 'Ward 4A'],
      ],
    );
    const [ride] = arranged;
    assert.equal((await tick(ride?.point ?? '')).status, 200);
    const { open } = await one();
    assert.deepEqual(
      [open.includes('For home: A walker'), open.some((title) => title.startsWith('Ride'))],
      [true, false],
    );
    const taxi = { ...plan, ride: 'A taxi' };
    for (const basedOn of [undefined, null, { equipment: [] }, taxi]) {
      const { status, body } = await desk<ApiError>('PUT', `patients/${id}/home`, { ...taxi, basedOn });
      assert.deepEqual([status, body.error.code], [409, 'HOME_CHANGED'], JSON.stringify(basedOn));
    }
    assert.equal((await desk('PUT', `patients/${id}/home`, plan)).status, 204, 'a retry');
    assert.equal((await desk('PUT', `patients/${id}/home`, { ...taxi, basedOn: plan })).status, 204);
    assert.ok((await one()).open.includes('Ride home: A taxi'), 'a tick never covers other words');
    assert.equal((await desk('PUT', `patients/${id}/home`, { ...plan, at: '25:00' })).status, 400);
  });

  it('includes a patient whose plan for home begins today, and no one who has left', async () => {
    await api.database.db.deleteFrom('day_plans').where('user_id', '=', id).execute();
    assert.deepEqual(await names(), []);
    const plan = { title: { en: 'Home', fr: 'Maison' }, doctor: '', duration: { en: '', fr: '' }, carePlans: [] };
    const document = JSON.stringify({ ...plan, isForDischarge: true });
    const row = { id: 'for-home', user_id: id, profile_id: 1, document, created_at: new Date().toISOString() };
    await api.database.db.insertInto('care_plans').values(row).execute();
    assert.deepEqual(await names(), ['Jordan Avery']);
    await desk('POST', `patients/${id}/discharge`);
    assert.deepEqual(await names(), []);
    assert.equal((await desk('GET', `leaving/${id}`)).status, 404);
  });
});
