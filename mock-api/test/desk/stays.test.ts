import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ApiError, CareEvent, DeskPatient, DeskPatientDetails } from '../../src/contract.ts';
import type { Resource } from '../../src/records/fhir/datatypes.ts';
import { updateRecord } from '../../src/records/record.ts';
import { findNames } from '../../src/records/words/concept.ts';
import { startApi, type TestApi } from '../support/api.ts';

const NEW = { firstName: 'Léa', lastName: 'Côté', phone: '+1 514 555 0142', room: '412', ward: '4A' };
const HOURS = 3_600_000;

describe('a stay', () => {
  let api: TestApi;
  let staff: string;
  let id: string;
  const desk = <Body = ApiError>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    api.ask<Body>(method, `/api/v1/desk/patients${path}`, { token: staff, ...(body ? { body } : {}) });
  const patient = async () => (await desk<DeskPatientDetails>('GET', `/${id}`)).body;
  const timeline = async () => (await patient()).events.map(({ name }) => name);
  const discharge = async () => (await desk('POST', `/${id}/discharge`)).status;
  const undo = () => desk('DELETE', `/${id}/discharge`);
  const stays = () => api.database.db.updateTable('stays').where('user_id', '=', id);

  before(async () => {
    api = await startApi();
    staff = await api.signInStaff();
  });
  after(() => api.close());
  beforeEach(async () => {
    id = (await desk<DeskPatient>('POST', '', NEW)).body.id;
  });

  it('begins with the patient, and ends with the room and an event that leads to going home', async () => {
    const { stay } = await patient();
    assert.deepEqual(
      { ...stay, admittedAt: '' },
      { state: 'admitted', admittedAt: '', dischargedAt: null, room: '412' },
    );
    assert.ok(stay?.admittedAt);
    assert.equal(await discharge(), 204);
    assert.equal(await discharge(), 204, 'a second press changes nothing');
    const over = await patient();
    assert.deepEqual([over.stay?.state, over.stay?.room, over.room, over.ward], ['discharged', '412', null, '4A']);
    assert.ok(over.stay?.dischargedAt && over.stay.undoableUntil);
    assert.equal(over.isExpired, false);
    const events = over.events.filter(({ name }) => name === 'Discharged from the hospital');
    assert.deepEqual(
      events.map(({ leadsTo }: CareEvent) => leadsTo),
      ['going-home'],
    );
    const listed = (await desk<DeskPatient[]>('GET', '')).body.find((other) => other.id === id);
    assert.deepEqual(listed?.stay, over.stay);
  });

  it('goes on when the discharge is taken back, and says so to a patient who has read of it', async () => {
    await discharge();
    assert.equal((await undo()).status, 204);
    const { stay, room } = await patient();
    assert.deepEqual([stay?.state, stay?.dischargedAt, room], ['admitted', null, '412']);
    assert.deepEqual(await timeline(), []);
    await discharge();
    await api.database.db.updateTable('events').set({ viewed: 1 }).where('user_id', '=', id).execute();
    await undo();
    assert.deepEqual(await timeline(), ['Still in the hospital']);
  });

  it('can be taken back for twelve hours only; then a new one begins', async () => {
    await discharge();
    await stays()
      .set({ updated_at: new Date(Date.now() - 13 * HOURS).toISOString() })
      .execute();
    assert.equal((await patient()).stay?.undoableUntil, undefined);
    const { status, body } = await undo();
    assert.deepEqual([status, body.error.code], [409, 'DISCHARGE_FINAL']);
    assert.equal((await desk('POST', `/${id}/stay`)).status, 204);
    assert.equal((await desk('POST', `/${id}/stay`)).status, 204, 'a second press changes nothing');
    assert.equal((await patient()).stay?.state, 'admitted');
    const rows = await api.database.db.selectFrom('stays').select('state').where('user_id', '=', id).execute();
    assert.deepEqual(rows.map(({ state }) => state).sort(), ['admitted', 'discharged']);
  });

  it('is under way for patients from before stays were stored, while they have a room or a wristband', async () => {
    await api.database.db.deleteFrom('stays').where('user_id', '=', id).execute();
    const implicit = (await patient()).stay;
    assert.deepEqual([implicit?.state, implicit?.admittedAt], ['admitted', null]);
    await api.database.db.updateTable('users').set({ room: null }).where('id', '=', id).execute();
    assert.equal((await patient()).stay, null);
    const refused = await desk('POST', `/${id}/discharge`);
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'NOT_ADMITTED']);
    await desk('POST', `/${id}/wristband`);
    assert.equal(await discharge(), 204);
  });

  it('is in the log of the patient', async () => {
    await discharge();
    await undo();
    await discharge();
    await desk('POST', `/${id}/stay`);
    const rows = await api.database.db
      .selectFrom('audit')
      .select('object')
      .where('subject_id', '=', id)
      .where('action', '=', 'STAFF_CHANGED')
      .execute();
    const objects = rows.map(({ object }) => object).filter((object) => object !== 'patient-created');
    const expected = ['discharge-undone', 'patient-admitted', 'patient-discharged', 'patient-discharged'];
    assert.deepEqual(objects.sort(), expected);
  });

  describe('in the hospital’s system', () => {
    const at = (hours: number) => new Date(Date.now() + hours * HOURS).toISOString();
    const encounter = (key: string, status: string, start: string, more: object = {}) => ({
      resourceType: 'Encounter',
      id: key,
      status,
      class: { code: 'IMP' },
      subject: { reference: 'Patient/x' },
      period: { start, ...(status === 'finished' && { end: at(-1) }) },
      ...more,
    });
    const settings = { nameOf: findNames({}), hospital: 'Hospital' };
    const read = (...resources: Resource[]) =>
      updateRecord(api.database.db, { userId: id, source: 'files', patient: 'Patient/x' }, resources, settings);
    const state = async () => (await patient()).stay?.state;

    it('ends with its encounter, goes on if that does, and leaves the next one alone', async () => {
      await read(encounter('one', 'in-progress', at(-40)));
      assert.equal(await state(), 'admitted');
      await read(encounter('one', 'finished', at(-40)));
      const { stay, room } = await patient();
      assert.deepEqual([stay?.state, stay?.room, stay?.undoableUntil, room], ['discharged', '412', undefined, null]);
      assert.ok((await timeline()).includes('Discharged from the hospital'));
      await read(encounter('one', 'in-progress', at(-40)));
      assert.equal(await state(), 'admitted');
      await read(encounter('one', 'finished', at(-40)));
      await read(encounter('two', 'in-progress', at(-0.5)));
      assert.equal(await state(), 'admitted');
      await read(encounter('one', 'finished', at(-41)));
      assert.equal(await state(), 'admitted', 'an earlier stay is over');
    });

    it('ends with an encounter that began with it, never with an earlier, another kind or another patient’s', async () => {
      await stays()
        .set({ admitted_at: at(-40) })
        .execute();
      const other = { subject: { reference: 'Patient/other' } };
      await read(
        encounter('earlier', 'finished', at(-400)),
        encounter('visit', 'finished', at(-40), { class: { code: 'AMB' } }),
        encounter('other', 'finished', at(-40), other),
        encounter('open', 'planned', at(-40)),
      );
      assert.equal(await state(), 'admitted');
      await read(encounter('same', 'finished', at(-39)));
      assert.equal(await state(), 'discharged');
    });

    it('tells the board of who goes home when a plan for that arrives, changes or goes', async () => {
      const created = at(0);
      const plan = (title: string, status = 'active') => ({
        resourceType: 'CarePlan',
        id: 'home',
        status,
        intent: 'plan',
        title,
        subject: { reference: 'Patient/x' },
        created,
        activity: [{ detail: { description: 'Rest for two days', status: 'scheduled' } }],
      });
      const encounters = encounter('one', 'in-progress', at(-40));
      const told = async () => {
        const rows = await api.database.db
          .selectFrom('changes')
          .select('person')
          .where('kind', '=', 'stay.updated')
          .execute();
        return rows.filter(({ person }) => person === id).length;
      };
      const counts: number[] = [];
      for (const resources of [
        [],
        [plan('Discharge plan')],
        [plan('Discharge plan')],
        [plan('Going home')],
        [plan('', 'entered-in-error')],
      ]) {
        await read(encounters, ...resources);
        counts.push(await told());
      }
      const [first = 0] = counts;
      assert.deepEqual(counts, [first, first + 1, first + 1, first + 2, first + 3]);
    });

    it('is over if the desk says so, although its encounter still runs', async () => {
      await read(encounter('one', 'in-progress', at(-40)));
      await discharge();
      await read(encounter('one', 'in-progress', at(-39)));
      assert.equal(await state(), 'discharged');
    });
  });
});
