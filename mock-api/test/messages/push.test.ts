/** Notifications for phones: each is delivered by exactly one of stream, push or text. */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { CareEvent, DeskPatient, User } from '../../src/contract.ts';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { ALL_PERMISSIONS } from '../../src/repositories/sharing/supporters.ts';
import { askSome } from '../../src/services/care/daily-questions.ts';
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
/** What the API does every few seconds, such as looking for changes to notify of. The tests don't wait for it. */
const polls: (() => void)[] = [];

interface Phone {
  id: string;
  token: string;
  number: string;
}

before(async () => {
  service = await new PushService().start();
  const { setInterval } = globalThis;
  const timers = mock.method(globalThis, 'setInterval', (poll: () => void, delay: number) => {
    if (delay <= 5_000) polls.push(poll);
    return setInterval(poll, delay);
  });
  api = await startApi({
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
    PUSH_ORIGINS: service.url,
    PUBLIC_URL: 'https://care.example.org',
  });
  timers.mock.restore();
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  staff = await api.signInStaff();
});
after(async () => {
  await api.close();
  service.close();
});

const patch = (token: string, body: object) => api.ask<User>('PATCH', '/api/v1/users/me', { token, body });
const subscribe = (token: string, { subscription }: Browser) =>
  api.ask('POST', SUBSCRIPTIONS, { token, body: subscription });

/** Creates a patient and signs in as them, with a subscribed browser for each response of the push service. */
async function newPhone(kinds: string[] = [], textNews = false): Promise<Phone & { browsers: Browser[] }> {
  phones += 1;
  const number = `1416555${String(2000 + phones)}`;
  const { body } = await api.ask<DeskPatient>('POST', '/api/v1/desk/patients', {
    token: staff,
    body: { firstName: 'Phone', lastName: String(phones), phone: `+${number}` },
  });
  const token = await openSession(api.database.db, body.id, 'full', LENGTHS);
  if (textNews) await patch(token, { textNews });
  const browsers = kinds.map((kind) => service.browser(kind));
  for (const browser of browsers) assert.equal((await subscribe(token, browser)).status, 204);
  return { id: body.id, token, number, browsers };
}

