/** An unproven number takes no invitation, and the patient says yes before data open. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { now } from '../../src/common/clock.ts';
import { type CareEvent, EVENT_TYPE, type Profile, type RequestAccepted, type User } from '../../src/contract.ts';
import { eraseAccount } from '../../src/operator/accounts-command.ts';
import { endExpired } from '../../src/services/sharing/invitations.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { asksOf, sayYes } from '../support/sharing.ts';
import { Inviting, PASSWORD } from './inviting.ts';

const SHARED = 'Jordan Avery';
const DEAD = '410 LINK_DEAD';

describe('an invitation', () => {
  let api: TestApi;
  let people: Inviting;
  let count = 0;

  const newNumber = () => {
    count += 1;
    return `+1 514 555 01${String(count).padStart(2, '0')}`;
  };
  const eventsOf = (token: string) => api.get<CareEvent[]>('/api/events', token);
  const requests = async (token: string) =>
    (await eventsOf(token)).filter(({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST);
  const isSharedWith = async (token: string) => (await people.profiles(token)).includes(SHARED);
  const act = (id: string | undefined, action: 'accept' | 'decline', token: string) =>
    api.post<RequestAccepted>(`/api/v1/events/${id}/${action}`, undefined, token);

  /** Registers and signs in a person who types this number. */
  async function signUp(phoneNumber: string, fields: object = {}) {
    const { email } = await people.register({ phoneNumber, ...fields }, 'example.org');
    await people.validate(email);
    return { email, token: await api.signIn(email, PASSWORD) };
  }

  /** Asks for a code to a number, and enters it. */
  async function prove(token: string, number: string): Promise<void> {
    await api.post('/api/v1/users/me/phone/code', undefined, token);
    assert.equal((await api.proveNumber(token, number)).status, 200);
  }

  /** Tries everything that an account can with an invitation. Returns whether it sees the patient. */
  async function attack(token: string, uuid?: string): Promise<boolean> {
    for (const { id } of await requests(token)) await act(id, 'accept', token);
    if (uuid !== undefined) await api.post(`/api/v1/invitations/${uuid}/accept`, undefined, token);
    return isSharedWith(token);
  }

  before(async () => {
    api = await startApi({ PUBLIC_URL: 'https://care.example.org', INVITED_DOMAINS: 'any' });
    people = new Inviting(api, await api.signIn());
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.resetThrottles();
    for (const { id } of await asksOf(api, people.patient)) await act(id, 'decline', people.patient);
  });

  it('is accepted by the daughter’s link; the estranged brother with the same number typed cannot take it', async () => {
    const number = newNumber();
    const early = await signUp(number);
    const { uuid, entry } = await people.invite(number);
    const late = await signUp(number, { firstName: 'Sacha', lastName: 'Avery' });
    for (const brother of [early, late]) {
      assert.equal(await attack(brother.token), false);
      assert.deepEqual(await requests(brother.token), [], 'no invitation finds a typed number');
    }
    assert.deepEqual(await asksOf(api, people.patient), []);

    const daughter = await people.register({ invitation: uuid, phoneNumber: number }, 'mail.ca');
    await people.validate(daughter.email);
    const token = await api.signIn(daughter.email, PASSWORD);
    assert.equal(await isSharedWith(token), false, 'waits for the patient or for the code');
    await prove(token, number);
    const me = await api.get<User>('/api/v1/users/me', token);
    assert.deepEqual([me.phoneNumber, me.pendingPhoneNumber], [number, undefined]);
    assert.equal(await isSharedWith(token), true, 'link and proven number need no yes');
    assert.deepEqual([(await entry())?.status, await asksOf(api, people.patient)], ['ACCEPTED', []]);
    assert.equal(await people.open(uuid), DEAD);
    for (const brother of [early, late]) assert.equal(await attack(brother.token, uuid), false);
  });

  it('finds no account that only asked for its number in settings', async () => {
    const number = newNumber();
    const own = newNumber();
    const { email, token } = await signUp(own);
    const asked = await api.ask<User>('PATCH', '/api/v1/users/me', { token, body: { phoneNumber: number } });
    assert.deepEqual([asked.body.phoneNumber, asked.body.pendingPhoneNumber], [own, number]);
    await people.invite(number);
    assert.equal(await attack(token), false);
    assert.deepEqual([(await api.user(email)).phone_number, await requests(token)], [own, []]);
    await prove(token, number);
    assert.equal((await api.user(email)).phone_number, number);
    assert.equal((await requests(token)).length, 1, 'the proven number finds it');
  });

  it('opens nothing by a link that reached another account, until the patient has seen its name and said yes', async () => {
    const { uuid, eventId } = await people.invite(newNumber());
    const { token } = await signUp(newNumber(), { firstName: 'Robin', lastName: 'Stone' });
    const accept = () => api.post<RequestAccepted>(`/api/v1/invitations/${uuid}/accept`, undefined, token);
    const waiting = await accept();
    assert.deepEqual([waiting.status, waiting.body.profile, await attack(token, uuid)], [200, undefined, false]);
    assert.equal((await accept()).body.event.id, waiting.body.event.id);
    assert.equal(waiting.body.event.status, 'PENDING');
    assert.match(waiting.body.event.content, /^You've accepted. Jordan Avery now has to say yes./);

    const [ask, ...more] = await asksOf(api, people.patient);
    assert.deepEqual([ask?.status, ask?.name, more], ['ACTIONABLE', 'Robin Stone wants to follow your stay', []]);
    assert.match(String(ask?.content), /invitation to Sacha. Name: Robin Stone. Email ends in: example.org\./);
    assert.equal((await act(ask?.id, 'accept', token)).status, 404, 'only the patient can answer');
    const { event, profile } = await sayYes(api, people.patient);
    assert.deepEqual([event.id, event.status, profile], [eventId, 'NOT_VIEWED', undefined]);
    assert.equal(await isSharedWith(token), true);
    assert.equal((await act(ask?.id, 'accept', people.patient)).body.event.id, eventId, 'a second yes changes nothing');
    assert.equal(await people.open(uuid), DEAD);
  });

  it('asks the patient when the account with the proven number accepts without the link', async () => {
    const number = newNumber();
    const { token } = await signUp(number);
    await prove(token, number);
    await people.invite(number);
    const [request] = await requests(token);
    const accepted = await act(request?.id, 'accept', token);
    assert.deepEqual([accepted.status, accepted.body.profile, await isSharedWith(token)], [200, undefined, false]);
    assert.equal((await act(request?.id, 'accept', token)).body.event.status, 'PENDING', 'a second time is the same');
    assert.match(
      String((await asksOf(api, people.patient))[0]?.content),
      /^An account with the mobile number of Sacha/,
    );
    await sayYes(api, people.patient);
    assert.equal(await isSharedWith(token), true);
  });

  it('finds the account that has proven the number, whoever else typed it', async () => {
    const number = newNumber();
    await signUp(number);
    const daughter = await signUp(number);
    await prove(daughter.token, number);
    await people.invite(number);
    assert.equal((await requests(daughter.token)).length, 1);
  });

  it('shows each patient under a number of their own when two have asked before one is accepted', async () => {
    const number = newNumber();
    const { token } = await signUp(number);
    await prove(token, number);
    const other = await signUp(newNumber(), { firstName: 'Noor', lastName: 'Roy' });
    await people.invite(number);
    const invite = { name: 'Robin', phone: number };
    assert.equal((await api.post('/api/v1/supporters', invite, other.token)).status, 201);
    for (const { id } of await requests(token)) assert.equal((await act(id, 'accept', token)).status, 200);
    for (const patient of [people.patient, other.token]) await sayYes(api, patient);
    const profiles = await api.get<Profile[]>('/api/v1/profiles', token);
    const shared = profiles.filter(({ permissions }) => permissions);
    assert.deepEqual(shared.map(({ title }) => title).sort(), [SHARED, 'Noor Roy']);
    for (const { id, title } of shared) {
      const events = (await eventsOf(token)).filter(({ profileId, isShared }) => profileId === id && !isShared);
      assert.deepEqual(
        events.map(({ name }) => name.includes(title)),
        [true],
        title,
      );
    }
  });

  it('ends when the patient says no; the account learns it, and cannot ask again', async () => {
    const { uuid, entry, event } = await people.invite(newNumber());
    const { token } = await signUp(newNumber());
    const other = await signUp(newNumber());
    for (const each of [token, other.token]) assert.equal(await attack(each, uuid), false);
    const asks = await asksOf(api, people.patient);
    assert.equal(asks.length, 2);
    const ask = asks.at(-1);
    assert.equal((await act(ask?.id, 'decline', people.patient)).status, 200);
    assert.deepEqual([await entry(), await asksOf(api, people.patient)], [undefined, []]);
    assert.match(String((await event())[1]), /^You said no/);
    const [newest] = await eventsOf(token);
    assert.equal(newest?.status, 'NOT_VIEWED');
    assert.match(String(newest?.content), /^Jordan Avery didn't say yes/);
    assert.equal(
      (await eventsOf(other.token)).some(({ name }) => name.includes(SHARED)),
      false,
    );
    for (const each of [token, other.token]) assert.equal(await attack(each, uuid), false);
    assert.deepEqual(await asksOf(api, people.patient), []);
  });

  it('does not expire while the patient is asked, and the question goes with the account that is erased', async () => {
    const { uuid, supporterId, entry } = await people.invite(newNumber());
    const { email, token } = await signUp(newNumber());
    await attack(token, uuid);
    const { db } = api.database;
    await db.updateTable('invitations').set({ expires_at: now() }).where('supporter_id', '=', supporterId).execute();
    await endExpired(db);
    assert.equal((await entry())?.status, 'PENDING');
    await eraseAccount(db, email, 'for good');
    assert.deepEqual(await asksOf(api, people.patient), []);
  });
});

