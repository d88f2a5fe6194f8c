import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { AuditEntry, DeskPatientDetails, OwnData, Profile } from '../../src/contract.ts';
import { outcomeOf, PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const XRAY = { title: 'X-ray', content: 'Someone will come for you.', place: 'Level 2' };

describe('a supporter who waits for the patient’s return', () => {
  let api: TestApi;
  let staff: string;
  let patient: string;
  let supporter: string;
  let id: string;
  let share: Awaited<ReturnType<typeof shareWith>>;

  const desk = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    (
      await api.ask<DeskPatientDetails>(method, `/api/v1/desk/patients/${id}${path}`, {
        token: staff,
        ...(body && { body }),
      })
    ).body;
  const notice = async (method: 'PUT' | 'DELETE', token = supporter, profileId = share.profileId) =>
    outcomeOf(await api.ask(method, `/api/v1/profiles/${profileId}/return-notice`, { token }));
  const profile = async () => {
    const list = await api.get<Profile[]>('/api/v1/profiles', supporter);
    const found = list.find((item) => item.id === share.profileId);
    assert.ok(found);
    return found;
  };
  const asked = async () => (await profile()).returnNotice;
  const next = (step: object) => desk('PUT', '/next', { ...XRAY, ...step });

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    ({ id } = await api.user('patient@example.org'));
    share = await shareWith(api, patient, supporter);
  });
  beforeEach(async () => {
    await share.grant({});
    await api.database.db.deleteFrom('return_notices').execute();
    await next({});
  });
  after(() => api.close());

  it('may ask while a step takes the patient elsewhere, from shortly before its time until an hour after', async () => {
    const inWard = { room: '412', ward: '4A' };
    await api.setUser('patient@example.org', inWard);
    for (const [step, expected] of [
      [{}, '204'],
      [{ place: 'Room 412' }, '409 NOT_AWAY'],
      [{ place: 'Ward 4A, at your bed' }, '409 NOT_AWAY'],
      [{ place: undefined }, '409 NOT_AWAY'],
      [{ at: inHours(0.2) }, '204'],
      [{ at: inHours(1) }, '409 NOT_AWAY'],
      [{ at: inHours(-0.9) }, '204'],
      [{ at: inHours(-1.1) }, '409 NOT_AWAY'],
      [{ at: inHours(-1.1), delay: { minutes: 30, reason: 'An emergency' } }, '204'],
    ] as const) {
      await next(step);
      assert.equal(await notice('PUT'), expected, JSON.stringify(step));
      assert.equal(await notice('DELETE'), '204');
    }
  });

  it('is the only one who can ask, with the permission for status updates', async () => {
    assert.equal(await notice('PUT', patient, 1), '404 NOT_FOUND');
    assert.equal(await notice('PUT', supporter, 99), '404 NOT_FOUND');
    await share.grant({ statusUpdates: false });
    assert.equal(await notice('PUT'), '404 NOT_SHARED');
    assert.equal((await profile()).away, undefined);
  });

  it('asks once however often, takes it back, and is in the patient’s log and their own data', async () => {
    const log = async () =>
      (await api.get<AuditEntry[]>('/api/v1/access-log', patient)).filter(({ action }) => action.startsWith('RETURN_'))
        .length;
    const earlier = await log();
    assert.deepEqual([await notice('PUT'), await notice('PUT')], ['204', '204']);
    assert.equal((await asked())?.backAt, null);
    assert.equal((await log()) - earlier, 1);
    assert.deepEqual((await desk('GET', '')).waitingForReturn, ['Robin']);
    await api.post('/api/v1/own-data/confirmation', { password: PASSWORD }, supporter);
    const { returnNotices } = await api.get<OwnData>('/api/v1/own-data/export', supporter);
    assert.equal(returnNotices.length, 1);
    assert.deepEqual([await notice('DELETE'), await notice('DELETE')], ['204', '204']);
    assert.equal(await asked(), undefined);
    assert.equal((await log()) - earlier, 2);
  });

  it('reads that the patient is back when staff say so, and the step is over', async () => {
    await notice('PUT');
    await desk('POST', '/back');
    const { next: step, away, returnNotice } = await profile();
    assert.deepEqual([step, away], [null, undefined]);
    assert.ok(returnNotice?.backAt);
    const changes = () => api.database.db.selectFrom('changes').select('place').execute();
    const before_ = (await changes()).length;
    await desk('POST', '/back');
    assert.equal((await changes()).length, before_, 'a second time changes nothing');
    await next({});
    assert.equal(await notice('PUT'), '204');
    assert.equal((await asked())?.backAt, null, 'asked again');
  });

  it('keeps a step that is still to come when the patient is back', async () => {
    await notice('PUT');
    await next({ at: inHours(3) });
    await desk('POST', '/back');
    assert.equal((await profile()).next?.title, 'X-ray');
    assert.ok((await asked())?.backAt);
  });

  it('waits no longer after the next event of the stay that is no alert', async () => {
    await notice('PUT');
    const event = { name: 'Resting', content: 'In the recovery room' };
    await desk('POST', '/events', { ...event, type: 7 });
    await desk('POST', '/events', { ...event, type: 8, status: 'URGENT' });
    assert.equal((await asked())?.newsAt, null);
    await desk('POST', '/events', { ...event, type: 8 });
    assert.ok((await asked())?.newsAt);
    assert.deepEqual((await desk('GET', '')).waitingForReturn, []);
  });

  it('is forgotten at the end of the day, and with the supporter', async () => {
    await notice('PUT');
    const { db } = api.database;
    const rows = () => db.selectFrom('return_notices').selectAll().execute();
    const [row] = await rows();
    assert.ok(row && Date.parse(row.expires_at) - Date.now() <= 25 * HOUR);
    await db
      .updateTable('return_notices')
      .set({ expires_at: inHours(-1) })
      .execute();
    assert.equal(await asked(), undefined);
    await desk('POST', '/back');
    assert.equal((await rows())[0]?.back_at, null);
    await db.deleteFrom('supporters').where('id', '=', share.supporterId).execute();
    assert.deepEqual(await rows(), []);
  });
});
