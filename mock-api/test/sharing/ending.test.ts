/** The end of support: removed, left, declined or withdrawn, it ends with the next request, and both sides see why. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import {
  type AuditEntry,
  type CareEvent,
  type CarePlan,
  type CareRequest,
  type DeskPatientDetails,
  EVENT_TYPE,
  type Profile,
  type Result,
  type Supporter,
} from '../../src/contract.ts';
import { ChannelSelector } from '../../src/notifications/channel-selector.ts';
import { eraseAccount } from '../../src/operator/accounts-command.ts';
import { changesAfter, currentNumbers, numberChanges } from '../../src/repositories/changes.ts';
import { insertMessage } from '../../src/repositories/messages/messages.ts';
import { readersOf } from '../../src/stream/audience.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { sayYes, shareWith } from '../support/sharing.ts';
import { StreamReader } from '../support/stream-reader.ts';
import { Inviting, PASSWORD } from './inviting.ts';

const [PATIENT, SECOND] = ['patient@example.org', 'second@example.org'] as const;
const NUMBER = '+1 416 555 0102';

describe('support that ends', () => {
  let api: TestApi;
  let url: string;
  let patient: string;
  let second: string;
  let staff: string;
  let people: Inviting;

  const del = async (path: string, token: string) => outcomeOf(await api.ask('DELETE', path, { token }));
  const outcome = async (path: string, token = second) => outcomeOf(await api.ask('GET', path, { token }));
  const events = (token: string) => api.get<CareEvent[]>('/api/events', token);
  const newest = async (token: string) => {
    const [event] = await events(token);
    return [event?.status, event?.content];
  };
  const entries = () => api.get<Supporter[]>('/api/v1/supporters', patient);
  const requestOf = async (token: string) =>
    (await events(token)).find(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST) ?? assert.fail('no request');
  const log = async (token: string) =>
    (await api.get<AuditEntry[]>('/api/v1/access-log', token)).map(({ who, what }) => `${who}: ${what}`);
  const send = async (email: string, name: string) => {
    const { id } = await api.user(email);
    const event = { type: EVENT_TYPE.HOSPITAL, name, content: 'Level 4' };
    const { status, body } = await api.post<CareEvent>(`/api/v1/desk/patients/${id}/events`, event, staff);
    assert.equal(status, 201);
    return body;
  };
  const atDesk = async (supporterId: string) =>
    `/api/v1/desk/patients/${(await api.user(PATIENT)).id}/supporters/${supporterId}`;

  before(async () => {
    api = await startApi();
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    patient = await api.signIn();
    second = await api.signIn(SECOND);
    staff = await api.signInStaff();
    people = new Inviting(api, patient);
    for (let step = 0; step < 13; step += 1) await api.post(`/api/v1/story/patient/steps/${step}`, undefined, patient);
  });
  after(() => api.close());
  beforeEach(() => api.resetThrottles());

  it('leaves a removed supporter nothing: no list, no id known before, no open or resumed stream', async () => {
    const { supporterId, profileId } = await shareWith(api, patient, second);
    const ofPatient = <Item extends { profileId: number }>(items: Item[]) =>
      items.filter((item) => item.profileId === profileId);
    const lists = async () => [
      ofPatient(await events(second)),
      ofPatient(await api.get<Result[]>('/api/v1/results', second)),
      ofPatient(await api.get<CarePlan[]>('/api/v1/care-plans', second)),
    ];
    const [[event] = [], [result] = [], [plan] = []] = await lists();
    const known = [
      `/api/events/event?id=${event?.id}`,
      `/api/v1/results/${result?.id}`,
      `/api/v1/care-plans/${plan?.id}`,
      `/api/v1/profiles/${profileId}/requests`,
      `/api/v1/profiles/${profileId}/going-home`,
    ];
    for (const path of known) assert.notEqual(await outcome(path), '404 NOT_FOUND', path);
    const stream = await StreamReader.open(url, second, { content: true });
    const isTold = (reader: StreamReader, id: string) => reader.messages.some(({ data }) => data.id === id);
    const shown = await send(PATIENT, 'Shown');
    await stream.until(() => isTold(stream, shown.id), 'the event before');
    const resume = stream.lastEventId;

    assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '204');
    const hidden = await send(PATIENT, 'Hidden');
    const own = await send(SECOND, 'Own');
    const resumed = await StreamReader.open(url, second, { content: true, lastEventId: resume });
    for (const reader of [stream, resumed]) {
      await reader.until(() => isTold(reader, own.id), 'a later event of their own');
      assert.ok(isTold(reader, supporterId) && !reader.text.includes(hidden.id), 'the end, and nothing after it');
      await reader.cut();
    }
    assert.deepEqual(await lists(), [[], [], []]);
    for (const path of known) assert.equal(await outcome(path), '404 NOT_FOUND', path);
    const body = { permissions: { statusUpdates: true } };
    assert.match(
      outcomeOf(await api.ask('PATCH', `/api/v1/supporters/${supporterId}`, { token: patient, body })),
      /^4/,
    );
    assert.equal((await api.get<Profile[]>('/api/v1/profiles', second)).length, 1);
  });

  it('tells a removed supporter kindly, and the patient nothing new', async () => {
    const { supporterId } = await shareWith(api, patient, second);
    const { db } = api.database;
    await numberChanges(api.database);
    const { last } = await currentNumbers(db);
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '204');
    assert.deepEqual(await newest(second), [
      'NOT_VIEWED',
      'Jordan Avery no longer shares their hospital stay with you.',
    ]);
    const removed = (await events(patient)).find(({ content }) => content?.startsWith('You have removed Robin.'));
    assert.deepEqual([removed?.status, removed?.viewed], ['VIEWED', true]);
    const { id } = await api.user(PATIENT);
    await numberChanges(api.database);
    const later = (await changesAfter(db, last, Number.MAX_SAFE_INTEGER)).filter(({ person }) => person === id);
    assert.ok(later.length > 0);
    assert.ok(
      later.every(({ kind }) => kind !== 'event.created'),
      'nothing notifies the patient',
    );
    assert.ok((await log(patient)).includes('You: Removed a supporter'));
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '404 NOT_FOUND', 'once');
  });

  it('stops notifications about the patient that are queued, or chosen at the same time', async () => {
    const { supporterId } = await shareWith(api, patient, second);
    const { db } = api.database;
    const reader = await api.user(SECOND);
    await numberChanges(api.database);
    const { last: before_ } = await currentNumbers(db);
    const [theirs, own] = [await send(PATIENT, 'Theirs'), await send(SECOND, 'Own')];
    const ids = [theirs.id, own.id];
    await numberChanges(api.database);
    const changes = (await changesAfter(db, before_, Number.MAX_SAFE_INTEGER)).filter((item) =>
      ids.includes(item.objectId),
    );
    assert.equal(changes.length, 2);
    for (const { id } of changes) {
      const message = { channel: 'push' as const, to: 'browser', body: '{}', notificationId: `${id}/${reader.id}` };
      await insertMessage(db, message, false);
    }
    const stale = await readersOf(db, changes);
    await db.updateTable('users').set({ text_news: 1 }).where('id', '=', reader.id).execute();
    const selector = new ChannelSelector(readConfig(api.env), {}, { warn: () => undefined });
    const choose = () =>
      db.transaction().execute(async (trx) => {
        const chosen: (string | undefined)[] = [];
        for (const change of changes) {
          const found = stale.get(change)?.find(({ person }) => person === reader.id);
          chosen.push(found && (await selector.choose(trx, change, found)));
        }
        return chosen;
      });
    assert.deepEqual(await choose(), ['text', 'text']);
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '204');
    const queued = await db.selectFrom('messages').select('news_id').where('recipient', '=', 'browser').execute();
    assert.deepEqual(
      queued.map(({ news_id }) => news_id),
      [`${changes[1]?.id}/${reader.id}`],
    );
    assert.deepEqual(await choose(), [undefined, 'text']);
  });

  it('can’t be caused by anyone else, and needs an own supporter or a supported profile', async () => {
    const { supporterId, profileId } = await shareWith(api, patient, second);
    const stranger = await api.signIn('professional@example.org');
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, stranger), '404 NOT_FOUND');
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, second), '404 NOT_FOUND', 'the supporter themselves');
    for (const number of [1, profileId, 99]) {
      assert.equal(await del(`/api/v1/profiles/${number}`, stranger), '404 NOT_FOUND', String(number));
    }
    assert.equal(await del('/api/v1/profiles/1', second), '404 NOT_FOUND', 'their own');
    assert.equal(await del('/api/v1/profiles/none', second), '400 VALIDATION');
    assert.equal(await del(await atDesk(supporterId), second), '403 STAFF_ONLY');
    const elsewhere = `/api/v1/desk/patients/${(await api.user(SECOND)).id}/supporters/${supporterId}`;
    assert.equal(await del(elsewhere, staff), '404 NOT_FOUND', 'another patient’s');
    assert.ok((await people.profiles(second)).includes('Jordan Avery'));
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '204');
  });

  it('notifies the patient when the supporter leaves, who keeps no reply about the patient', async () => {
    const { profileId, supporterId } = await shareWith(api, patient, second);
    const asked = await api.post<CareRequest>(
      `/api/v1/profiles/${profileId}/requests`,
      { kind: 'question', text: 'May I visit?' },
      second,
    );
    await api.post(`/api/v1/desk/requests/${asked.body.id}/replies`, { text: 'Until eight.' }, staff);
    assert.ok((await events(second)).some(({ requestId }) => requestId === asked.body.id));
    assert.equal(await del(`/api/v1/profiles/${profileId}`, second), '204');
    assert.deepEqual(await newest(patient), [
      'NOT_VIEWED',
      'Robin no longer follows your stay, and sees nothing of it any more. You can invite Robin again.',
    ]);
    assert.ok((await entries()).every(({ id }) => id !== supporterId));
    assert.ok((await events(second)).every((event) => event.profileId === 1));
    assert.deepEqual(await newest(second), ['VIEWED', 'You no longer follow Jordan Avery’s stay.']);
    assert.match((await log(patient)).join('\n'), /: Stopped supporting you/);
    assert.equal(await del(`/api/v1/profiles/${profileId}`, second), '404 NOT_FOUND', 'once');
    const again = await shareWith(api, patient, second);
    assert.ok(again.profileId > profileId, 'the number stays unused: phones may hold copies under it');
    assert.equal(await del(`/api/v1/profiles/${again.profileId}`, second), '204');
  });

  it('by a decline removes the request, pending on both sides until then, and notifies the patient', async () => {
    const { uuid, entry, event } = await people.invite(NUMBER);
    const request = await requestOf(second);
    assert.deepEqual([request.status, (await entry())?.status, (await event())[0]], ['PENDING', 'PENDING', 'PENDING']);
    const decline = () => api.post(`/api/v1/events/${request.id}/decline`, undefined, second);
    assert.deepEqual((await decline()).body, { isRemoved: true });
    assert.ok((await events(second)).every(({ id }) => id !== request.id));
    assert.equal(await entry(), undefined);
    assert.deepEqual(await newest(patient), [
      'NOT_VIEWED',
      'Sacha can’t be your supporter this time, and has let you know. You can invite someone else.',
    ]);
    assert.equal(await people.open(uuid), '410 LINK_DEAD');
    assert.equal(outcomeOf(await decline()), '404 NOT_FOUND');
    assert.match((await log(patient)).join('\n'), /: Declined to support you/);
  });

  it('can’t be a decline once accepted', async () => {
    await people.invite(NUMBER);
    const request = await requestOf(second);
    assert.equal((await api.post(`/api/v1/events/${request.id}/accept`, undefined, second)).status, 200);
    await sayYes(api, patient);
    assert.equal(
      outcomeOf(await api.post(`/api/v1/events/${request.id}/decline`, undefined, second)),
      '409 ALREADY_ACCEPTED',
    );
    const [profile] = (await api.get<Profile[]>('/api/v1/profiles', second)).slice(-1);
    assert.equal(await del(`/api/v1/profiles/${profile?.id}`, second), '204');
  });

  it('is not decided by an account with the number while the person with the link is under review', async () => {
    const { uuid, entry } = await people.invite(NUMBER);
    await people.register({ invitation: uuid });
    const request = await requestOf(second);
    assert.equal((await api.post(`/api/v1/events/${request.id}/decline`, undefined, second)).status, 200);
    assert.equal((await entry())?.status, 'PENDING');
    assert.ok((await events(second)).every(({ id }) => id !== request.id));
  });

  it('withdraws an invitation: link and request end, and the invited account sees it', async () => {
    const { uuid, supporterId, event } = await people.invite(NUMBER);
    const request = await requestOf(second);
    assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '204');
    assert.deepEqual(await event(), ['VIEWED', 'You have withdrawn your invitation to Sacha.']);
    assert.equal(await people.open(uuid), '410 LINK_DEAD');
    const accepted = await api.post(`/api/v1/events/${request.id}/accept`, undefined, second);
    assert.equal(outcomeOf(accepted), '404 NOT_FOUND');
    assert.deepEqual(await newest(second), [
      'NOT_VIEWED',
      'Jordan Avery has taken back your invitation to follow their hospital stay.',
    ]);
  });

  it('can be caused at the desk, which lists the supporters: both people and both logs show it', async () => {
    const { supporterId } = await shareWith(api, patient, second);
    const { id } = await api.user(PATIENT);
    const details = () => api.get<DeskPatientDetails>(`/api/v1/desk/patients/${id}`, staff);
    const { supporters = [] } = await details();
    const { first_name: first, last_name: last } = await api.user(SECOND);
    assert.deepEqual(
      supporters.find((item) => item.id === supporterId),
      { id: supporterId, name: 'Robin', account: `${first} ${last}`, status: 'ACCEPTED' },
    );
    assert.equal(await del(await atDesk(supporterId), staff), '204');
    assert.ok((await details()).supporters?.every((item) => item.id !== supporterId));
    assert.deepEqual(await newest(second), [
      'NOT_VIEWED',
      'Hospital staff have ended your access to Jordan Avery’s stay.',
    ]);
    assert.match(String((await newest(patient))[1]), /^Hospital staff have ended Robin’s access to your stay\./);
    for (const token of [patient, second]) {
      assert.match((await log(token)).join('\n'), /hospital staff: Ended a supporter’s access to a stay/);
    }
  });

  it('at the desk tells a patient whose supporter was never invited', async () => {
    const sam = (await entries()).find(({ name }) => name === 'Sam Avery') ?? assert.fail();
    assert.equal(await del(await atDesk(sam.id), staff), '204');
    assert.match(String((await newest(patient))[1]), /^Hospital staff have ended Sam Avery’s access/);
  });

  it('leaves no name of an erased account on the other’s timeline', async () => {
    const friend = async () => {
      const { uuid, supporterId } = await people.invite();
      const { email } = await people.register({ invitation: uuid }, 'example.org');
      await people.validate(email);
      await sayYes(api, patient);
      assert.equal(await del(`/api/v1/supporters/${supporterId}`, patient), '204');
      return { email, token: await api.signIn(email, PASSWORD) };
    };
    const [gone, stays] = [await friend(), await friend()];
    const about = async () =>
      (await events(patient)).filter(({ content }) => content?.startsWith('You have removed Sacha'));
    const count = (await about()).length;
    await eraseAccount(api.database.db, gone.email, 'for good');
    assert.equal((await about()).length, count - 1);
    assert.equal((await events(stays.token)).length, 1);
    await eraseAccount(api.database.db, PATIENT, 'for good');
    assert.deepEqual(await events(stays.token), []);
  });
});