async function sendEvent(patientId: string): Promise<string> {
  const { status, body } = await api.ask<CareEvent>('POST', `/api/v1/desk/patients/${patientId}/events`, {
    token: staff,
    body: { type: 2, name: 'Blood test', content: 'Haemoglobin is low' },
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
const textsTo = (number: string) => {
  const texts = api.database.db.selectFrom('messages').select('body').where('channel', '=', 'sms');
  return texts.where('recipient', '=', number).execute();
};

/** Makes queued messages and deadlines due now, and polls. */
async function hurry(): Promise<void> {
  const past = new Date(0).toISOString();
  const messages = () => api.database.db.updateTable('messages');
  const retried = messages().set({ next_attempt_at: past }).where('state', '=', 'queued');
  await retried.where('failure', 'is not', null).execute();
  await messages().set({ deadline_at: past }).where('deadline_at', 'is not', null).execute();
  for (const poll of polls) poll();
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

const pathsOf = (browser: Browser | undefined) => browser?.read.map(({ path }) => path).sort();

describe('a browser with push notifications', () => {
  it('subscriptions with an unknown push service or invalid keys are refused', async () => {
    const { token } = await newPhone();
    const { body } = await api.ask<{ key: string }>('GET', '/api/v1/push/key', { token });
    assert.deepEqual(body, { key: VAPID.publicKey });
    const { subscription } = service.browser('fine');
    const endpoints = ['https://10.0.0.1/', 'http://127.0.0.1:1/', 'https://push.example.org/', 'nothing'];
    const keys = [{ p256dh: 'AAAA' }, { p256dh: `BA${'B'.repeat(85)}` }, { auth: 'AAAA' }];
    for (const [field, wrong] of [
      ...endpoints.map((endpoint) => ['endpoint', { endpoint }] as const),
      ...keys.map((key) => ['keys', { keys: { ...subscription.keys, ...key } }] as const),
    ]) {
      const refused = await api.ask('POST', SUBSCRIPTIONS, { token, body: { ...subscription, ...wrong } });
      assert.deepEqual([refused.status, Object.keys(refused.body.error.fields ?? {})], [400, [field]]);
    }
  });

  it('a push contains no health data, only event path and badge count', async () => {
    const { id: person, browsers } = await newPhone(['fine']);
    const id = await sendEvent(person);
    await settled();
    const [delivery] = await deliveriesTo(person);
    assert.deepEqual(browsers[0]?.read, [
      {
        title: 'You have an update in Lodestar',
        lang: 'en-CA',
        path: `/profile/1/events/${id}`,
        tag: delivery?.notificationId,
        badge: 1,
      },
    ]);
    assert.deepEqual([delivery?.channel, service.faults], ['push', []]);
    const stored = JSON.stringify(await api.database.db.selectFrom('push_subscriptions').selectAll().execute());
    const { endpoint = '', keys } = browsers[0]?.subscription ?? {};
    assert.ok(!stored.includes(endpoint) && !stored.includes(String(keys?.auth)));
  });

  it('a browser gets no pushes after sign-out or unsubscribing', async () => {
    const [one, two] = [await newPhone(['fine']), await newPhone(['fine'])];
    const body = { endpoint: two.browsers[0]?.subscription.endpoint };
    const subscribers = async () => {
      const rows = await api.database.db.selectFrom('push_subscriptions').select('user_id').execute();
      return [one, two].map(({ id }) => rows.some((row) => row.user_id === id));
    };
    await api.ask('DELETE', SUBSCRIPTIONS, { token: one.token, body });
    await api.ask('DELETE', '/api/v1/sessions', { token: one.token });
    assert.deepEqual(await subscribers(), [false, true], 'another user’s is not theirs to end');
    await api.ask('DELETE', SUBSCRIPTIONS, { token: two.token, body });
    for (const { id } of [one, two]) await sendEvent(id);
    await settled();
    assert.deepEqual([await deliveriesTo(one.id), await deliveriesTo(two.id)], [[], []]);
  });

  it('a browser receives pushes only for its latest subscriber', async () => {
    const [one, two] = [await newPhone(['fine']), await newPhone()];
    const [browser] = one.browsers as [Browser];
    await subscribe(two.token, browser);
    for (const { id } of [one, two]) await sendEvent(id);
    await settled();
    assert.equal(browser.read.length, 1);
    assert.deepEqual(await deliveriesTo(one.id), []);
  });

  it('is notified once of a medication check that staff ask for', async () => {
    const { id: person, browsers } = await newPhone(['fine']);
    const path = `/api/v1/desk/patients/${person}/medication-checks`;
    for (let times = 0; times < 2; times += 1) await api.ask('POST', path, { token: staff });
    await settled();
    assert.deepEqual(pathsOf(browsers[0]), ['/profile/1/medications/check']);
  });

  it('is notified of replies and next steps from the desk, but not of events that were read in the meantime', async () => {
    const { id: person, token, browsers } = await newPhone(['fine']);
    const body = { kind: 'question', text: 'When?' };
    const asked = await api.ask<{ id: string }>('POST', '/api/v1/profiles/1/requests', { token, body });
    await api.ask('POST', `/api/v1/desk/requests/${asked.body.id}/replies`, { token: staff, body: { text: 'Soon' } });
    const next = { title: 'X-ray', content: 'Room 4' };
    await api.ask('PUT', `/api/v1/desk/patients/${person}/next`, { token: staff, body: next });
    const id = await sendEvent(person);
    await api.database.db.updateTable('events').set({ viewed: 1 }).where('id', '=', id).execute();
    await settled();
    assert.deepEqual(pathsOf(browsers[0]), ['/app', '/profile/1/requests']);
  });
});

describe('a text instead of a push', () => {
  it('texts instead of pushes are disabled by default', async () => {
    const { token } = await newPhone();
    assert.equal((await api.ask<User>('GET', '/api/v1/users/me', { token })).body.textNews, false);
    assert.equal((await patch(token, { textNews: true })).body.textNews, true);
    assert.equal((await patch(token, { city: 'Ottawa' })).body.textNews, true);
  });

  it('a text announces an update in the reader’s language without details', async () => {
    const { id, number } = await newPhone([], true);
    await api.database.db.updateTable('users').set({ locale: 'fr' }).where('id', '=', id).execute();
    await sendEvent(id);
    await settled();
    const texts = (await textsTo(number)).map(({ body }) => body);
    assert.deepEqual(texts, ['Il y a du nouveau dans Lodestar : https://care.example.org/app']);
  });

  it('asks the question of the day of everyone whom no push reaches, at a number that is proven', async () => {
    const { db } = api.database;
    const [pushed, texted, unproven] = [await newPhone(['fine']), await newPhone(), await newPhone()];
    const inWard = db.updateTable('users').set({ ward: 'Daily' });
    await inWard.where('id', 'in', [pushed.id, texted.id, unproven.id]).execute();
    const prove = ({ id, number }: Phone) =>
      db.updateTable('users').set({ proven_digits: number }).where('id', '=', id).execute();
    await Promise.all([prove(pushed), prove(texted)]);
    assert.equal(await askSome(db, readConfig({ ...api.env, DAILY_QUESTION: 'on' }), { only: ['Daily'] }), 3);
    await settled();
    assert.deepEqual(pathsOf(pushed.browsers[0]), ['/profile/1/daily-question']);
    const texts = await Promise.all([pushed, texted, unproven].map(({ number }) => textsTo(number)));
    assert.deepEqual(
      texts.map(({ length }) => length),
      [0, 1, 0],
    );
    await sendEvent(texted.id);
    await settled();
    assert.equal((await textsTo(texted.number)).length, 1, 'other events are not texted');
  });

  it('is not sent while it is unknown whether the push got through', async () => {
    const { id, number } = await newPhone(['silent'], true);
    await sendEvent(id);
    const { db } = api.database;
    await db
      .updateTable('changes')
      .set({ created_at: new Date(0).toISOString() })
      .execute();
    await until(async () => {
      await hurry();
      const rows = await db.selectFrom('messages').select('attempts').where('channel', '=', 'push').execute();
      return rows.some(({ attempts }) => attempts >= 3);
    });
    assert.deepEqual(await textsTo(number), []);
    await db.deleteFrom('messages').where('channel', '=', 'push').execute();
  });
});

describe('supporters', () => {
  async function newFriend() {
    const { db } = api.database;
    const [patient, friend] = [await newPhone(), await newPhone(['fine'])];
    const shared = `share-${friend.id}`;
    await db
      .insertInto('supporters')
      .values({
        id: shared,
        user_id: patient.id,
        profile_id: 1,
        name: 'Friend',
        phone_digits: friend.number,
        supporter_user_id: friend.id,
        status: 'ACCEPTED',
        permissions: JSON.stringify(ALL_PERMISSIONS),
        document: '{}',
        created_at: new Date().toISOString(),
      })
      .execute();
    const document = JSON.stringify({ firstName: null, lastName: null, organization: '', message: { en: '', fr: '' } });
    const profile = { user_id: friend.id, id: 2, shared_supporter_id: shared, document };
    await db.insertInto('profiles').values(profile).execute();
    const grant = (change: object) => {
      const permissions = JSON.stringify({ ...ALL_PERMISSIONS, ...change });
      return db.updateTable('supporters').set({ permissions }).where('id', '=', shared).execute();
    };
    return { patient, friend, grant };
  }

  it('are notified of what they may see at the time of sending', async () => {
    const { patient, friend, grant } = await newFriend();
    const seen = await sendEvent(patient.id);
    await settled();
    await sendEvent(patient.id);
    await grant({ diagnosticResults: false });
    await sendEvent(patient.id);
    await settled();
    assert.deepEqual(pathsOf(friend.browsers[0]), [`/profile/2/events/${seen}`]);
    assert.equal((await deliveriesTo(friend.id)).length, 1);
  });

  it('who wait for a return are notified of it once, if they still may, and others are not', async () => {
    const [first, second, third] = [await newFriend(), await newFriend(), await newFriend()];
    const atDesk = (method: 'PUT' | 'POST', { patient }: typeof first, path: string, body?: object) =>
      api.ask(method, `/api/v1/desk/patients/${patient.id}/${path}`, { token: staff, ...(body && { body }) });
    const ask = ({ friend }: typeof first) =>
      api.ask('PUT', '/api/v1/profiles/2/return-notice', { token: friend.token });
    for (const pair of [first, second, third])
      await atDesk('PUT', pair, 'next', { title: 'X-ray', content: 'Soon', place: 'Level 2' });
    await settled();
    for (const pair of [first, second]) assert.equal((await ask(pair)).status, 204);
    await second.grant({ statusUpdates: false });
    for (const pair of [first, second, third]) {
      await atDesk('POST', pair, 'back');
      await atDesk('POST', pair, 'back');
    }
    await settled();
    const read = [first, second, third].map(({ friend }) => pathsOf(friend.browsers[0]));
    assert.deepEqual(read, [['/app', '/app'], ['/app'], ['/app']], 'the first of each is of the next step');
  });
});

describe('phones that are open, closed, dead and without push', () => {
  /** Kind of phone, browsers (most recently used last), whether it wants texts, and the expected channel. */
  const KINDS: [kind: string, browsers: string[], textNews: boolean, expected: string][] = [
    ['open', ['fine'], true, 'stream'],
    ['closed', ['fine'], true, 'push'],
    ['dead, with texts', ['gone'], true, 'text'],
    ['unknown, with another browser', ['fine', 'unknown'], true, 'push'],
    ['busy service', ['busy'], true, 'text'],
    ['moved endpoint', ['moved'], true, 'text'],
    ['without push, with texts', [], true, 'text'],
    ['dead, without texts', ['gone'], false, 'none'],
  ];

  it(`are notified of each of ${EVENTS} events exactly once, by stream, push or text`, async () => {
    const { db } = api.database;
    const people = await Promise.all(
      KINDS.map(async ([kind, browsers, textNews, expected]) => {
        const phone = await newPhone(browsers, textNews);
        return { ...phone, kind, expected, events: [] as string[] };
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
    const texts = await db.selectFrom('messages').select('news_id').where('channel', '=', 'sms').execute();
    for (const { id, kind, expected, browsers, events, number } of people) {
      const delivered = new Map((await deliveriesTo(id)).map((row) => [row.about, row]));
      const pushes = browsers.flatMap(({ read }) => read);
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
    const subscriptions = db.selectFrom('push_subscriptions').select('id').where('user_id', '=', String(people[2]?.id));
    assert.deepEqual(await subscriptions.execute(), [], 'a dead browser is dropped');
    assert.deepEqual(service.faults, []);
    console.log(
      `delivered: ${EVENTS} events, ${counts.stream} by stream, ${counts.push} by push, ${counts.text} by text, ${counts.none} to nobody who could be reached, 0 twice`,
    );
  });
});
