/** Invitations to people without an approved email domain: the hospital's decision on the account settles them. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { now } from '../../src/common/clock.ts';
import type { AuditEntry, CareEvent, DeskAccount, SessionAnswer } from '../../src/contract.ts';
import { eraseAccount } from '../../src/operator/accounts-command.ts';
import { outcomeOf, startApi, type TestApi } from '../support/api.ts';
import { asksOf, sayYes } from '../support/sharing.ts';
import { Inviting, PASSWORD } from './inviting.ts';

const REASON = 'We do not know this address.';
const WAITING = 'Invited, waiting for an answer';
const HELD = 'Answered; the hospital is checking the account';
const ASKED = 'Wants to follow your stay; answer in your list of events';
const BOTH = ['Sacha Bell', 'Jordan Avery'];

describe('an invitation when only approved domains are accepted', () => {
  let api: TestApi;
  let people: Inviting;
  let staff: string;

  /** Invites, and answers from the link with an email of no approved domain, which is validated. */
  const answered = async () => {
    const invitation = await people.invite();
    const { status, body, email } = await people.register({ invitation: invitation.uuid });
    assert.deepEqual([status, body.hospitalStatusId], [201, 2]);
    await people.validate(email);
    return { ...invitation, email };
  };
  const account = async (email: string, status = 'review') =>
    (await api.get<DeskAccount[]>(`/api/v1/desk/accounts?status=${status}`, staff)).find(
      (item) => item.email === email,
    ) ?? assert.fail(email);
  const statesOf = ({ invitations }: DeskAccount) => invitations.map(({ state }) => state);
  /** Decides on an account. Returns the response's status, the account's status, and the states of its invitations. */
  const decide = async (decision: string, { id }: DeskAccount) => {
    const body = decision === 'deny' ? { reason: REASON } : undefined;
    const answer = await api.post<DeskAccount>(`/api/v1/desk/accounts/${id}/${decision}`, body, staff);
    return answer.status === 200 ? [answer.body.status, ...statesOf(answer.body)] : [String(answer.status)];
  };
  const approve = async (email: string, status?: string) => decide('approve', await account(email, status));
  const deny = async (email: string) => decide('deny', await account(email));
  const log = async () => (await api.get<AuditEntry[]>('/api/v1/access-log', people.patient)).map(({ what }) => what);
  const mailTo = async (email: string) => (await api.lastMessage(email)).body;

  before(async () => {
    api = await startApi({ PUBLIC_URL: 'https://care.example.org', APPROVED_DOMAINS: 'example.org' });
    people = new Inviting(api, await api.signIn());
    staff = await api.signInStaff();
  });
  after(() => api.close());
  beforeEach(() => api.resetThrottles());

  it('is accepted without a review by a person with an approved domain', async () => {
    const { uuid, entry, event } = await people.invite();
    const { body, email } = await people.register({ invitation: uuid }, 'EXAMPLE.org');
    assert.equal(body.hospitalStatusId, 1);
    assert.equal((await entry())?.status, 'PENDING', 'no account is shown before its email is validated');
    await people.admit(email);
    assert.deepEqual([(await entry())?.status, (await entry())?.content], ['ACCEPTED', 'Now follows your stay']);
    assert.deepEqual(await event(), ['NOT_VIEWED', 'Sacha now follows your stay.']);
    assert.deepEqual(await people.profilesOf(email), BOTH);
  });

  it('is held when answered from another domain: the account is under review and the link stays open', async () => {
    const { uuid, entry, event, email, supporterId } = await answered();
    assert.deepEqual([(await entry())?.status, (await entry())?.content], ['PENDING', HELD]);
    const content = 'Sacha has answered your invitation. The hospital is checking their account first.';
    assert.deepEqual(await event(), ['PENDING', content]);
    assert.equal(await people.open(uuid), '200');
    const token = await api.signIn(email, PASSWORD);
    assert.equal(outcomeOf(await api.ask('GET', '/api/v1/profiles', { token })), '403 UNDER_REVIEW');
    const accepted = await api.post(`/api/v1/invitations/${uuid}/accept`, undefined, token);
    assert.equal(outcomeOf(accepted), '403 UNDER_REVIEW');

    const { invitations, roleType } = await account(email);
    const ofSupporter = api.database.db.selectFrom('supporters').select(['user_id', 'created_at']);
    const sent = await ofSupporter.where('id', '=', supporterId).executeTakeFirstOrThrow();
    const patient = { id: sent.user_id, name: 'Jordan Avery', dateOfBirth: '1958-03-14', room: '412' };
    assert.equal(roleType, 'supporter');
    assert.deepEqual(invitations, [{ patient, invitedAt: sent.created_at, state: 'open' }], 'the desk sees it');
    assert.deepEqual((await account('review@example.com')).invitations, []);
    assert.ok((await log()).includes('Saw that you have invited a supporter'));
  });

  it('goes on at approval, even after 14 days: the patient is asked, with email and log entry', async () => {
    const { uuid, entry, event, supporterId, email } = await answered();
    const invitations = api.database.db.updateTable('invitations').where('supporter_id', '=', supporterId);
    await invitations.set({ expires_at: now() }).execute();
    assert.equal(await people.open(uuid), '410 LINK_DEAD');
    assert.deepEqual(await approve(email), ['approved', 'open']);
    await sayYes(api, people.patient);
    assert.equal((await entry())?.status, 'ACCEPTED');
    assert.equal((await event())[0], 'NOT_VIEWED');
    const token = await api.signIn(email, PASSWORD);
    assert.deepEqual(await people.profiles(token), BOTH);
    const events = await api.get<CareEvent[]>('/api/events', token);
    assert.ok(events.some(({ name, profileId }) => profileId > 1 && name === 'You support Jordan Avery'));
    const { subject, body } = await api.lastMessage(email);
    assert.equal(subject, 'Your account is approved');
    assert.match(body, /The person who invited you now has to say yes\. .*bottom of your screen\.\n\nQuestions/);
    assert.doesNotMatch(body, /Jordan|Avery/);
    assert.ok((await log()).includes('Approved the account of a supporter whom you invited'));
  });

  it('ends on denial: the patient is notified and can invite again, and the person gets the reason', async () => {
    const { uuid, entry, event, eventId, email } = await answered();
    await api.ask('DELETE', `/api/v1/events/${eventId}`, { token: people.patient });
    assert.deepEqual(await deny(email), ['denied', 'ended']);
    assert.equal(await entry(), undefined);
    const content =
      'The hospital has not approved Sacha’s account, so your invitation has ended. You can invite Sacha again.';
    assert.deepEqual(await event(), ['NOT_VIEWED', content]);
    assert.equal(await people.open(uuid), '410 LINK_DEAD');
    assert.match(await mailTo(email), new RegExp(`${REASON}\\n\\nYour invitation has ended with this\\. .*\\n\\nQues`));
    assert.ok((await log()).includes('Did not approve the account of a supporter whom you invited'));
    assert.deepEqual(await approve(email, 'denied'), ['approved', 'ended']);
    assert.match(await mailTo(email), /The invitation that you answered is no longer open\./);
    assert.deepEqual(await people.profilesOf(email), ['Sacha Bell']);
  });

  it('goes to the first approved account; the email to a later one says that it is no longer open', async () => {
    const { uuid, entry, email } = await answered();
    const quick = await people.register({ invitation: uuid }, 'example.org');
    await people.admit(quick.email);
    assert.deepEqual([quick.body.hospitalStatusId, (await entry())?.status], [1, 'ACCEPTED']);
    assert.deepEqual(statesOf(await account(email)), ['ended']);
    assert.deepEqual(await approve(email), ['approved', 'ended']);
    assert.deepEqual(await people.profilesOf(email), ['Sacha Bell']);
    assert.match(await mailTo(email), /no longer open/);
    assert.deepEqual(await people.profilesOf(quick.email), BOTH);
  });

  it('stays open for another account under review when one is denied, and ends with one supporter', async () => {
    const { uuid, entry, email } = await answered();
    const rivals = [await people.register({ invitation: uuid }), await people.register({ invitation: uuid })];
    await deny(email);
    assert.equal((await entry())?.content, HELD);
    for (const rival of rivals) await people.validate(rival.email);
    const accounts = await Promise.all(rivals.map((rival) => account(rival.email)));
    const decisions = await Promise.all(accounts.map((item) => decide('approve', item)));
    assert.ok(decisions.every(([status]) => status === 'approved'));
    await sayYes(api, people.patient);
    assert.deepEqual(await asksOf(api, people.patient), [], 'one yes answers both');
    const now_ = await Promise.all(rivals.map((rival) => account(rival.email, 'approved')));
    assert.deepEqual(now_.flatMap(statesOf).sort(), ['accepted', 'ended']);
    const seen = await Promise.all(rivals.map((rival) => people.profilesOf(rival.email)));
    assert.deepEqual(seen.map(({ length }) => length).sort(), [1, 2]);
  });

  it('keeps the request on the timeline of the account with the invited number until another account is approved', async () => {
    const second = await api.signIn('second@example.org');
    const requests = async () =>
      (await api.get<CareEvent[]>('/api/events', second)).filter(({ type }) => type === 12).length;
    const first = await people.invite('+1 416 555 0102');
    const denied = await people.register({ invitation: first.uuid });
    assert.equal(await requests(), 1);
    await deny(denied.email);
    assert.deepEqual([await requests(), (await first.entry())?.content], [1, WAITING]);
    const approved = await people.register({ invitation: (await people.invite('+1 416 555 0102')).uuid });
    assert.equal(await requests(), 2);
    await people.validate(approved.email);
    await approve(approved.email);
    await sayYes(api, people.patient);
    assert.equal(await requests(), 1);
  });

  it('is withdrawn when the patient restarts the demo: the approval still succeeds and says so', async () => {
    const { email } = await answered();
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token: people.patient })).status, 200);
    assert.deepEqual(statesOf(await account(email)), ['ended']);
    assert.deepEqual(await approve(email), ['approved', 'ended']);
    assert.deepEqual(await people.profilesOf(email), ['Sacha Bell']);
    assert.match(await mailTo(email), /no longer open/);
  });

  it('is added to an account under review that signs in from the link, but not to an approved one', async () => {
    const { email } = await people.register({});
    await people.validate(email);
    const { uuid } = await people.invite();
    const signIn = async (invitation: string) => {
      const body = { username: email, password: PASSWORD, invitation };
      return (await api.post<SessionAnswer>('/api/v1/sessions', body)).body.token;
    };
    for (const link of [uuid, uuid, 'x']) assert.ok(await signIn(link));
    assert.equal((await account(email)).invitations.length, 1);
    await approve(email);
    await sayYes(api, people.patient);
    assert.deepEqual(await people.profilesOf(email), BOTH);

    const next = await people.invite();
    const token = await signIn(next.uuid);
    assert.deepEqual(await asksOf(api, people.patient), []);
    assert.equal((await api.post(`/api/v1/invitations/${next.uuid}/accept`, undefined, token)).status, 200);
    assert.equal((await asksOf(api, people.patient)).length, 1);
  });

  it('is not held for an account that is being decided at the same time', async () => {
    const { email } = await people.register({});
    await people.validate(email);
    const { uuid: invitation, entry } = await people.invite();
    const found = await account(email);
    const asked = (await asksOf(api, people.patient)).length;
    const [, [decided]] = await Promise.all([
      api.post('/api/v1/sessions', { username: email, password: PASSWORD, invitation }),
      decide('approve', found),
    ]);
    assert.equal(decided, 'approved');
    const isAsked = (await asksOf(api, people.patient)).length > asked;
    assert.equal((await entry())?.content, isAsked ? ASKED : WAITING);
  });

  it('an invitation stays open when the account holding it is erased', async () => {
    const { uuid, entry, email } = await answered();
    const { db } = api.database;
    const rows = async () => (await db.selectFrom('held_invitations').select('user_id').execute()).length;
    const start = await rows();
    await eraseAccount(db, email, 'for good');
    assert.equal(await rows(), start - 1);
    assert.equal((await entry())?.content, WAITING);
    assert.equal((await people.register({ invitation: uuid }, 'example.org')).body.hospitalStatusId, 1);
  });

  it('is unchanged when the decision fails halfway', async () => {
    const { entry, email } = await answered();
    const { schema } = api.database.db;
    const found = await account(email);
    await schema.alterTable('messages').renameTo('messages_away').execute();
    const [failed] = await decide('approve', found);
    await schema.alterTable('messages_away').renameTo('messages').execute();
    assert.match(String(failed), /^5\d\d$/);
    assert.deepEqual([statesOf(await account(email)), (await entry())?.status], [['open'], 'PENDING']);
    assert.deepEqual(await approve(email), ['approved', 'open']);
    await sayYes(api, people.patient);
    assert.equal((await entry())?.status, 'ACCEPTED');
  });
});
