/** Invitations to people without an approved email domain: the hospital's decision on the account settles them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type {
  ApiError,
  AuditEntry,
  CareEvent,
  DeskAccount,
  Profile,
  Registered,
  SessionAnswer,
  Supporter,
  User,
} from '../../src/contract.ts';
import { eraseAccount } from '../../src/operator/erase.ts';
import { startApi, type TestApi } from '../support/api.ts';

const UUID = /\/onboarding\/invitation\/([0-9a-f-]{36})/;
const PASSWORD = 'Sturdy-pass7';
const REASON = 'We do not know this address.';

describe('an invitation when only approved domains are accepted', () => {
  let api: TestApi;
  let patient: string;
  let staff: string;
  let count = 0;

  const form = (email: string, extra: object) => ({
    firstName: 'Sacha',
    lastName: 'Bell',
    email,
    organization: 'None',
    phoneNumber: `+1 514 555 02${String(count).padStart(2, '0')}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...extra,
  });
  const register = async (extra: object, domain = 'mail.ca') => {
    count += 1;
    const email = `friend${count}@${domain}`;
    const answer = await api.ask<Registered & ApiError>('POST', '/api/v1/users/register', {
      body: form(email, extra),
    });
    return { email, ...answer };
  };
  const validate = async (email: string) => {
    const mail = (await api.outbox()).find(({ to, body }) => to === email && body.includes('/validate-email/'));
    const uuid = /validate-email\/([0-9a-f-]{36})/.exec(mail?.body ?? '')?.[1];
    assert.equal((await api.ask('POST', '/api/v1/users/validate-email', { body: { uuid } })).status, 200);
  };
  /** Invites a supporter. Returns the link's token and the patient's view of the invitation. */
  const invite = async (name: string, phone = `+1 514 555 03${String(count).padStart(2, '0')}`) => {
    const answer = await api.ask<{ supporter: Supporter; event: CareEvent }>('POST', '/api/v1/supporters', {
      token: patient,
      body: { name, phone },
    });
    assert.equal(answer.status, 201);
    const { supporter, event } = answer.body;
    const uuid = UUID.exec((await api.lastMessage(phone)).body)?.[1] ?? '';
    const entry = async () =>
      (await api.ask<Supporter[]>('GET', '/api/v1/supporters', { token: patient })).body.find(
        ({ id }) => id === supporter.id,
      );
    const onTimeline = async () =>
      (await api.ask<CareEvent[]>('GET', '/api/events', { token: patient })).body.find(({ id }) => id === event.id);
    return { uuid, entry, onTimeline, supporterId: supporter.id, eventId: event.id };
  };
  const accounts = async (status = 'review') =>
    (await api.ask<DeskAccount[]>('GET', `/api/v1/desk/accounts?status=${status}`, { token: staff })).body;
  const account = async (email: string, status?: string) => {
    const found = (await accounts(status)).find((item) => item.email === email);
    assert.ok(found, email);
    return found;
  };
  const approve = async (email: string, status?: string) => {
    const { id } = await account(email, status);
    return api.ask<DeskAccount>('POST', `/api/v1/desk/accounts/${id}/approve`, { token: staff });
  };
  const deny = async (email: string) => {
    const { id } = await account(email);
    return api.ask<DeskAccount>('POST', `/api/v1/desk/accounts/${id}/deny`, { token: staff, body: { reason: REASON } });
  };
  const profiles = async (email: string) => {
    const token = await api.signIn(email, PASSWORD);
    const answer = await api.ask<Profile[]>('GET', '/api/v1/profiles', { token });
    return { token, titles: answer.body.map(({ title }) => title) };
  };
  const who = (uuid: string) => api.ask<{ name: string } & ApiError>('GET', `/api/v1/invitations/${uuid}`);
  const log = async () =>
    (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: patient })).body.map(({ what }) => what);

  before(async () => {
    api = await startApi({ PUBLIC_URL: 'https://care.example.org', APPROVED_DOMAINS: 'example.org' });
    patient = await api.signIn();
    staff = await api.signInStaff();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
    count += 1;
  });

  it('is accepted immediately by a person with an approved domain', async () => {
    const { uuid, entry, onTimeline } = await invite('Sacha');
    const { body, email } = await register({ invitation: uuid }, 'EXAMPLE.org');
    assert.equal(body.hospitalStatusId, 1);
    assert.deepEqual([(await entry())?.status, (await entry())?.content], ['ACCEPTED', 'Now follows your stay']);
    const event = await onTimeline();
    assert.deepEqual([event?.status, event?.content], ['NOT_VIEWED', 'Sacha now follows your stay.']);
    await validate(email.toLowerCase());
    assert.deepEqual((await profiles(email)).titles, ['Sacha Bell', 'Jordan Avery']);
  });

  it('is held when answered from another domain: the account is under review and the link stays open', async () => {
    const { uuid, entry, onTimeline } = await invite('Sacha');
    const { status, body, email } = await register({ invitation: uuid });
    assert.deepEqual([status, body.hospitalStatusId], [201, 2]);
    assert.deepEqual(
      [(await entry())?.status, (await entry())?.content],
      ['PENDING', 'Answered; the hospital is checking the account'],
    );
    const event = await onTimeline();
    assert.deepEqual(
      [event?.status, event?.content],
      ['PENDING', 'Sacha has answered your invitation. The hospital is checking their account first.'],
    );
    assert.equal((await who(uuid)).status, 200);
    await validate(email);
    const token = await api.signIn(email, PASSWORD);
    assert.equal((await api.ask('GET', '/api/v1/profiles', { token })).body.error.code, 'UNDER_REVIEW');
    const again = await api.ask('POST', `/api/v1/invitations/${uuid}/accept`, { token });
    assert.equal(again.body.error.code, 'UNDER_REVIEW');
  });

  it('shows the desk who sent it and when, and logs that for the patient', async () => {
    const { uuid, supporterId } = await invite('Sacha');
    const { email } = await register({ invitation: uuid });
    const { db } = api.database;
    const sent = await db
      .selectFrom('supporters')
      .select(['user_id', 'created_at'])
      .where('id', '=', supporterId)
      .executeTakeFirstOrThrow();
    const { invitations, roleType } = await account(email);
    assert.equal(roleType, 'supporter');
    assert.deepEqual(invitations, [
      {
        patient: { id: sent.user_id, name: 'Jordan Avery', dateOfBirth: '1958-03-14', room: '412' },
        invitedAt: sent.created_at,
        state: 'open',
      },
    ]);
    assert.deepEqual((await account('review@example.com')).invitations, []);
    assert.ok((await log()).includes('Saw that you have invited a supporter'));
  });

  it('is accepted on approval, even after 14 days, with supporter, events, email and log entry', async () => {
    const { uuid, entry, onTimeline, supporterId } = await invite('Sacha');
    const { email } = await register({ invitation: uuid });
    await validate(email);
    const { db } = api.database;
    await db
      .updateTable('invitations')
      .set({ expires_at: new Date().toISOString() })
      .where('supporter_id', '=', supporterId)
      .execute();
    assert.equal((await who(uuid)).status, 410);
    const approved = await approve(email);
    assert.deepEqual(
      [approved.status, approved.body.status, approved.body.invitations.map(({ state }) => state)],
      [200, 'approved', ['accepted']],
    );
    assert.equal((await entry())?.status, 'ACCEPTED');
    assert.equal((await onTimeline())?.status, 'NOT_VIEWED');
    const { token, titles } = await profiles(email);
    assert.deepEqual(titles, ['Sacha Bell', 'Jordan Avery']);
    const events = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    assert.ok(events.some(({ name, profileId }) => profileId > 1 && name === 'You support Jordan Avery'));
    const { subject, body } = await api.lastMessage(email);
    assert.equal(subject, 'Your account is approved');
    assert.match(body, /Your invitation is accepted: .*bottom of your screen\.\n\nQuestions/);
    assert.doesNotMatch(body, /Jordan|Avery/);
    assert.ok((await log()).includes('Approved the account of a supporter whom you invited'));
  });

  it('ends on denial: the patient is notified and can invite again, and the person gets the reason', async () => {
    const { uuid, entry, onTimeline, eventId } = await invite('Sacha');
    const { email } = await register({ invitation: uuid });
    await validate(email);
    await api.ask('DELETE', `/api/v1/events/${eventId}`, { token: patient });
    const denied = await deny(email);
    assert.deepEqual([denied.status, denied.body.invitations.map(({ state }) => state)], [200, ['ended']]);
    assert.equal(await entry(), undefined);
    const event = await onTimeline();
    assert.deepEqual(
      [event?.status, event?.content],
      [
        'NOT_VIEWED',
        'The hospital has not approved Sacha’s account, so your invitation has ended. You can invite Sacha again.',
      ],
    );
    assert.equal((await who(uuid)).body.error.code, 'LINK_DEAD');
    const { body } = await api.lastMessage(email);
    assert.match(body, new RegExp(`${REASON}\\n\\nYour invitation has ended with this\\. .*\\n\\nQuestions`));
    assert.ok((await log()).includes('Did not approve the account of a supporter whom you invited'));
    const approved = await approve(email, 'denied');
    assert.deepEqual(
      [approved.body.status, approved.body.invitations.map(({ state }) => state)],
      ['approved', ['ended']],
    );
    assert.match((await api.lastMessage(email)).body, /The invitation that you answered is no longer open\./);
    assert.deepEqual((await profiles(email)).titles, ['Sacha Bell']);
  });

  it('goes to the first approved account; the email to a later one says that it is no longer open', async () => {
    const { uuid, entry } = await invite('Sacha');
    const held = await register({ invitation: uuid });
    await validate(held.email);
    const quick = await register({ invitation: uuid }, 'example.org');
    assert.equal(quick.body.hospitalStatusId, 1);
    assert.equal((await entry())?.status, 'ACCEPTED');
    assert.deepEqual((await account(held.email)).invitations[0]?.state, 'ended');
    const approved = await approve(held.email);
    assert.deepEqual([approved.status, approved.body.status], [200, 'approved']);
    assert.deepEqual((await profiles(held.email)).titles, ['Sacha Bell']);
    assert.match((await api.lastMessage(held.email)).body, /no longer open/);
    await validate(quick.email);
    assert.deepEqual((await profiles(quick.email)).titles, ['Sacha Bell', 'Jordan Avery']);
  });

  it('stays open for another account under review when one is denied, and ends with one supporter', async () => {
    const { uuid, entry } = await invite('Sacha');
    const [mistyped, right, third] = [
      await register({ invitation: uuid }),
      await register({ invitation: uuid }),
      await register({ invitation: uuid }),
    ];
    await deny(mistyped.email);
    assert.equal((await entry())?.content, 'Answered; the hospital is checking the account');
    for (const { email } of [right, third]) await validate(email);
    const ids = await Promise.all([right, third].map(async ({ email }) => (await account(email)).id));
    const answers = await Promise.all(
      ids.map((id) => api.ask<DeskAccount>('POST', `/api/v1/desk/accounts/${id}/approve`, { token: staff })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const states = [...(await accounts('approved'))].flatMap(({ email, invitations }) =>
      email === right.email || email === third.email ? invitations.map(({ state }) => state) : [],
    );
    assert.deepEqual(states.sort(), ['accepted', 'ended']);
    const seen = await Promise.all([right, third].map(async ({ email }) => (await profiles(email)).titles.length));
    assert.deepEqual(seen.sort(), [1, 2]);
  });

  it('keeps the request on the timeline of the account with the invited number until another account is approved', async () => {
    const second = await api.signIn('second@example.org');
    const requests = async () =>
      (await api.ask<CareEvent[]>('GET', '/api/events', { token: second })).body.filter(({ type }) => type === 12);
    const first = await invite('Robin', '+1 416 555 0102');
    const denied = await register({ invitation: first.uuid });
    assert.equal((await requests()).length, 1);
    await deny(denied.email);
    assert.equal((await requests()).length, 1);
    assert.deepEqual((await first.entry())?.content, 'Invited, waiting for an answer');
    const approved = await register({ invitation: (await invite('Robin', '+1 416 555 0102')).uuid });
    assert.equal((await requests()).length, 2);
    await approve(approved.email);
    assert.equal((await requests()).length, 1);
  });

  it('is withdrawn when the patient restarts the demo: the approval still succeeds and says so', async () => {
    const { uuid } = await invite('Sacha');
    const { email } = await register({ invitation: uuid });
    await validate(email);
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token: patient })).status, 200);
    assert.deepEqual(
      (await account(email)).invitations.map(({ state }) => state),
      ['ended'],
    );
    assert.equal((await approve(email)).status, 200);
    assert.deepEqual((await profiles(email)).titles, ['Sacha Bell']);
    assert.match((await api.lastMessage(email)).body, /no longer open/);
  });

  it('is added to an account under review that signs in from the link, but not to an approved one', async () => {
    const { email } = await register({});
    await validate(email);
    const { uuid } = await invite('Sacha');
    const signIn = async (invitation: string) => {
      const body = { username: email, password: PASSWORD, invitation };
      const answer = await api.ask<SessionAnswer>('POST', '/api/v1/sessions', { body });
      assert.equal(answer.status, 200);
      return answer.body.token;
    };
    for (const link of [uuid, uuid, 'x']) await signIn(link);
    assert.equal((await account(email)).invitations.length, 1);
    await approve(email);
    assert.ok((await profiles(email)).titles.includes('Jordan Avery'));

    const next = await invite('Sacha');
    const token = await signIn(next.uuid);
    assert.equal((await next.entry())?.content, 'Invited, waiting for an answer');
    const accepted = await api.ask('POST', `/api/v1/invitations/${next.uuid}/accept`, { token });
    assert.equal(accepted.status, 200);
    assert.equal((await api.ask<User>('GET', '/api/v1/users/me', { token })).body.hospitalStatusId, 1);
  });

  it('is not held for an account that is being decided at the same time', async () => {
    const { email } = await register({});
    await validate(email);
    const { uuid, entry } = await invite('Sacha');
    const { id } = await account(email);
    const [, approved] = await Promise.all([
      api.ask('POST', '/api/v1/sessions', { body: { username: email, password: PASSWORD, invitation: uuid } }),
      api.ask<DeskAccount>('POST', `/api/v1/desk/accounts/${id}/approve`, { token: staff }),
    ]);
    assert.equal(approved.status, 200);
    const content = (await profiles(email)).titles.includes('Jordan Avery')
      ? 'Now follows your stay'
      : 'Invited, waiting for an answer';
    assert.equal((await entry())?.content, content);
  });

  it('an invitation stays open when the account holding it is erased', async () => {
    const { uuid, entry } = await invite('Sacha');
    const { email } = await register({ invitation: uuid });
    const { db } = api.database;
    const rows = () => db.selectFrom('held_invitations').select('user_id').execute();
    const before_ = (await rows()).length;
    await eraseAccount(db, email, 'for good');
    assert.equal((await rows()).length, before_ - 1);
    assert.equal((await entry())?.content, 'Invited, waiting for an answer');
    assert.equal((await register({ invitation: uuid }, 'example.org')).body.hospitalStatusId, 1);
  });

  it('is unchanged when the decision fails halfway', async () => {
    const { uuid, entry } = await invite('Sacha');
    const { email } = await register({ invitation: uuid });
    const { id } = await account(email);
    const { db } = api.database;
    await db.schema.alterTable('messages').renameTo('messages_away').execute();
    const failed = await api.ask('POST', `/api/v1/desk/accounts/${id}/approve`, { token: staff });
    await db.schema.alterTable('messages_away').renameTo('messages').execute();
    assert.ok(failed.status >= 500, String(failed.status));
    assert.equal((await account(email)).invitations[0]?.state, 'open');
    assert.equal((await entry())?.status, 'PENDING');
    assert.equal((await approve(email)).status, 200);
    assert.equal((await entry())?.status, 'ACCEPTED');
  });
});
