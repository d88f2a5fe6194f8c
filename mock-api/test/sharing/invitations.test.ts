/** How an invited supporter gets access: by the invitation's link, or by the invited phone number, once proven. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { areaOfEvent } from 'shared-ui/contract';
import { now } from '../../src/common/clock.ts';
import {
  type CareEvent,
  EVENT_TYPE,
  type Invitation,
  type Profile,
  type Result,
  type Supporter,
} from '../../src/contract.ts';
import { ALL_PERMISSIONS } from '../../src/repositories/sharing/supporters.ts';
import { endExpired } from '../../src/services/sharing/invitations.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { sayYes } from '../support/sharing.ts';
import { Inviting, PASSWORD } from './inviting.ts';

const DEAD = '410 LINK_DEAD';

describe('an invitation', () => {
  let api: TestApi;
  let people: Inviting;
  const eventsOf = (token: string) => api.get<CareEvent[]>('/api/events', token);
  const requests = async (token: string) =>
    (await eventsOf(token)).filter(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
  const supporters = () => api.get<Supporter[]>('/api/v1/supporters', people.patient);

  before(async () => {
    api = await startApi({ PUBLIC_URL: 'https://care.example.org', INVITED_DOMAINS: 'any' });
    people = new Inviting(api, await api.signIn());
  });
  after(() => api.close());
  beforeEach(() => api.resetThrottles());

  it('accepts a registration with any email: approved, matched, and limited to what is shared', async () => {
    const { uuid, entry } = await people.invite();
    const { status, body, email } = await people.register({ invitation: uuid });
    assert.deepEqual([status, body.hospitalStatusId], [201, 1]);
    await people.admit(email);
    const token = await api.signIn(email, PASSWORD);
    assert.deepEqual(await people.profiles(token), ['Sacha Bell', 'Jordan Avery']);
    const own = (await eventsOf(token)).filter(({ profileId }) => profileId === 1);
    assert.deepEqual(own, [], 'no demo of their own');
    assert.equal((await entry())?.status, 'ACCEPTED');
    for (const dead of [uuid, '00000000-0000-4000-8000-000000000000', 'x']) assert.equal(await people.open(dead), DEAD);
    const again = await people.register({ invitation: uuid });
    assert.equal(outcomeOf(again), DEAD);
    await assert.rejects(api.user(again.email), 'no account');
  });

  it('gives what the patient chose when inviting, from the acceptance on', async () => {
    for (let step = 0; step < 6; step += 1)
      await api.post(`/api/v1/story/patient/steps/${step}`, undefined, people.patient);
    const chosen = { ...ALL_PERMISSIONS, statusUpdates: false, feedback: false };
    const { uuid, entry } = await people.invite(undefined, chosen);
    assert.deepEqual((await entry())?.permissions, chosen);
    const { email } = await people.register({ invitation: uuid });
    await people.validate(email);
    const token = await api.signIn(email, PASSWORD);
    const shared = async () => (await eventsOf(token)).filter(({ isShared }) => isShared);
    const results = async () => (await api.get<Result[]>('/api/v1/results', token)).length;
    assert.deepEqual([await shared(), await results()], [[], 0], 'nothing before the patient’s yes');
    await sayYes(api, people.patient);
    const areas = new Set((await shared()).map(({ type }) => areaOfEvent(type)));
    assert.deepEqual([areas.has('results'), areas.has('status'), areas.has('feedback')], [true, false, false]);
    assert.ok((await results()) > 0);
    const profile = (await api.get<Profile[]>('/api/v1/profiles', token)).at(-1);
    assert.deepEqual([profile?.permissions, profile?.next], [chosen, undefined]);
  });

  it('tells who opens its link the invited name and number, until an account has answered', async () => {
    const { uuid } = await people.invite('+1 514 555 0398');
    const read = () => api.get<Invitation>(`/api/v1/invitations/${uuid}`);
    const name = 'Jordan Avery';
    assert.deepEqual(await read(), { name, invited: { name: 'Sacha', phone: '+15145550398' } });
    await people.register({ invitation: uuid });
    assert.deepEqual(await read(), { name }, 'a link can be forwarded');
  });

  it('is refused with incomplete permissions', async () => {
    const form = { name: 'Sacha', phone: '+1 514 555 0399', permissions: { statusUpdates: true } };
    assert.equal(outcomeOf(await api.post('/api/v1/supporters', form, people.patient)), '400 VALIDATION');
  });

  it('once accepted, is the patient’s newest event, unread again, and says since when', async () => {
    const { uuid, eventId, entry } = await people.invite();
    assert.equal((await entry())?.acceptedAt, undefined);
    await people.invite();
    assert.notEqual((await eventsOf(people.patient))[0]?.id, eventId);
    const { db } = api.database;
    await db.updateTable('events').set({ viewed: 1, is_read: 1 }).where('id', '=', eventId).execute();

    const start = now();
    await people.admit((await people.register({ invitation: uuid })).email);
    const [newest] = await eventsOf(people.patient);
    assert.deepEqual(
      [newest?.id, newest?.status, newest?.viewed, newest?.content],
      [eventId, 'NOT_VIEWED', false, 'Sacha now follows your stay.'],
    );
    assert.ok(String(newest?.createdAt) >= start);
    const accepted = await entry();
    assert.deepEqual([accepted?.status, accepted?.content], ['ACCEPTED', 'Now follows your stay']);
    assert.ok(String(accepted?.acceptedAt) >= start);
    const changes = await db.selectFrom('changes').select('kind').where('object_id', '=', eventId).execute();
    assert.deepEqual(
      changes.map(({ kind }) => kind).sort(),
      ['event.created', 'event.created', 'event.updated', 'event.updated'],
      'a new event again, which notifies the patient',
    );
  });

  it('an invitation expires after 14 days', async () => {
    const { uuid, supporterId } = await people.invite();
    const { db } = api.database;
    const [row] = await db.selectFrom('invitations').selectAll().where('supporter_id', '=', supporterId).execute();
    assert.equal(Math.round((Date.parse(row?.expires_at ?? '') - Date.now()) / 86_400_000), 14);
    await db.updateTable('invitations').set({ expires_at: now() }).where('supporter_id', '=', supporterId).execute();
    assert.equal(await people.open(uuid), DEAD);
    assert.equal(outcomeOf(await people.register({ invitation: uuid })), DEAD);
  });

  it('that expires without an answer ends, and the patient sees it', async () => {
    const { supporterId, entry } = await people.invite();
    const { db } = api.database;
    await endExpired(db);
    assert.ok(await entry(), 'still open');
    await db.updateTable('invitations').set({ expires_at: now() }).where('supporter_id', '=', supporterId).execute();
    await endExpired(db);
    assert.ok((await supporters()).every(({ id }) => id !== supporterId));
    const [newest] = await eventsOf(people.patient);
    assert.deepEqual(
      [newest?.status, newest?.content],
      ['NOT_VIEWED', 'Sacha has not answered in time, so your invitation has expired. You can invite Sacha again.'],
    );
    await endExpired(db);
    assert.deepEqual((await eventsOf(people.patient))[0], newest, 'once');
  });

  it('accepts one sign-in from the link, and not the patient who sent it', async () => {
    const { uuid } = await people.invite();
    const accept = async (token: string) =>
      outcomeOf(await api.post(`/api/v1/invitations/${uuid}/accept`, undefined, token));
    assert.equal(await accept(people.patient), '409 OWN_INVITATION');
    const professional = await api.signIn('professional@example.org');
    assert.deepEqual(await Promise.all([accept(professional), accept(professional)]), ['200', '200']);
    await sayYes(api, people.patient);
    assert.equal(await accept(professional), DEAD);
    assert.ok((await people.profiles(professional)).includes('Jordan Avery'));
  });

  it('goes to the person who used its link, even if the number belongs to another account', async () => {
    const second = await api.signIn('second@example.org');
    const { uuid } = await people.invite('+1 416 555 0102');
    assert.equal((await requests(second)).length, 1);
    const { email } = await people.register({ invitation: uuid });
    await people.admit(email);
    assert.deepEqual(await requests(second), []);
    assert.ok((await people.profilesOf(email)).includes('Jordan Avery'));
  });

  it('appears on the timeline of someone who registers later and proves that number', async () => {
    const phoneNumber = '+1 514 555 0404';
    const { supporterId } = await people.invite(phoneNumber);
    const { email } = await people.register({ phoneNumber }, 'example.org');
    const ofSupporter = api.database.db.selectFrom('supporters').select('supporter_user_id');
    const entry = await ofSupporter.where('id', '=', supporterId).executeTakeFirst();
    assert.equal(entry?.supporter_user_id, null);
    await people.validate(email);
    const token = await api.signIn(email, PASSWORD);
    assert.deepEqual(await requests(token), []);
    await api.post('/api/v1/users/me/phone/code', undefined, token);
    assert.equal((await api.proveNumber(token, phoneNumber)).status, 200);
    const [request] = await requests(token);
    assert.equal(request?.name, 'Jordan Avery would like your support');
    assert.deepEqual(await people.profiles(token), ['Sacha Bell']);
    assert.equal((await api.post(`/api/v1/events/${request?.id}/accept`, undefined, token)).status, 200);
    await sayYes(api, people.patient);
    assert.deepEqual(await people.profiles(token), ['Sacha Bell', 'Jordan Avery']);
  });
});
