/** Notifications for phones: each is delivered by exactly one of stream, push or text. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CareEvent, DeskPatient, User } from '../../src/contract.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Browser, PushService, VAPID } from '../support/push-service.ts';
import { until } from '../support/services.ts';
import { StreamReader } from '../support/stream-reader.ts';

/** 1,000 in a full run (`npm run soak`). */
const EVENTS = Number(process.env.PUSH_EVENTS ?? 48);
const LENGTHS = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
const SUBSCRIPTIONS = '/api/v1/push/subscriptions';

let api: TestApi;
let service: PushService;
let url: string;
let staff: string;
let phones = 0;

interface Phone {
  id: string;
  token: string;
  number: string;
}

before(async () => {
  service = await new PushService().start();
  api = await startApi({
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
    PUSH_ORIGINS: service.url,
    PUBLIC_URL: 'https://care.example.org',
  });
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  staff = await api.signInStaff();
});
after(async () => {
  await api.close();
  service.close();
});

/** Creates a patient and signs in as them. */
async function newPhone({ textNews = false } = {}): Promise<Phone> {
  phones += 1;
  const number = `1416555${String(2000 + phones)}`;
  const { body } = await api.ask<DeskPatient>('POST', '/api/v1/desk/patients', {
    token: staff,
    body: { firstName: 'Phone', lastName: String(phones), phone: `+${number}` },
  });
  const token = await openSession(api.database.db, body.id, 'full', LENGTHS);
  if (textNews) await patch(token, { textNews });
  return { id: body.id, token, number };
}

const patch = (token: string, body: object) => api.ask<User>('PATCH', '/api/v1/users/me', { token, body });
const subscribe = (token: string, { subscription }: Browser) =>
  api.ask('POST', SUBSCRIPTIONS, { token, body: subscription });

async function sendEvent(patientId: string, name = 'Blood test'): Promise<string> {
  const { status, body } = await api.ask<CareEvent>('POST', `/api/v1/desk/patients/${patientId}/events`, {
    token: staff,
    body: { type: 2, name, content: 'Haemoglobin is low' },
  });
  assert.equal(status, 201);
  return body.id;
}

/** Returns the changes that were delivered to a user, in order, with their channels. */
async function deliveriesTo(person: string): Promise<{ about: string; channel: string; notificationId: string }[]> {
  const rows = await api.database.db
    .selectFrom('deliveries')
    .innerJoin('changes', 'changes.id', 'deliveries.change_id')
    .select(['changes.id', 'changes.object_id', 'deliveries.channel'])
    .where('deliveries.person', '=', person)
    .orderBy('changes.id')
    .execute();
  return rows.map(({ id, object_id: about, channel }) => ({ about, channel, notificationId: `${id}/${person}` }));
}
const textsTo = (number: string) =>
  api.database.db
    .selectFrom('messages')
    .select('body')
    .where('channel', '=', 'sms')
    .where('recipient', '=', number)
    .execute();

/** Makes queued messages and deadlines due now rather than in 30 seconds. */
async function hurry(): Promise<void> {
  const past = new Date(0).toISOString();
  const { db } = api.database;
  await db
    .updateTable('messages')
    .set({ next_attempt_at: past })
    .where('state', '=', 'queued')
    .where('failure', 'is not', null)
    .execute();
  await db.updateTable('messages').set({ deadline_at: past }).where('deadline_at', 'is not', null).execute();
}

/** Waits until all changes have been checked for notifications and no push is queued. */
async function settled(): Promise<void> {
  const { db } = api.database;
  const count = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length;
  await until(async () => (await count(db.selectFrom('changes').select('place').where('id', 'is', null))) === 0);
  const time = new Date(Date.now() - 4_000).toISOString();
  await db.updateTable('changes').set({ created_at: time }).execute();
  const newest = Number((await db.selectFrom('change_numbers').select('last').executeTakeFirstOrThrow()).last);
  await until(async () => {
    await hurry();
    const { last } = await db.selectFrom('news_position').select('last').executeTakeFirstOrThrow();
    const queued = db.selectFrom('messages').select('id').where('state', '=', 'queued').where('channel', '=', 'push');
    return Number(last) >= newest && (await count(queued)) === 0;
  });
}

