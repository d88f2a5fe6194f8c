/** How an invited supporter gets access: by the invitation's link, or by the invited phone number. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type ApiError,
  type CareEvent,
  EVENT_TYPE,
  type Profile,
  type Registered,
  type Supporter,
} from '../../src/contract.ts';
import { endExpired } from '../../src/services/sharing/invitations.ts';
import { startApi, type TestApi } from '../support/api.ts';

const UUID = /\/onboarding\/invitation\/([0-9a-f-]{36})/;

describe('an invitation', () => {
  let api: TestApi;
  let patient: string;
  let count = 0;
  const invite = async (phone: string) => {
    const answer = await api.ask('POST', '/api/v1/supporters', { token: patient, body: { name: 'Sacha', phone } });
    assert.equal(answer.status, 201);
    return UUID.exec((await api.lastMessage(phone)).body)?.[1] ?? '';
  };
  const who = (uuid: string) => api.ask<{ name: string } & ApiError>('GET', `/api/v1/invitations/${uuid}`);
  const register = async (extra: object, domain = 'mail.ca') => {
    count += 1;
    const email = `friend${count}@${domain}`;
    const body = {
      firstName: 'Sacha',
      lastName: 'Bell',
      email,
      organization: 'None',
      phoneNumber: `+1 514 555 02${String(count).padStart(2, '0')}`,
      password: 'Sturdy-pass7',
      confirmPassword: 'Sturdy-pass7',
      ...extra,
    };
    const answer = await api.ask<Registered & ApiError>('POST', '/api/v1/users/register', { body });
    return { email, ...answer };
  };
  const validate = async (email: string) => {
    const body = { uuid: await api.mailedToken(email) };
    assert.equal((await api.ask('POST', '/api/v1/users/validate-email', { body })).status, 200);
    return api.signIn(email, 'Sturdy-pass7');
  };
  const profiles = async (token: string) =>
    (await api.ask<Profile[]>('GET', '/api/v1/profiles', { token })).body.map(({ title }) => title);
  const requests = async (token: string) =>
    (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body.filter(
      ({ type }) => type === EVENT_TYPE.SUPPORTER_REQUEST,
    );

  before(async () => {
    api = await startApi({ PUBLIC_URL: 'https://care.example.org', INVITED_DOMAINS: 'any' });
    patient = await api.signIn();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('is a link in the text message, which names only the inviting patient', async () => {
    const uuid = await invite('+1 514 555 0301');
    const { status, body } = await who(uuid);
    assert.deepEqual([status, body], [200, { name: 'Jordan Avery' }]);
    for (const other of ['00000000-0000-4000-8000-000000000000', 'x']) {
      assert.deepEqual([(await who(other)).status, (await who(other)).body.error.code], [410, 'LINK_DEAD']);
    }
  });

  it('accepts a registration with any email: approved, matched, and limited to what is shared', async () => {
    const uuid = await invite('+1 514 555 0302');
    const { status, body, email } = await register({ invitation: uuid });
    assert.deepEqual([status, body.hospitalStatusId], [201, 1]);
    const token = await validate(email);
    assert.deepEqual(await profiles(token), ['Sacha Bell', 'Jordan Avery']);
    const events = (await api.ask<CareEvent[]>('GET', '/api/events', { token })).body;
    const own = events.filter(({ profileId }) => profileId === 1);
    assert.deepEqual(own, [], 'no demo of their own');
    const entries = (await api.ask<Supporter[]>('GET', '/api/v1/supporters', { token: patient })).body;
    assert.equal(entries.at(-1)?.status, 'ACCEPTED');
    assert.equal((await who(uuid)).status, 410);
    const again = await register({ invitation: uuid });
    assert.deepEqual([again.status, again.body.error.code], [410, 'LINK_DEAD']);
    const { db } = api.database;
    assert.equal(
      await db.selectFrom('users').select('id').where('email', '=', again.email).executeTakeFirst(),
      undefined,
    );
  });

  it('once accepted, is the patient’s newest event, unread again, and says since when', async () => {
    const uuid = await invite('+1 514 555 0309');
    const own = async () => (await api.ask<CareEvent[]>('GET', '/api/events', { token: patient })).body;
    const [pending] = await own();
    assert.ok(pending);
    const entry = async () => (await api.ask<Supporter[]>('GET', '/api/v1/supporters', { token: patient })).body.at(-1);
    assert.equal((await entry())?.acceptedAt, undefined);
    await invite('+1 514 555 0310');
    assert.notEqual((await own())[0]?.id, pending.id);
    const { db } = api.database;
    await db.updateTable('events').set({ viewed: 1, is_read: 1 }).where('id', '=', pending.id).execute();

    const before_ = new Date().toISOString();
    const { email } = await register({ invitation: uuid });
    const [newest] = await own();
    assert.deepEqual(
      [newest?.id, newest?.status, newest?.viewed, newest?.content],
      [pending.id, 'NOT_VIEWED', false, 'Sacha now follows your stay.'],
    );
    assert.ok(String(newest?.createdAt) >= before_);
    const supporters = (await api.ask<Supporter[]>('GET', '/api/v1/supporters', { token: patient })).body;
    const accepted = supporters.find(({ acceptedAt }) => acceptedAt !== undefined && acceptedAt >= before_);
    assert.deepEqual([accepted?.status, accepted?.content], ['ACCEPTED', 'Now follows your stay']);
    const changes = await db.selectFrom('changes').select('kind').where('object_id', '=', pending.id).execute();
    assert.deepEqual(
      changes.map(({ kind }) => kind).sort(),
      ['event.created', 'event.created', 'event.updated'],
      'a new event again, which notifies the patient',
    );
    assert.ok((await profiles(await validate(email))).includes('Jordan Avery'));
  });

  it('that expires without an answer ends, and the patient sees it', async () => {
    const uuid = await invite('+1 514 555 0311');
    const { db } = api.database;
    const supporters = async () =>
      (await api.ask<Supporter[]>('GET', '/api/v1/supporters', { token: patient })).body.map(({ id }) => id);
    const id = (await supporters()).at(-1) ?? '';
    await endExpired(db);
    assert.ok((await supporters()).includes(id), 'still open');
    const expires_at = new Date().toISOString();
    await db.updateTable('invitations').set({ expires_at }).where('supporter_id', '=', id).execute();
    await endExpired(db);
    assert.ok(!(await supporters()).includes(id));
    const [newest] = (await api.ask<CareEvent[]>('GET', '/api/events', { token: patient })).body;
    assert.deepEqual(
      [newest?.status, newest?.content],
      ['NOT_VIEWED', 'Sacha has not answered in time, so your invitation has expired. You can invite Sacha again.'],
    );
    assert.equal((await who(uuid)).body.error.code, 'LINK_DEAD');
    await endExpired(db);
    const [still] = (await api.ask<CareEvent[]>('GET', '/api/events', { token: patient })).body;
    assert.deepEqual(still, newest, 'once');
  });

  it('accepts one sign-in from the link, and not the patient who sent it', async () => {
    const uuid = await invite('+1 514 555 0303');
    const accept = (token: string) => api.ask('POST', `/api/v1/invitations/${uuid}/accept`, { token });
    const own = await accept(patient);
    assert.deepEqual([own.status, own.body.error.code], [409, 'OWN_INVITATION']);
    const professional = await api.signIn('professional@example.org');
    const answers = await Promise.all([accept(professional), accept(professional)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410]);
    assert.ok((await profiles(professional)).includes('Jordan Avery'));
  });

  it('goes to the person who used its link, even if the number belongs to another account', async () => {
    const second = await api.signIn('second@example.org');
    const uuid = await invite('+1 416 555 0102');
    assert.equal((await requests(second)).length, 1);
    const { email } = await register({ invitation: uuid });
    assert.deepEqual(await requests(second), []);
    assert.ok((await profiles(await validate(email))).includes('Jordan Avery'));
  });

  it('appears on the timeline of someone who registers later with that number, once their email is validated', async () => {
    const phone = '+1 514 555 0304';
    await invite(phone);
    const { email } = await register({ phoneNumber: phone }, 'example.org');
    const { db } = api.database;
    const entry = () =>
      db
        .selectFrom('supporters')
        .select('supporter_user_id')
        .where('phone_digits', '=', '15145550304')
        .executeTakeFirst();
    assert.equal((await entry())?.supporter_user_id, null);
    const token = await validate(email);
    const [request] = await requests(token);
    assert.equal(request?.name, 'Jordan Avery would like your support');
    assert.deepEqual(await profiles(token), ['Sacha Bell']);
    assert.equal((await api.ask('POST', `/api/v1/events/${request?.id}/accept`, { token })).status, 200);
    assert.deepEqual(await profiles(token), ['Sacha Bell', 'Jordan Avery']);
  });

  it('an invitation expires after 14 days', async () => {
    const uuid = await invite('+1 514 555 0305');
    const { db } = api.database;
    const rows = await db.selectFrom('invitations').select('expires_at').execute();
    const days = rows.map(({ expires_at: end }) => Math.round((Date.parse(end) - Date.now()) / 86_400_000));
    assert.deepEqual([...new Set(days)], [14]);
    await db.updateTable('invitations').set({ expires_at: new Date().toISOString() }).execute();
    assert.equal((await who(uuid)).status, 410);
    assert.equal((await register({ invitation: uuid })).status, 410);
  });
});

describe('a number that can never be texted', () => {
  it('unusable phone numbers are refused, naming the served countries', async (test) => {
    const api = await startApi({ TEXT_COUNTRIES: '+1,+33' });
    test.after(() => api.close());
    const form = {
      firstName: 'Kim',
      lastName: 'Nguyen',
      email: 'kim@example.org',
      organization: 'Northside',
      password: 'Sturdy-pass7',
      confirmPassword: 'Sturdy-pass7',
    };
    const unserved = ['+44 20 7946 0123', '+0004165550144', '+001 416 555 0144'];
    const wrong = [...unserved, '+1 016 555 0144', '0000000000'];
    const token = await api.signIn();
    const narrow = await api.scan();
    const email = { email: 'patient@example.org' };
    assert.equal((await api.ask('POST', '/api/v1/sessions/email', { token: narrow, body: email })).status, 204);
    for (const number of wrong) {
      const changes: ['POST' | 'PATCH', string, object, string | undefined, string][] = [
        ['POST', '/api/v1/users/register', { ...form, phoneNumber: number }, undefined, 'phoneNumber'],
        ['PATCH', '/api/v1/users/me', { mobilePhone: number }, token, 'mobilePhone'],
        ['PATCH', '/api/v1/users/me', { phoneNumber: number }, token, 'phoneNumber'],
        ['PATCH', '/api/v1/users/me', { phoneNumber: number }, narrow, 'phoneNumber'],
      ];
      for (const [method, url, body, by, field] of changes) {
        const answer = await api.ask(method, url, { body, ...(by ? { token: by } : {}) });
        assert.equal(answer.status, 400, `${number} ${url}`);
        const isServed = !unserved.includes(number);
        assert.match(answer.body.error.fields?.[field] ?? '', isServed ? /[Pp]hone [Nn]umber/ : /\+1, \+33/);
      }
    }
    const right = await api.ask('PATCH', '/api/v1/users/me', {
      token: narrow,
      body: { phoneNumber: '+33 6 12 34 56 78' },
    });
    assert.equal(right.status, 200);
  });
});
