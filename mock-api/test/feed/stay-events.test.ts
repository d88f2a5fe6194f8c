/** What the patient reads of their stay as the hospital's feed tells it: events, corrections, earlier stays, access. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { CareEvent, Day } from '../../src/contract.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { listEvents } from '../../src/repositories/care/events.ts';
import { findStay } from '../../src/repositories/desk/stays.ts';
import { endAccessAfterStays } from '../../src/timeline/access.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { messageOf, Sender } from '../support/mllp.ts';
import { StreamReader } from '../support/stream-reader.ts';

/** @param rest fields from PV1-20 on */
const pv1 = (place: string, stay = 'V1', kind = 'I', rest = '') =>
  `PV1|1|${kind}|${place}||||||||||||||||${stay}${rest}`;
const startAt = (time: string) => `|||||||||||||||||||||||||${time}`;
const endAt = (time: string) => `||||||||||||||||||||||||||${time}`;

describe('events of a stay in the feed', () => {
  let api: TestApi;
  let sender: Sender;
  let count = 0;
  let person = '';

  before(async () => {
    api = await startApi({ HL7_PORT: '0', HL7_SENDERS: 'ADT/NORTH', HL7_TIME_ZONE: 'America/Toronto' });
    sender = await Sender.connect(api.app.feed?.port ?? 0);
  });
  after(async () => {
    sender.close();
    await api.close();
  });
  beforeEach(() => {
    count += 1;
    person = `P${count}`;
  });

  async function send(type: string, ...segments: string[]): Promise<void> {
    count += 1;
    const id = `M${count}`;
    await sender.send(
      messageOf(
        { id, type: type.includes('^') ? type : `ADT^${type}` },
        `PID|1||${person}^^^NORTH^MR||Roe^Ann||19800301|F`,
        ...segments,
      ),
    );
    await api.app.feed?.settled();
    const { db } = api.database;
    const row = await db
      .selectFrom('feed_message')
      .select(['state', 'reason'])
      .where('control_id', '=', id)
      .executeTakeFirst();
    assert.deepEqual({ ...row }, { state: 'applied', reason: null }, type);
  }

  const user = () =>
    api.database.db.selectFrom('users').selectAll().where('record_number', '=', person).executeTakeFirstOrThrow();
  const events = async (locale: 'en' | 'fr' = 'en', scope?: 'shared'): Promise<CareEvent[]> =>
    listEvents(api.database.db, (await user()).id, locale, scope);
  const current = async () => (await events()).filter(({ previousStay }) => !previousStay).map(({ name }) => name);
  const readAll = async () =>
    api.database.db
      .updateTable('events')
      .set({ viewed: 1 })
      .where('user_id', '=', (await user()).id)
      .execute();
  const stateOf = async () => {
    const { id, room } = await user();
    return [(await findStay(api.database.db, id))?.state, room];
  };

  it('say that the patient was admitted, moved and discharged, in words for each reader', async () => {
    await send('A01', pv1('4A^412^1'));
    assert.deepEqual(await current(), ['Admitted to the hospital']);
    await send('A02', pv1('4B^501^1'));
    await send('A08', pv1('4B^501^2'));
    assert.deepEqual(
      await current(),
      ['You are now in room 501', 'Admitted to the hospital'],
      'only the bed is another',
    );
    const [moved] = await events('fr');
    assert.deepEqual(
      [moved?.name, moved?.content],
      ['Vous êtes maintenant dans la chambre 501', 'La chambre a changé.'],
    );
    assert.equal((await events('en', 'shared'))[0]?.name, 'In another room', 'the room is not for supporters');
    await send('A03', pv1('4B^501^2'));
    const [discharged, ...others] = await events();
    assert.deepEqual([discharged?.name, discharged?.leadsTo], ['Discharged from the hospital', 'going-home']);
    assert.deepEqual(
      others.map(({ name }) => name),
      ['Admitted to the hospital'],
      'nobody is in the room any more',
    );
  });

  it('name no corridor and no bed, and drop a room that the patient has left', async () => {
    await send('A01', pv1('4A^412'));
    for (const [place, expected] of [
      ['4A^413', ['You are now in room 413']],
      ['4A^HALL^3', []],
      ['4A^414', ['You are now in room 414']],
      ['4A^^2', []],
      ['4A^415A', ['You are now in room 415A']],
      ['""', []],
      ['4A', []],
    ] as const) {
      await send('A02', pv1(place));
      assert.deepEqual(await current(), [...expected, 'Admitted to the hospital'], place);
    }
  });

  it('are corrected when a move is cancelled, for whoever has read of it', async () => {
    await send('A01', pv1('4A^412'));
    await send('A02', pv1('4A^501'));
    await send('A12', pv1('4A^412'));
    assert.deepEqual(await current(), ['Admitted to the hospital']);
    await send('A02', pv1('4A^501'));
    await readAll();
    await send('A12', pv1('4A^412'));
    assert.deepEqual(await current(), ['You are still in room 412', 'Admitted to the hospital']);
    assert.deepEqual(await stateOf(), ['admitted', '412']);
  });

  it('are corrected when an admission or a discharge is cancelled', async () => {
    await send('A01', pv1('4A^412'));
    await send('A03', pv1('4A^412'));
    await readAll();
    await send('A13', pv1('4A^412'));
    assert.deepEqual(await current(), ['Still in the hospital', 'Admitted to the hospital']);
    await send('A03', pv1('4A^412'));
    assert.deepEqual(await current(), ['Discharged from the hospital', 'Admitted to the hospital']);
    await send('A11', pv1('4A^412'));
    assert.deepEqual(await current(), ['Admission cancelled']);
    await send('A01', pv1('4A^412'));
    assert.deepEqual(await current(), ['Admitted to the hospital']);
    await send('A11', pv1('4A^412'));
    assert.deepEqual(await current(), [], 'nobody has read of it');
  });

  it('reach an open app', async () => {
    await send('A01', pv1('4A^412'));
    const { id } = await user();
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const token = await openSession(api.database.db, id, 'full', api.app.config.limits);
    const reader = await StreamReader.open(url, token, { content: true });
    await send('A02', pv1('4A^501'));
    await reader.until(({ text }) => text.includes('You are now in room 501'), 'the event of the new room');
    await reader.cut();
  });

  it('begin anew with a second stay, the first of which stays readable, and come back if that is cancelled', async () => {
    await send('A01', pv1('4A^412', 'V1'));
    await readAll();
    await send('A03', pv1('4A^412', 'V1'));
    await send('A01', pv1('5C^7', 'V2', 'I', startAt('20260102')));
    assert.deepEqual(await current(), ['Admitted to the hospital']);
    const earlier = (await events()).filter(({ previousStay }) => previousStay);
    assert.deepEqual(
      earlier.map(({ name, status }) => [name, status]),
      [
        ['Discharged from the hospital', 'COMPLETED'],
        ['Admitted to the hospital', 'COMPLETED'],
      ],
    );
    await send('A11', pv1('', 'V2'));
    assert.deepEqual(await current(), ['Discharged from the hospital', 'Admitted to the hospital']);
    assert.deepEqual(await stateOf(), ['discharged', null], 'the first stay counts again');
  });

  it('go on when the stay begins in Emergency, and while another one is planned', async () => {
    await send('A04', pv1('ER^1', 'V1', 'E'));
    assert.deepEqual(await current(), ['At the hospital']);
    await send('A01', pv1('4A^412', 'V2', 'I'));
    assert.deepEqual(await current(), ['Admitted to the hospital', 'At the hospital']);
    await send('A05', pv1('5C^7', 'V3', 'P', startAt('20270101')));
    assert.deepEqual(await stateOf(), ['admitted', '412']);
    await send('A03', pv1('4A^412', 'V2'));
    await send('A03', pv1('ER^1', 'V1', 'E'));
    assert.deepEqual(await stateOf(), ['discharged', null]);
    await send('A01', pv1('5C^7', 'V3', 'I', startAt('20270101')));
    assert.deepEqual(await stateOf(), ['admitted', '7']);
  });

  it('leave a stay alone that an outpatient visit without a number falls into', async () => {
    await send('A01', pv1('4A^412', '', 'I'));
    for (const type of ['A04', 'A08', 'A03']) await send(type, pv1('XRAY^1', '', 'O'));
    assert.deepEqual(await stateOf(), ['admitted', '412']);
    await send('A03', pv1('4A^412', '', 'I'));
    await send('A04', pv1('CLINIC^1', '', 'O', startAt('20260102')));
    await send('A03', pv1('CLINIC^1', '', 'O', endAt('20260103')));
    assert.deepEqual(await stateOf(), ['discharged', null], 'a visit by itself ends');
  });

  it('follow the later of two open stays, whose admissions come in any order', async () => {
    await send('A01', pv1('5C^7', 'V2', 'I', startAt('20260102080000')));
    await send('A01', pv1('4A^412', 'V1', 'I', startAt('20260101080000')));
    assert.deepEqual(await stateOf(), ['admitted', '7']);
    await send('A02', pv1('4A^413', 'V1'));
    await send('A03', pv1('4A^413', 'V1'));
    assert.deepEqual(await stateOf(), ['admitted', '7']);
    assert.deepEqual(await current(), ['Admitted to the hospital']);
    await send('A01', pv1('6D^9', 'V3', 'I', startAt('20260103080000')));
    assert.deepEqual(await stateOf(), ['admitted', '9']);
    assert.deepEqual(await current(), ['Admitted to the hospital'], 'the patient knows');
    await send('A11', pv1('', 'V3'));
    assert.deepEqual(await stateOf(), ['admitted', null], 'the other goes on');
  });

  it('say how to prepare for an appointment, to the patient alone', async () => {
    await send('A01', pv1('4A^412'));
    const at = new Date(Date.now() + 5 * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14);
    const booked = [
      `SCH|A1||||||CHECK^Check-up^L||||^^^${at}`,
      'AIS|1||US^Ultrasound of the abdomen^L',
      'NTE|1||Drink a litre of water one hour before.',
      'AIL|1||RAD^3',
    ];
    await send('SIU^S12', ...booked);
    const { id } = await user();
    const content = async (scope?: 'shared') => {
      const found = (await events('en', scope)).find(({ name }) => name === 'Ultrasound of the abdomen');
      return found?.content2;
    };
    assert.equal(await content(), 'RAD, 3\nDrink a litre of water one hour before.');
    assert.equal(await content('shared'), 'RAD, 3');
    const token = await openSession(api.database.db, id, 'full', api.app.config.limits);
    const day = await api.get<Day>('/api/v1/profiles/1/day', token);
    assert.equal(day.next?.appointments[0]?.preparation, 'Drink a litre of water one hour before.');
    assert.equal(day.next?.appointments[0]?.name, 'Ultrasound of the abdomen');
  });

  describe('access', () => {
    const isExpired = async () => (await user()).status_id === 6;
    const dayAgo = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14);
    const leave = (days: number) => send('A03', pv1('4A^412', 'V1', 'I', endAt(dayAgo(days))));

    it('ends so many days after the stay, and comes back with the next one or if the discharge is cancelled', async () => {
      await send('A01', pv1('4A^412', 'V1'));
      await leave(31);
      assert.equal(await isExpired(), true);
      await send('A13', pv1('4A^412', 'V1'));
      assert.equal(await isExpired(), false);
      await leave(29);
      await endAccessAfterStays(api.database.db, 30);
      assert.equal(await isExpired(), false);
      await endAccessAfterStays(api.database.db, 28);
      assert.equal(await isExpired(), true);
      await send('A01', pv1('4A^412', 'V2', 'I', startAt(dayAgo(0))));
      await endAccessAfterStays(api.database.db, 0);
      assert.equal(await isExpired(), false);
    });

    it('stays ended if staff have ended it', async () => {
      await send('A01', pv1('4A^412', 'V1'));
      const staff = await api.signInStaff();
      await api.ask('POST', `/api/v1/desk/patients/${(await user()).id}/expire`, { token: staff });
      await leave(31);
      await send('A01', pv1('4A^412', 'V2', 'I', startAt(dayAgo(0))));
      assert.equal(await isExpired(), true);
    });
  });
});