describe('a browser with push notifications', () => {
  it('gets the key to subscribe with', async () => {
    const { token } = await newPhone();
    const { body } = await api.ask<{ key: string }>('GET', '/api/v1/push/key', { token });
    assert.deepEqual(body, { key: VAPID.publicKey });
  });

  it('subscriptions with an unknown push service or invalid keys are refused', async () => {
    const { token } = await newPhone();
    const { subscription } = service.browser('fine');
    const { keys } = subscription;
    for (const endpoint of ['https://10.0.0.1/', 'http://127.0.0.1:1/', 'https://push.example.org/', 'nothing']) {
      const { status, body } = await api.ask('POST', SUBSCRIPTIONS, { token, body: { ...subscription, endpoint } });
      assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [400, ['endpoint']]);
    }
    const off = `BA${'B'.repeat(85)}`;
    for (const wrong of [
      { ...keys, p256dh: 'AAAA' },
      { ...keys, p256dh: off },
      { ...keys, auth: 'AAAA' },
    ]) {
      const { status, body } = await api.ask('POST', SUBSCRIPTIONS, { token, body: { ...subscription, keys: wrong } });
      assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [400, ['keys']]);
    }
  });

  it('a push contains no health data, only event path and badge count', async () => {
    const phone = await newPhone();
    const browser = service.browser('fine');
    assert.equal((await subscribe(phone.token, browser)).status, 204);
    const id = await sendEvent(phone.id);
    await until(() => browser.read.length > 0);
    const [push] = browser.read;
    const [delivery] = await deliveriesTo(phone.id);
    assert.deepEqual(push, {
      title: 'You have an update in Lodestar',
      lang: 'en-CA',
      path: `/profile/1/events/${id}`,
      tag: delivery?.notificationId,
      badge: 1,
    });
    assert.deepEqual([delivery?.channel, service.faults], ['push', []]);
    const stored = JSON.stringify(await api.database.db.selectFrom('push_subscriptions').selectAll().execute());
    assert.ok(!stored.includes(browser.subscription.endpoint) && !stored.includes(browser.subscription.keys.auth));
  });

  it('a browser gets no pushes after sign-out or unsubscribing', async () => {
    const [one, two] = [await newPhone(), await newPhone()];
    const browsers = [service.browser('fine'), service.browser('fine')] as const;
    await subscribe(one.token, browsers[0]);
    await subscribe(two.token, browsers[1]);
    const { endpoint } = browsers[1].subscription;
    await api.ask('DELETE', SUBSCRIPTIONS, { token: one.token, body: { endpoint } });
    await api.ask('DELETE', '/api/v1/sessions', { token: one.token });
    const left = await api.database.db.selectFrom('push_subscriptions').select('user_id').execute();
    assert.ok(!left.some(({ user_id: id }) => id === one.id), 'signed out');
    assert.ok(
      left.some(({ user_id: id }) => id === two.id),
      'another user’s is not theirs to end',
    );
    await api.ask('DELETE', SUBSCRIPTIONS, { token: two.token, body: { endpoint } });
    await sendEvent(one.id);
    await sendEvent(two.id);
    await settled();
    assert.deepEqual([await deliveriesTo(one.id), await deliveriesTo(two.id)], [[], []]);
  });

  it('a browser receives pushes only for its latest subscriber', async () => {
    const [one, two] = [await newPhone(), await newPhone()];
    const browser = service.browser('fine');
    await subscribe(one.token, browser);
    await subscribe(two.token, browser);
    await sendEvent(one.id);
    await sendEvent(two.id);
    await settled();
    assert.equal(browser.read.length, 1);
    assert.deepEqual(await deliveriesTo(one.id), []);
  });

  it('is notified of replies and next steps from the desk, but not of events that were read in the meantime', async () => {
    const phone = await newPhone();
    const browser = service.browser('fine');
    await subscribe(phone.token, browser);
    const asked = await api.ask<{ id: string }>('POST', '/api/v1/profiles/1/requests', {
      token: phone.token,
      body: { kind: 'question', text: 'When?' },
    });
    await api.ask('POST', `/api/v1/desk/requests/${asked.body.id}/replies`, { token: staff, body: { text: 'Soon' } });
    await api.ask('PUT', `/api/v1/desk/patients/${phone.id}/next`, {
      token: staff,
      body: { title: 'X-ray', content: 'Room 4' },
    });
    const id = await sendEvent(phone.id);
    await api.database.db.updateTable('events').set({ viewed: 1 }).where('id', '=', id).execute();
    await settled();
    assert.deepEqual(browser.read.map(({ path }) => path).sort(), ['/app', '/profile/1/requests']);
  });
});

describe('a text instead of a push', () => {
  it('texts instead of pushes are disabled by default', async () => {
    const phone = await newPhone();
    const { body } = await api.ask<User>('GET', '/api/v1/users/me', { token: phone.token });
    assert.equal(body.textNews, false);
    assert.equal((await patch(phone.token, { textNews: true })).body.textNews, true);
    assert.equal((await patch(phone.token, { city: 'Ottawa' })).body.textNews, true);
  });

  it('a text announces an update in the reader’s language without details', async () => {
    const phone = await newPhone({ textNews: true });
    await api.database.db.updateTable('users').set({ locale: 'fr' }).where('id', '=', phone.id).execute();
    await sendEvent(phone.id);
    await settled();
    const [text, ...more] = await textsTo(phone.number);
    assert.equal(text?.body, 'Il y a du nouveau dans Lodestar : https://care.example.org/app');
    assert.deepEqual(more, []);
  });

  it('is not sent while it is unknown whether the push got through', async () => {
    const phone = await newPhone({ textNews: true });
    await subscribe(phone.token, service.browser('silent'));
    await sendEvent(phone.id);
    const { db } = api.database;
    await until(async () => {
      await hurry();
      const rows = await db.selectFrom('messages').select('attempts').where('channel', '=', 'push').execute();
      return rows.some(({ attempts }) => attempts >= 3);
    });
    assert.deepEqual(await textsTo(phone.number), []);
    await db.deleteFrom('messages').where('channel', '=', 'push').execute();
  });
});

