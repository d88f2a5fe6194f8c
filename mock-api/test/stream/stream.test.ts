/** The stream of a single process: its messages, its replay after a disconnect, and when it ends. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pruneChanges } from '../../src/changes/numbers.ts';
import type { CareEvent } from '../../src/contract.ts';
import { EVENT_TYPE } from '../../src/contract.ts';
import { deliveredBy } from '../../src/delivery/deliveries.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';
import { StreamReader } from '../support/stream-reader.ts';

const NEW_EVENT = { type: EVENT_TYPE.GENERAL, name: 'Blood taken', content: 'Results in an hour.' };

describe('the stream', () => {
  let api: TestApi;
  let url = '';
  let staff = '';
  let patient = '';
  let share: Awaited<ReturnType<typeof shareWith>>;
  const ids: Record<string, string> = {};
  const readers: StreamReader[] = [];

  const open = async (token: string | undefined, from: Parameters<typeof StreamReader.open>[2] = {}) => {
    const reader = await StreamReader.open(url, token, from);
    readers.push(reader);
    return reader;
  };
  const send = async (event: object = NEW_EVENT): Promise<CareEvent> => {
    const path = `/api/v1/desk/patients/${ids['patient@example.org']}/events`;
    const { status, body } = await api.ask<CareEvent>('POST', path, { token: staff, body: event });
    assert.equal(status, 201);
    return body;
  };

  before(async () => {
    api = await startApi();
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    staff = await api.signInStaff();
    patient = await api.signIn();
    const users = await api.database.db.selectFrom('users').select(['id', 'email']).execute();
    for (const { id, email } of users) ids[email] = id;
  });
  after(async () => {
    for (const reader of readers) await reader.cut();
    await api.close();
  });

  it('announces an event from the desk with its id and profile, without any content', async () => {
    const reader = await open(patient);
    assert.equal(reader.status, 200);
    assert.equal(reader.headers.get('content-type'), 'text/event-stream');
    assert.match(reader.headers.get('cache-control') ?? '', /no-transform/);
    const event = await send();
    await reader.until(({ messages }) => messages.length > 0, 'the event');
    const [message] = reader.messages;
    assert.equal(message?.event, 'event.created');
    assert.deepEqual(Object.keys(message?.data ?? {}).sort(), ['at', 'id', 'profileId']);
    assert.deepEqual([message?.data.id, message?.data.profileId], [event.id, 1]);
    assert.ok(!reader.text.includes('Blood'), 'no word of health');
    const claim = { changeId: Number(message?.id), person: ids['patient@example.org'] ?? '' };
    assert.equal(await deliveredBy(api.database.db, claim), 'stream');
  });

  it('includes an event’s content on request, as this reader’s list has it in this language', async () => {
    const supporter = await api.signIn('second@example.org');
    share = await shareWith(api, patient, supporter);
    await share.grant({ feedback: false });
    const tokens = { patient, supporter };
    const asks = { type: EVENT_TYPE.HOSPITAL, name: 'Admitted', content: 'Level 4', survey: 'admission' };
    for (const [who, token] of Object.entries(tokens)) {
      const reader = await open(token, { content: true });
      const { id } = await send(asks);
      await reader.until(({ messages }) => messages.some(({ data }) => data.id === id), `the event, for the ${who}`);
      const list = await api.ask<CareEvent[]>('GET', '/api/events', { token });
      const listed = list.body.find((event) => event.id === id);
      assert.ok(listed);
      assert.deepEqual(reader.messages.find(({ data }) => data.id === id)?.data.event, listed, who);
    }
    await share.grant({ statusUpdates: false });
    const closed = await open(supporter, { content: true });
    const own = await open(patient);
    const { id } = await send(asks);
    await own.until(({ messages }) => messages.some(({ data }) => data.id === id), 'the event, for the patient');
    const number = own.messages.find(({ data }) => data.id === id)?.id ?? Number.NaN;
    await share.grant({ statusUpdates: false, carePlans: false });
    const isAfter = (reader: StreamReader) => reader.named('share.updated').some((message) => message.id > number);
    await closed.until(isAfter, 'the change after it');
    assert.ok(!closed.text.includes(id) && !closed.text.includes('Admitted'));
  });

  it('logs for the patient that a supporter was shown an event', async () => {
    const supporter = await api.signIn('second@example.org');
    const reader = await open(supporter, { content: true });
    await share.grant({});
    const { id } = await send({ type: EVENT_TYPE.HOSPITAL, name: 'Moved', content: 'Level 5' });
    await reader.until(({ text }) => text.includes(id), 'the event');
    const lines = await api.database.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'subject_id', 'object'])
      .where('object_id', '=', id)
      .where('action', '=', 'RECORD_VIEWED')
      .execute();
    const [actor, subject] = [ids['second@example.org'], ids['patient@example.org']];
    assert.deepEqual(
      { ...lines[0] },
      { action: 'RECORD_VIEWED', actor_id: actor, subject_id: subject, object: 'events' },
    );
    assert.equal(lines.length, 1);
  });

  it('costs a phone fewer bytes for a day of 50 events than fetching the home screen’s data twice', async () => {
    const reader = await open(patient, { content: true });
    for (let visit = 1; visit <= 50; visit += 1) {
      await send({ ...NEW_EVENT, name: `Your nurse came by, visit ${visit}` });
      // More than twenty at once would arrive without content, and a day's events don't arrive at once.
      if (visit % 10 === 0) await reader.until(({ messages }) => messages.length >= visit, `${visit} events`);
    }
    const home = ['/api/events', '/api/v1/profiles', '/api/v1/notifications'];
    const answers = await Promise.all(
      home.map(
        async (path) => (await api.app.inject({ url: path, headers: { authorization: `Bearer ${patient}` } })).body,
      ),
    );
    const fetched = answers.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
    const streamed = Buffer.byteLength(reader.text);
    console.log(`stream bytes: a day of 50 events ${streamed} B, fetched twice ${2 * fetched} B, without headers`);
    assert.ok(streamed < 2 * fetched);
    assert.deepEqual(
      reader.messages.filter(({ data }) => !data.event),
      [],
      'nothing is left to fetch',
    );
  });

  it('each reader gets consecutively numbered changes in order', async () => {
    const reader = await open(patient);
    for (let count = 0; count < 5; count += 1) await send();
    await reader.until(({ messages }) => messages.length === 5, 'five events');
    const numbers = reader.messages.map(({ id }) => id);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => (numbers[0] ?? 0) + index),
    );
  });

  it('delivers the patient’s own changes, next steps and request updates', async () => {
    const reader = await open(patient);
    const event = await send();
    const next = { title: 'X-ray', content: 'Room 4' };
    await api.ask('PUT', `/api/v1/desk/patients/${ids['patient@example.org']}/next`, { token: staff, body: next });
    await api.ask('POST', `/api/v1/events/${event.id}/view`, { token: patient });
    await api.ask('DELETE', `/api/v1/events/${event.id}`, { token: patient });
    const body = { kind: 'question', text: 'When?' };
    const asked = await api.ask<{ id: string }>('POST', '/api/v1/profiles/1/requests', { token: patient, body });
    await api.ask('POST', `/api/v1/desk/requests/${asked.body.id}/seen`, { token: staff });
    const expected = [
      'event.created',
      'next.updated',
      'event.updated',
      'event.removed',
      'request.updated',
      'request.updated',
    ];
    await reader.until(({ messages }) => messages.length >= expected.length, 'six changes');
    assert.deepEqual(
      reader.messages.map((message) => message.event),
      expected,
    );
    assert.equal(reader.named('request.updated')[0]?.data.id, asked.body.id);
  });

  it('delivers next steps to supporters while they receive status updates', async () => {
    const supporter = await open(await api.signIn('second@example.org'));
    const put = (title: string) =>
      api.ask('PUT', `/api/v1/desk/patients/${ids['patient@example.org']}/next`, {
        token: staff,
        body: { title, content: 'Soon' },
      });
    const own = await open(patient);
    const steps = ({ messages }: StreamReader) => messages.filter(({ event }) => event === 'next.updated');
    await share.grant({ statusUpdates: false });
    await put('MRI');
    // Permissions are read when a change is delivered.
    await own.until((reader) => steps(reader).length > 0, 'the first step, for the patient');
    await share.grant({});
    await put('X-ray');
    await supporter.until((reader) => steps(reader).length > 0, 'the second step, for the supporter');
    assert.deepEqual(
      steps(supporter).map(({ data }) => data.profileId),
      [share.profileId],
    );
  });

  it('replays missed changes after a disconnect, once and in order, and then continues', async () => {
    const reader = await open(patient);
    await send();
    await reader.until(({ messages }) => messages.length === 1, 'the first event');
    await reader.cut();
    const missed = [await send(), await send()];
    const again = await open(patient, { lastEventId: reader.lastEventId });
    const last = await send();
    await again.until(({ messages }) => messages.length >= 3, 'what was missed, and the next');
    assert.deepEqual(
      again.messages.map(({ data }) => data.id),
      [...missed, last].map(({ id }) => id),
    );
  });

  it('sends its starting number, so that a reader disconnected before the first message misses nothing', async () => {
    const reader = await open(patient);
    await send();
    await reader.until(({ messages }) => messages.length === 1, 'the first event');
    await reader.cut();
    await send();
    await (await open(patient)).until(({ comments }) => comments > 0, 'the stream open');
    const again = await open(patient, { lastEventId: reader.lastEventId });
    assert.equal(again.headers.get('last-event-id'), String(reader.lastEventId));
    const anew = await open(patient, { lastEventId: 'none' });
    assert.equal(anew.headers.get('last-event-id'), null, 'who has to read anew has no number to go on from');
  });

  it('replays only the removal of an event that was created and removed while disconnected', async () => {
    const reader = await open(patient);
    const known = reader.lastEventId;
    const deleted = await send();
    await api.ask('DELETE', `/api/v1/events/${deleted.id}`, { token: patient });
    const stays = await send();
    const isStays = ({ data }: { data: { id?: string } }) => data.id === stays.id;
    await reader.until(({ messages }) => messages.some(isStays), 'the event that stays, as it came');
    await reader.cut();
    const again = await open(patient, { lastEventId: known });
    await again.until(({ messages }) => messages.some(isStays), 'the event that stays');
    const ofDeleted = again.messages.filter(({ data }) => data.id === deleted.id).map(({ event }) => event);
    assert.deepEqual(ofDeleted, ['event.removed']);
  });

  it('sends a reader without a number the changes since it read the data', async () => {
    const event = await send();
    const reader = await open(patient, { age: 0 });
    await reader.until(({ messages }) => messages.some(({ data }) => data.id === event.id), 'the event of just now');
  });

  it('requests a resync after an hour, and for an unknown number', async () => {
    const { db } = api.database;
    const reader = await open(patient);
    const known = reader.lastEventId;
    const hourAgo = new Date(Date.now() - 3_601_000).toISOString();
    const tenMinutesAgo = new Date(Date.now() - 600_000).toISOString();
    const event = await send();
    await reader.until(({ messages }) => messages.some(({ data }) => data.id === event.id), 'the event');
    await db.updateTable('changes').set({ created_at: tenMinutesAgo }).execute();
    await pruneChanges(db);
    const away = await open(patient, { lastEventId: known });
    await away.until(({ messages }) => messages.some(({ data }) => data.id === event.id), 'what came ten minutes ago');
    assert.deepEqual(away.named('resync'), []);
    await db.updateTable('changes').set({ created_at: hourAgo }).execute();
    await pruneChanges(db);
    for (const lastEventId of [known, 999_999_999, 'nonsense']) {
      const late = await open(patient, { lastEventId });
      await late.until(({ messages }) => messages.length === 1, `resync for ${lastEventId}`);
      assert.equal(late.messages[0]?.event, 'resync');
      assert.ok(late.lastEventId > known, 'and where it goes on');
    }
  });

  it('the stream ends with its session and states the reason', async () => {
    const token = await api.signIn();
    const reader = await open(token);
    const other = await open(patient);
    await api.ask('DELETE', '/api/v1/sessions', { token });
    await reader.ended;
    assert.equal(reader.messages.at(-1)?.event, 'session.ended');
    assert.equal(reader.messages.at(-1)?.data.reason, 'UNAUTHENTICATED');
    await send();
    await other.until(({ messages }) => messages.length > 0, 'the event, for the session that goes on');
    assert.deepEqual(other.named('session.ended'), []);
    assert.equal((await open(token)).status, 401);
  });

  it('ends when a trial expires', async () => {
    const reader = await open(await api.signIn('second@example.org'));
    await api.ask('POST', `/api/v1/desk/patients/${ids['second@example.org']}/expire`, { token: staff });
    await reader.ended;
    assert.equal(reader.messages.at(-1)?.data.reason, 'EXPIRED');
  });

  it('ends when a session runs out without activity', async () => {
    const token = await api.signIn();
    const reader = await open(token);
    const past = new Date(Date.now() - 1_000).toISOString();
    const { db } = api.database;
    await db.updateTable('sessions').set({ idle_at: past }).where('token_hash', '=', sha256(token)).execute();
    await reader.ended;
    assert.equal(reader.messages.at(-1)?.event, 'session.ended');
  });

  it('is only for sessions with access to data, and for clients that accept event streams', async () => {
    assert.equal((await open(undefined)).status, 401);
    assert.equal((await open(await api.scan())).status, 403);
    assert.equal(
      (await api.ask('GET', '/api/v1/stream', { token: patient, headers: { accept: 'application/json' } })).status,
      406,
    );
  });
});
