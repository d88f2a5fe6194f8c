/** The stream of a single process: its messages, its replay after a disconnect, and when it ends. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CareEvent, EVENT_TYPE } from '../../src/contract.ts';
import { pruneChanges } from '../../src/repositories/changes.ts';
import { deliveredBy } from '../../src/repositories/messages/deliveries.ts';
import { sha256 } from '../../src/security/secrets.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { shareWith } from '../support/sharing.ts';
import { StreamReader } from '../support/stream-reader.ts';

const NEW_EVENT = { type: EVENT_TYPE.GENERAL, name: 'Blood taken', content: 'Results in an hour.' };
const ADMITTED = { type: EVENT_TYPE.HOSPITAL, name: 'Admitted', content: 'Level 4', survey: 'admission' };
const [PATIENT, SUPPORTER] = ['patient@example.org', 'second@example.org'] as const;

describe('the stream', () => {
  let api: TestApi;
  let url = '';
  let staff = '';
  let patient = '';
  const ids: Record<string, string> = {};
  const readers: StreamReader[] = [];

  const open = async (token: string | undefined, from: Parameters<typeof StreamReader.open>[2] = {}) => {
    const reader = await StreamReader.open(url, token, from);
    readers.push(reader);
    return reader;
  };
  const send = async (event: object = NEW_EVENT): Promise<CareEvent> => {
    const path = `/api/v1/desk/patients/${ids[PATIENT]}/events`;
    const { status, body } = await api.ask<CareEvent>('POST', path, { token: staff, body: event });
    assert.equal(status, 201);
    return body;
  };
  const setNext = (title: string) => {
    const path = `/api/v1/desk/patients/${ids[PATIENT]}/next`;
    return api.ask('PUT', path, { token: staff, body: { title, content: 'Room 4' } });
  };
  const messageOf = ({ messages }: StreamReader, id: string) => messages.find(({ data }) => data.id === id);
  const receives = (reader: StreamReader, id: string) =>
    reader.until(() => messageOf(reader, id) !== undefined, `the event ${id}`);
  const removed = (id: string) => api.ask('DELETE', `/api/v1/events/${id}`, { token: patient });

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
    assert.deepEqual([reader.status, reader.headers.get('content-type')], [200, 'text/event-stream']);
    assert.match(reader.headers.get('cache-control') ?? '', /no-transform/);
    const event = await send();
    await receives(reader, event.id);
    const [message] = reader.messages;
    assert.equal(message?.event, 'event.created');
    assert.deepEqual(Object.keys(message?.data ?? {}).sort(), ['at', 'id', 'profileId']);
    assert.equal(message?.data.profileId, 1);
    assert.ok(!reader.text.includes('Blood'), 'no word of health');
    const claim = { changeId: Number(message?.id), person: ids[PATIENT] ?? '' };
    assert.equal(await deliveredBy(api.database.db, claim), 'stream');
    const json = { accept: 'application/json' };
    assert.equal((await api.ask('GET', '/api/v1/stream', { token: patient, headers: json })).status, 406);
  });

  it('includes content on request, as this reader’s list has it, logs it, and tells supporters what they may see', async () => {
    const supporter = await api.signIn(SUPPORTER);
    const share = await shareWith(api, patient, supporter);
    await share.grant({ feedback: false });
    for (const token of [patient, supporter]) {
      const reader = await open(token, { content: true });
      const { id } = await send(ADMITTED);
      await receives(reader, id);
      const list = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
      assert.deepEqual(messageOf(reader, id)?.data.event, list.find((event) => event.id === id) ?? assert.fail());
      const audit = api.database.db.selectFrom('audit').select(['action', 'actor_id', 'subject_id', 'object']);
      const [line, ...more] = await audit
        .where('object_id', '=', id)
        .where('actor_id', '=', ids[SUPPORTER] ?? '')
        .execute();
      const entry = { action: 'RECORD_VIEWED', actor_id: ids[SUPPORTER], subject_id: ids[PATIENT], object: 'events' };
      if (token === supporter) assert.deepEqual([{ ...line }, more], [entry, []]);
    }
    await share.grant({ statusUpdates: false });
    const closed = await open(supporter, { content: true });
    const own = await open(patient);
    const { id } = await send(ADMITTED);
    await setNext('MRI');
    // Permissions are read when a change is delivered.
    await own.until((reader) => reader.named('next.updated').length > 0, 'the next step, for the patient');
    const past = own.lastEventId;
    await share.grant({ statusUpdates: false, carePlans: false });
    const isAfter = (reader: StreamReader) => reader.named('share.updated').some((message) => message.id > past);
    await closed.until(isAfter, 'the change after it');
    assert.ok(!closed.text.includes(id) && !closed.text.includes('Admitted'));
    assert.deepEqual(closed.named('next.updated'), []);
    await share.grant({});
    await setNext('X-ray');
    await closed.until((reader) => reader.named('next.updated').length > 0, 'the next step, for the supporter');
    assert.equal(closed.named('next.updated')[0]?.data.profileId, share.profileId);
  });

  it('delivers the patient’s own changes, next steps and request updates, consecutively numbered', async () => {
    const reader = await open(patient);
    const event = await send();
    await setNext('X-ray');
    await api.ask('POST', `/api/v1/events/${event.id}/view`, { token: patient });
    await removed(event.id);
    const body = { kind: 'question', text: 'When?' };
    const asked = await api.ask<{ id: string }>('POST', '/api/v1/profiles/1/requests', { token: patient, body });
    await api.ask('POST', `/api/v1/desk/requests/${asked.body.id}/seen`, { token: staff });
    const kinds = [
      'event.created',
      'next.updated',
      'event.updated',
      'event.removed',
      'request.updated',
      'request.updated',
    ];
    await reader.until(({ messages }) => messages.length >= kinds.length, 'six changes');
    const first = reader.messages[0]?.id ?? 0;
    assert.deepEqual(
      reader.messages.map((message) => [message.event, message.id]),
      kinds.map((kind, index) => [kind, first + index]),
    );
    assert.equal(reader.named('request.updated')[0]?.data.id, asked.body.id);
  });

  it('replays missed changes after a disconnect, once and in order, and then continues', async () => {
    const reader = await open(patient);
    const known = reader.lastEventId;
    const seen = await send();
    await receives(reader, seen.id);
    await reader.cut();
    const missed = [await send(), await send()];
    const again = await open(patient, { lastEventId: reader.lastEventId });
    assert.equal(again.headers.get('last-event-id'), String(reader.lastEventId), 'the number to resume from');
    const last = await send();
    await receives(again, last.id);
    await receives(await open(patient, { age: 0 }), last.id);
    assert.deepEqual(
      again.messages.map(({ data }) => data.id),
      [...missed, last].map(({ id }) => id),
    );
    const anew = await open(patient, { lastEventId: 'none' });
    assert.equal(anew.headers.get('last-event-id'), null, 'a reader that refetches has no number to resume from');
    await removed(seen.id);
    await again.until((one) => one.named('event.removed').length > 0, 'the removal');
    const late = await open(patient, { lastEventId: known });
    await receives(late, last.id);
    const ofSeen = late.messages.filter(({ data }) => data.id === seen.id).map(({ event }) => event);
    assert.deepEqual(ofSeen, ['event.removed'], 'only the removal of an event that came and went');
  });

  it('requests a resync after an hour, by number and by age, and for an unknown number', async () => {
    const { db } = api.database;
    const reader = await open(patient);
    const known = reader.lastEventId;
    const event = await send();
    await receives(reader, event.id);
    const age = async (milliseconds: number) => {
      const created_at = new Date(Date.now() - milliseconds).toISOString();
      await db.updateTable('changes').set({ created_at }).execute();
      await pruneChanges(db);
    };
    await age(600_000);
    const away = await open(patient, { lastEventId: known });
    await receives(away, event.id);
    assert.deepEqual(away.named('resync'), []);
    await age(3_601_000);
    for (const position of [
      { lastEventId: known },
      { lastEventId: 999_999_999 },
      { lastEventId: 'nonsense' },
      { age: 3_601 },
    ]) {
      const late = await open(patient, position);
      await late.until(({ messages }) => messages.length === 1, `resync for ${JSON.stringify(position)}`);
      assert.equal(late.messages[0]?.event, 'resync');
      assert.ok(late.lastEventId > known, 'and where it continues');
    }
  });

  it('the stream ends with its session and states the reason', async () => {
    const { db } = api.database;
    const other = await open(patient);
    const idle_at = new Date(Date.now() - 1_000).toISOString();
    const ends: [email: string, reason: string, end: (token: string) => Promise<unknown>][] = [
      [PATIENT, 'UNAUTHENTICATED', (token) => api.ask('DELETE', '/api/v1/sessions', { token })],
      [
        PATIENT,
        'UNAUTHENTICATED',
        (token) => db.updateTable('sessions').set({ idle_at }).where('token_hash', '=', sha256(token)).execute(),
      ],
      [SUPPORTER, 'EXPIRED', () => api.ask('POST', `/api/v1/desk/patients/${ids[SUPPORTER]}/expire`, { token: staff })],
    ];
    for (const [email, reason, end] of ends) {
      const token = await api.signIn(email);
      const reader = await open(token);
      await end(token);
      await reader.ended;
      const last = reader.messages.at(-1);
      assert.deepEqual([last?.event, last?.data.reason], ['session.ended', reason]);
      if (reason === 'UNAUTHENTICATED') assert.equal((await open(token)).status, 401);
    }
    await receives(other, (await send()).id);
    assert.deepEqual(other.named('session.ended'), []);
  });
});