describe('a mobile number', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(() => api.resetThrottles());

  const confirm = async (code: string, token: string) =>
    outcomeOf(await api.post('/api/v1/users/me/phone/confirm', { code }, token));

  it('is proven by a code that works five times a code, twenty times a day, and once', async () => {
    const token = await api.signIn();
    const phoneNumber = '+1 416 555 0150';
    const ask = () => api.ask<User>('PATCH', '/api/v1/users/me', { token, body: { phoneNumber } });
    const codeOf = async () => /\b\d{6}\b/.exec((await api.lastMessage(phoneNumber)).body)?.[0] ?? '';
    await ask();
    const first = await codeOf();
    await ask();
    assert.equal(await codeOf(), first, 'a repeated request sends no second text');
    const wrong = first === '000000' ? '000001' : '000000';
    for (let index = 0; index < 5; index += 1) assert.equal(await confirm(wrong, token), '403 PHONE_CODE_WRONG');
    assert.equal(await confirm(first, token), '410 PIN_DEAD');
    await api.post('/api/v1/users/me/phone/code', undefined, token);
    const second = await codeOf();
    const stored = await api.database.db.updateTable('phone_codes').set({ expires_at: now() }).returningAll().execute();
    assert.match(stored[0]?.code_hash ?? '', /^\$argon2id\$/);
    assert.equal(await confirm(second, token), '410 PIN_DEAD');
    for (let index = 7; index < 20; index += 1) await confirm(wrong, token);
    await api.post('/api/v1/users/me/phone/code', undefined, token);
    assert.equal(await confirm(await codeOf(), token), '429 PHONE_CODE_LOCKED');
    await api.resetThrottles();
    assert.equal(await confirm(await codeOf(), token), '200');
    assert.equal(await confirm(await codeOf(), token), '410 PIN_DEAD');
    assert.equal(outcomeOf(await api.post('/api/v1/users/me/phone/code', undefined, token)), '404 NOT_FOUND');
  });

  it('is proven by the PIN that was sent to it, and in a demo by the fallback PIN', async () => {
    const email = 'patient@example.org';
    await api.setUser(email, { proven_digits: null });
    const pending = async (token: string) => (await api.get<User>('/api/v1/users/me', token)).pendingPhoneNumber;
    const password = await api.signIn();
    const { phone_number: number } = await api.user(email);
    assert.equal(await pending(password), number);
    const narrow = await api.scan();
    await api.post('/api/v1/sessions/pin/verify', { pin: await api.newPin(narrow, number) }, narrow);
    assert.equal(await pending(password), undefined);
    await api.setUser(email, { proven_digits: null });
    await api.post('/api/v1/users/me/phone/code', undefined, password);
    assert.equal(await confirm('1379', password), '200');
  });
});
