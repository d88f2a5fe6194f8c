/** Merges of two patients by the hospital's feed, and their undo at the desk. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type AuditEntry,
  type CareEvent,
  type DeskPatient,
  EVENT_TYPE,
  type Profile,
  type Supporter,
} from '../../src/contract.ts';
import { outcomeOf, type TestApi } from '../support/api.ts';
import { potassium, retires, TestFeed, visit } from '../support/feed.ts';
import { asksOf, sayYes, shareWith } from '../support/sharing.ts';

const PATIENT = 'patient@example.org';

describe('a merge', () => {
  let feed: TestFeed;
  let api: TestApi;
  let staff: string;
  let patient: string;
  let supporter: string;
  let profileId: number;
  let band: string;
  let retiredId: string;

  const profiles = () => api.get<Profile[]>('/api/v1/profiles', supporter);
  const entry = async () => (await api.get<Supporter[]>('/api/v1/supporters', patient)).at(-1);
  const logOf = async (userId: string) => {
    const rows = await api.database.db.selectFrom('audit').selectAll().where('subject_id', '=', userId).execute();
    return rows.map(({ object }) => object);
  };

  before(async () => {
    feed = await TestFeed.start();
    ({ api } = feed);
    staff = await api.signInStaff();
    patient = await api.signIn();
    supporter = await api.signIn('second@example.org');
    ({ profileId } = await shareWith(api, patient, supporter));
    await api.setUser(PATIENT, { record_number: 'A', date_of_birth: '1980-03-01', room: null, ward: null });
    assert.equal(await feed.send('ADT^A28', 'A'), 'applied');
    await feed.send('ORU^R01', 'A', ...potassium('FA', '4.1'));
    await feed.send('ADT^A01', 'B', visit('4B^501', 'V1'));
    await feed.send('ORU^R01', 'B', ...potassium('FB', '6.6'));
    retiredId = (await feed.user('B')).id;
    const issued = await api.post<{ code: string }>(`/api/v1/desk/patients/${retiredId}/wristband`, undefined, staff);
    band = await api.scan(issued.body.code);
    const event = { type: EVENT_TYPE.HOSPITAL, name: 'Sent to B', content: 'Level 4' };
    await api.post<CareEvent>(`/api/v1/desk/patients/${retiredId}/events`, event, staff);
  });
  after(() => feed.close());

  it('gives the surviving patient the stay, the results and the events, and ends the retired one’s access', async () => {
    assert.equal(await feed.send('ADT^A40', 'A', retires('B')), 'applied');
    assert.deepEqual(await feed.values('A'), ['4.1', '6.6']);
    assert.deepEqual(await feed.stay('A'), ['admitted', '4B', '501']);
    assert.ok((await api.get<CareEvent[]>('/api/events', patient)).some(({ name }) => name === 'Sent to B'));
    assert.equal(outcomeOf(await api.ask('POST', '/api/v1/sessions/pin', { token: band })), '401 UNAUTHENTICATED');
    assert.equal(await feed.find('B'), undefined);
    const {
      wristband_code: code,
      room,
      ward,
    } = await api.database.db.selectFrom('users').selectAll().where('id', '=', retiredId).executeTakeFirstOrThrow();
    assert.deepEqual([code, room, ward], [null, null, null]);
  });

  it('is shown at the desk and in both logs', async () => {
    const { merges = [] } = await feed.details('A', staff);
    assert.deepEqual(
      merges.map(({ retired }) => retired),
      [{ name: 'Ann Roe', dateOfBirth: '1980-03-01', recordNumber: 'B' }],
    );
    const listed = await api.get<DeskPatient[]>('/api/v1/desk/patients?search=Roe', staff);
    assert.deepEqual(
      listed.map(({ id, wasMerged }) => [id, wasMerged]),
      [[(await feed.user('A')).id, true]],
    );
    for (const id of [(await feed.user('A')).id, retiredId]) assert.ok((await logOf(id)).includes('records-merged'));
    const [said] = (await api.get<AuditEntry[]>('/api/v1/access-log', patient)).filter(
      ({ staffAct }) => staffAct === 'records-merged',
    );
    assert.equal(said?.what, 'Joined two records of yours');
  });

  it('asks about every supporter again, who sees nothing until the patient says yes', async () => {
    assert.deepEqual(
      (await profiles()).map(({ id }) => id),
      [1],
    );
    assert.equal((await entry())?.status, 'PENDING');
    const events = await api.get<CareEvent[]>('/api/events', supporter);
    assert.deepEqual(
      events.filter((event) => event.profileId === profileId),
      [],
    );
    assert.equal((await asksOf(api, patient)).length, 1);
    await sayYes(api, patient);
    assert.equal((await profiles()).at(-1)?.id, profileId);
    assert.equal((await entry())?.status, 'ACCEPTED');
  });

  it('is applied once, and refused the other way round without holding up anything', async () => {
    assert.equal(await feed.send('ADT^A40', 'A', retires('B')), 'applied');
    assert.equal(await feed.send('ADT^A40', 'B', retires('A')), 'aside: merge-refused');
    assert.equal(await feed.send('ADT^A02', 'A', visit('4B^502', 'V1')), 'applied');
    assert.deepEqual(await feed.stay('A'), ['admitted', '4B', '502']);
    assert.equal((await entry())?.status, 'ACCEPTED', 'nobody is asked again');
  });

  it('leads the retired number to the surviving patient, whose name and number stay', async () => {
    const other = 'PID|1||B^^^NORTH^MR||Wrong^Name||19990101|M';
    assert.equal(await feed.sendRaw({ type: 'ORU^R01' }, other, ...potassium('FC', '5.0')), 'applied');
    assert.equal(await feed.sendRaw({ type: 'ADT^A08' }, other), 'applied');
    assert.deepEqual(await feed.values('A'), ['4.1', '5.0', '6.6']);
    const { first_name: first, last_name: last } = await feed.user('A');
    assert.deepEqual([first, last], ['Ann', 'Roe']);
  });

  it('replaces what came by the retired number when it comes again by the other', async () => {
    await feed.send('ORU^R01', 'B', ...potassium('FD', '3.0'));
    await feed.send('ORU^R01', 'A', ...potassium('FD', '3.3', 'C'));
    assert.deepEqual(await feed.values('A'), ['3.3', '4.1', '5.0', '6.6']);
  });

  it('is undone at the desk: what was the other’s goes back, and what came since by their number', async () => {
    await feed.send('ORU^R01', 'A', ...potassium('FE', '4.9'));
    assert.equal(await feed.undo('A', staff), 204);
    assert.deepEqual(await feed.values('A'), ['3.3', '4.1', '4.9']);
    assert.deepEqual(await feed.values('B'), ['5.0', '6.6']);
    assert.deepEqual(await feed.stay('B'), ['admitted', '4B', '502']);
    assert.deepEqual(await feed.stay('A'), [undefined, null, null]);
    assert.equal((await feed.user('B')).id, retiredId);
    const log = await logOf(retiredId);
    assert.ok(log.includes('merge-undone') && (await logOf((await feed.user('A')).id)).includes('merge-undone'));
    assert.deepEqual((await feed.details('A', staff)).merges, []);
  });

  it('leaves nothing of the other on a phone or with a supporter after its undo', async () => {
    const answer = await api.ask('GET', '/api/events', { token: patient });
    assert.equal(outcomeOf(answer), '401 UNAUTHENTICATED');
    patient = await api.signIn();
    const events = await api.get<CareEvent[]>('/api/events', patient);
    assert.ok(!events.some(({ name }) => name === 'Sent to B'));
    assert.equal((await entry())?.status, 'PENDING');
    assert.equal((await profiles()).length, 1);
    assert.equal((await asksOf(api, patient)).length, 1);
  });

  it('is not repeated by the hospital’s system after the desk has undone it', async () => {
    assert.equal(await feed.send('ADT^A40', 'A', retires('B')), 'aside: merge-refused');
    assert.deepEqual(await feed.values('B'), ['5.0', '6.6']);
  });
});

/** Tables whose rows about a patient move with a merge. */
const MOVE = [
  'care_plans',
  'day_plans',
  'events',
  'explanations',
  'feed_message',
  'fhir_files',
  'fhir_links',
  'fhir_resources',
  'going_home_ticks',
  'held_invitations',
  'medication_check_asks',
  'medication_checks',
  'notifications',
  'question_ticks',
  'record_items',
  'requests',
  'results',
  'rounds_questions',
  'stays',
  'supporters',
  'survey_receipts',
];