describe('supporters', () => {
  it('are notified of what they may see at the time of sending', async () => {
    const { db } = api.database;
    const [patient, friend] = [await newPhone(), await newPhone()];
    const browser = service.browser('fine');
    await subscribe(friend.token, browser);
    const all = { statusUpdates: true, medicalRecords: true, diagnosticResults: true, carePlans: true, feedback: true };
    const share = (permissions: object) =>
      db.updateTable('supporters').set({ permissions: JSON.stringify(permissions) });
    await db
      .insertInto('supporters')
      .values({
        id: `share-${friend.id}`,
        user_id: patient.id,
        profile_id: 1,
        name: 'Friend',
        phone_digits: friend.number,
        supporter_user_id: friend.id,
        status: 'ACCEPTED',
        permissions: JSON.stringify(all),
        document: '{}',
        created_at: new Date().toISOString(),
      })
      .execute();
    const document = JSON.stringify({ firstName: null, lastName: null, organization: '', message: { en: '', fr: '' } });
    await db
      .insertInto('profiles')
      .values({ user_id: friend.id, id: 2, shared_supporter_id: `share-${friend.id}`, document })
      .execute();
    const seen = await sendEvent(patient.id);
    await settled();
    assert.deepEqual(
      browser.read.map(({ path }) => path),
      [`/profile/2/events/${seen}`],
    );
    await sendEvent(patient.id);
    await share({ ...all, diagnosticResults: false })
      .where('id', '=', `share-${friend.id}`)
      .execute();
    await sendEvent(patient.id);
    await settled();
    assert.equal(browser.read.length, 1);
    assert.equal((await deliveriesTo(friend.id)).length, 1);
  });
});

describe('phones that are open, closed, dead and without push', () => {
  /** Kinds of phone: browsers (most recently used last), whether it wants texts, and the expected channel. */
  const KINDS: Record<string, { browsers: string[]; textNews: boolean; expected: string }> = {
    open: { browsers: ['fine'], textNews: true, expected: 'stream' },
    closed: { browsers: ['fine'], textNews: true, expected: 'push' },
    'dead, with texts': { browsers: ['gone'], textNews: true, expected: 'text' },
    'unknown, with another browser': { browsers: ['fine', 'unknown'], textNews: true, expected: 'push' },
    'busy service': { browsers: ['busy'], textNews: true, expected: 'text' },
    'moved endpoint': { browsers: ['moved'], textNews: true, expected: 'text' },
    'without push, with texts': { browsers: [], textNews: true, expected: 'text' },
    'dead, without texts': { browsers: ['gone'], textNews: false, expected: 'none' },
  };

  it(`are notified of each of ${EVENTS} events exactly once, by stream, push or text`, async () => {
    const { db } = api.database;
    const kinds = Object.entries(KINDS);
    const people = await Promise.all(
      kinds.map(async ([kind, { browsers, textNews, expected }]) => {
        const phone = await newPhone({ textNews });
        const own: Browser[] = [];
        for (const name of browsers) {
          const browser = service.browser(name);
          await subscribe(phone.token, browser);
          own.push(browser);
        }
        return { ...phone, kind, expected, own, events: [] as string[] };
      }),
    );
    const open = await StreamReader.open(url, people[0]?.token);
    for (let index = 0; index < EVENTS; index += 1) {
      const person = people[index % people.length];
      assert.ok(person);
      person.events.push(await sendEvent(person.id));
    }
    const streamed = people[0]?.events ?? [];
    await open.until(({ messages }) => messages.length === streamed.length, 'all events on the stream');
    await settled();
    await open.cut();
    const counts: Record<string, number> = { stream: 0, push: 0, text: 0, none: 0 };
    for (const { id, kind, expected, own, events, number } of people) {
      const delivered = new Map((await deliveriesTo(id)).map((row) => [row.about, row]));
      const pushes = own.flatMap(({ read }) => read);
      const texts = await db.selectFrom('messages').select('news_id').where('channel', '=', 'sms').execute();
      for (const event of events) {
        const { channel = 'none', notificationId = '' } = delivered.get(event) ?? {};
        const pushed = pushes.filter(({ path }) => path.endsWith(event)).length;
        const texted = texts.filter((text) => text.news_id === notificationId).length;
        const onStream = id === people[0]?.id ? open.messages.filter(({ data }) => data.id === event).length : 0;
        assert.equal(channel, expected, kind);
        assert.equal(pushed + texted + onStream, expected === 'none' ? 0 : 1, kind);
        counts[channel] = (counts[channel] ?? 0) + 1;
      }
      assert.equal((await textsTo(number)).length, expected === 'text' ? events.length : 0, kind);
    }
    const dead = await db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', people[2]?.id ?? '')
      .execute();
    assert.deepEqual(dead, [], 'a dead browser is dropped');
    assert.deepEqual(service.faults, []);
    console.log(
      `delivered: ${EVENTS} events, ${counts.stream} by stream, ${counts.push} by push, ${counts.text} by text, ${counts.none} to nobody who could be reached, 0 twice`,
    );
  });
});