/** Tables whose rows stay: logins and staff, what identifies the retired record, what passes within a day. */
const STAY = [
  'agreements',
  'authenticators',
  'changes',
  'daily_questions',
  'deliveries',
  'desk_openings',
  'ended_supports',
  'event_views',
  'feed_message_person',
  'hospital_outbox',
  'merges',
  'name_keys',
  'oidc_sign_ins',
  'one_time_tokens',
  'passkeys',
  'phone_changes',
  'phone_codes',
  'pin_codes',
  'profiles',
  'push_subscriptions',
  'recovery_codes',
  'request_replies',
  'return_notices',
  'sessions',
  'staff_identities',
  'story_positions',
  'support_requests',
  'wristbands',
];

describe('merges as senders write them', () => {
  let feed: TestFeed;
  let staff: string;

  before(async () => {
    feed = await TestFeed.start();
    staff = await feed.api.signInStaff();
  });
  after(() => feed.close());

  it('retire the number of MRG-1, also where PID-3 holds it first or MRG-1 is the number alone', async () => {
    for (const [kept, retired] of [
      ['K1', 'R1'],
      ['K2', 'R2'],
    ] as const) {
      await feed.send('ADT^A28', kept);
      await feed.send('ADT^A28', retired);
      await feed.send('ORU^R01', retired, ...potassium(`F${retired}`, '4.4'));
    }
    const both = 'PID|1||R1^^^NORTH^MR~K1^^^NORTH^MR||Roe^Ann||19800301|F';
    assert.equal(await feed.sendRaw({ type: 'ADT^A40' }, both, retires('R1')), 'applied');
    const early = { type: 'ADT^A34', version: '2.3' };
    assert.equal(await feed.sendRaw(early, 'PID|1||K2^^^NORTH^MR||Roe^Ann||19800301|F', 'MRG|R2'), 'applied');
    for (const kept of ['K1', 'K2']) assert.deepEqual(await feed.values(kept), ['4.4']);
  });

  it('give a patient another number if nobody has the surviving one, and change nothing for an unknown one', async () => {
    await feed.send('ADT^A01', 'OLD', visit('4A^7', 'V7'));
    await feed.send('ORU^R01', 'OLD', ...potassium('F7', '4.0'));
    const { id } = await feed.user('OLD');
    assert.equal(await feed.send('ADT^A18', 'NEW', retires('OLD')), 'applied');
    assert.equal((await feed.user('NEW')).id, id);
    await feed.send('ORU^R01', 'NEW', ...potassium('F7', '4.2', 'C'));
    await feed.send('ORU^R01', 'OLD', ...potassium('F8', '4.8'));
    assert.deepEqual(await feed.values('NEW'), ['4.2', '4.8']);
    assert.equal(await feed.send('ADT^A40', 'OLD', retires('NEW')), 'aside: merge-refused');
    assert.equal(await feed.send('ADT^A30', 'NEW', retires('NEVER')), 'unused');
    assert.equal(await feed.find('NEVER'), undefined);
  });

  it('keep the stay that goes on, whichever record has it', async () => {
    await feed.send('ADT^A01', 'K3', visit('4A^1', 'V31'));
    await feed.send('ADT^A01', 'R3', visit('4A^2', 'V32'));
    await feed.send('ADT^A03', 'R3', visit('4A^2', 'V32'));
    await feed.send('ADT^A40', 'K3', retires('R3'));
    assert.deepEqual(await feed.stay('K3'), ['admitted', '4A', '1']);
  });

  it('are decided for every table with a person in it', async () => {
    const tables = await feed.api.database.db.introspection.getTables();
    const columns = ['user_id', 'patient_id', 'owner_id', 'author_id', 'viewer_id', 'person', 'retired_id'];
    const found = tables.filter((table) => table.columns.some(({ name }) => columns.includes(name)));
    // A new table: does it move (`repositories/feed/merges.ts`) or stay? Say so here.
    assert.deepEqual(found.map(({ name }) => name).sort(), [...MOVE, ...STAY].sort());
  });

  it('are erased with the patient who survived', async () => {
    const { id } = await feed.user('K2');
    const { retired_id: retired } = await feed.api.database.db
      .selectFrom('merges')
      .select('retired_id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const url = `/api/v1/desk/patients/${id}/erasure`;
    assert.equal((await feed.api.post(url, { name: 'Ann Roe' }, staff)).status, 204);
    const left = await feed.api.database.db.selectFrom('users').select('id').where('id', 'in', [id, retired]).execute();
    assert.deepEqual(left, []);
  });

  it('end after 30 days for good', async () => {
    await feed.api.database.db.updateTable('merges').set({ merged_at: '2026-01-01T00:00:00.000Z' }).execute();
    const { id, merges } = await feed.details('K1', staff);
    assert.deepEqual(merges, []);
    const { id: mergeId } = await feed.api.database.db
      .selectFrom('merges')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const undo = (merge: string) =>
      feed.api.ask('POST', `/api/v1/desk/patients/${id}/merges/${merge}/undo`, { token: staff });
    assert.equal(outcomeOf(await undo(mergeId)), '409 MERGE_FINAL');
    assert.equal(outcomeOf(await undo('other')), '404 NOT_FOUND');
  });
});

describe('a person who was sent in error', () => {
  let feed: TestFeed;

  before(async () => {
    feed = await TestFeed.start();
  });
  after(() => feed.close());

  it('is removed while nothing is known of them but a cancelled stay', async () => {
    await feed.send('ADT^A01', '1', visit('4A^1', 'V1'));
    assert.equal(await feed.send('ADT^A29', '1'), 'aside: by-hand', 'a stay goes on');
    await feed.api.database.db.updateTable('feed_message').set({ state: 'dismissed' }).execute();
    assert.equal(await feed.send('ADT^A23', '1', visit('4A^1', 'V1')), 'applied');
    assert.deepEqual(await feed.stay('1'), ['cancelled', null, null]);
    assert.equal(await feed.send('ADT^A29', '1'), 'applied');
    assert.equal(await feed.find('1'), undefined);
    assert.equal(await feed.send('ADT^A28', '1'), 'applied', 'the number may come again');
    assert.deepEqual(await feed.stay('1'), [undefined, null, null]);
  });

  it('is left to staff once there is a login or data, and never taken for who survived a merge', async () => {
    await feed.send('ADT^A28', '2');
    await feed.send('ORU^R01', '2', ...potassium('F2', '4.4'));
    assert.equal(await feed.send('ADT^A29', '2'), 'aside: by-hand');
    await feed.send('ADT^A28', '3');
    await feed.api.database.db
      .updateTable('users')
      .set({ phone_number: '1' })
      .where('record_number', '=', '3')
      .execute();
    assert.equal(await feed.send('ADT^A29', '3'), 'aside: by-hand');
    await feed.send('ADT^A28', '4');
    await feed.send('ADT^A28', '5');
    await feed.send('ADT^A40', '4', retires('5'));
    assert.equal(await feed.send('ADT^A29', '5'), 'unused');
    assert.notEqual(await feed.find('4'), undefined);
    assert.equal(await feed.send('ADT^A29', '6'), 'unused');
  });
});
