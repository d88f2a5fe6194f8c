import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { now } from '../../src/common/clock.ts';
import { phoneDigits } from '../../src/common/phone.ts';
import type { Me, SessionAnswer } from '../../src/contract.ts';
import { callerKey } from '../../src/security/address.ts';
import { waitAfter } from '../../src/services/accounts/login-throttle.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

describe('sign-in', () => {
  let api: TestApi;
  const login = (username: string, password: string, headers = {}) =>
    api.ask<SessionAnswer>('POST', '/api/v1/sessions', { body: { username, password }, headers });
  const refused = async (username: string, password: string) =>
    (await api.ask('POST', '/api/v1/sessions', { body: { username, password } })).body.error?.code;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('opens a full session with an email in any case and a password', async () => {
    const { status, body } = await login('Patient@Example.ORG', PASSWORD);
    assert.equal(status, 200);
    assert.ok(body.user.scope === 'full');
    assert.equal(body.user.name, 'Jordan Avery');
    assert.ok(body.user.lastLoginAt !== null);
    assert.equal((await api.ask('GET', '/api/events', { token: body.token })).status, 200);
  });

  it('sign-in never returns a password, wristband code or hash', async () => {
    const { body } = await login('patient@example.org', PASSWORD);
    assert.doesNotMatch(JSON.stringify(body), /argon2|ER1000|password|uniqueCode|Hash/i);
  });

  it('session tokens are stored only as hashes', async () => {
    const { body } = await login('patient@example.org', PASSWORD);
    const rows = await api.database.db.selectFrom('sessions').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(body.token));
    assert.equal(Buffer.from(body.token, 'base64url').length, 32);
  });

  it('stores passwords with argon2id, 19 MiB, two passes, one lane', async () => {
    const { password_hash } = await api.database.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', 'patient@example.org')
      .executeTakeFirstOrThrow();
    assert.match(String(password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('replaces a hash with outdated parameters at the next sign-in, and only then', async () => {
    const { db } = api.database;
    const email = 'patient@example.org';
    const hashNow = async () =>
      (await db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow())
        .password_hash;
    const current = await hashNow();
    const outdated = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await db.updateTable('users').set({ password_hash: outdated }).where('email', '=', email).execute();
    assert.equal((await login(email, 'Wrong-pass1')).status, 401);
    assert.equal(await hashNow(), outdated);
    assert.equal((await login(email, PASSWORD)).status, 200);
    const replaced = await hashNow();
    assert.match(String(replaced), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(replaced, current);
    assert.equal((await login(email, PASSWORD)).status, 200);
    assert.equal(await hashNow(), replaced);
  });

  it('answers a wrong password and an unknown email alike', async () => {
    const wrong = await login('patient@example.org', 'Wrong-pass1');
    const unknown = await login('nobody@example.org', 'Wrong-pass1');
    assert.equal(wrong.status, 401);
    assert.deepEqual(wrong.body, unknown.body);
    assert.match(JSON.stringify(wrong.body), /Authenication Failed, please try again\./);
  });

  it('returns the state of each demo account', async () => {
    const state = async (email: string) => {
      const { user } = (await login(email, PASSWORD)).body;
      assert.ok(user.scope === 'full');
      return [user.statusId === 6, user.emailValidated, user.hospitalStatusId, user.roleType];
    };
    assert.deepEqual(await state('second@example.org'), [false, true, 1, 'patient']);
    assert.deepEqual(await state('professional@example.org'), [false, true, 1, 'professional']);
    assert.deepEqual(await state('unvalidated@example.org'), [false, false, 1, 'patient']);
    assert.deepEqual(await state('review@example.com'), [false, true, 2, 'patient']);
    assert.deepEqual(await state('expired@example.org'), [true, true, 1, 'patient']);
  });

  it('lets accounts without access to data read only their own user', async () => {
    const expected = {
      'unvalidated@example.org': 'EMAIL_NOT_VALIDATED',
      'review@example.com': 'UNDER_REVIEW',
      'expired@example.org': 'EXPIRED',
    };
    for (const [email, problem] of Object.entries(expected)) {
      const token = await api.signIn(email);
      assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 200);
      const { status, body } = await api.ask('GET', '/api/events', { token });
      assert.deepEqual([status, body.error.code], [403, problem]);
    }
  });

  it('sign-in is blocked after 5 failures, also for unknown emails', async () => {
    for (const email of ['patient@example.org', 'nobody@example.org']) {
      for (let index = 0; index < 5; index += 1) assert.equal(await refused(email, 'Wrong-pass1'), 'LOGIN_FAILED');
      const { status, headers, body } = await login(email, PASSWORD);
      assert.equal(status, 429);
      assert.match(JSON.stringify(body), /LOGIN_BLOCKED/);
      assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 30);
    }
  });

  it('sign-in waits double from 30 seconds up to an hour', () => {
    const waits = [4, 5, 6, 7, 11, 12, 40].map((failures) => waitAfter(failures, 5) / 1_000);
    assert.deepEqual(waits, [0, 30, 60, 120, 1_920, 3_600, 3_600]);
    console.log(`failed sign-ins: 5, then waits of ${waits[1]} s, ${waits[2]} s … ${waits.at(-1)} s`);
  });

  it('at most 5 of 30 simultaneous password guesses are checked', async () => {
    const codes = await Promise.all(Array.from({ length: 30 }, () => refused('second@example.org', 'Wrong-pass1')));
    assert.equal(codes.filter((code) => code === 'LOGIN_FAILED').length, 5);
    assert.equal(codes.filter((code) => code === 'LOGIN_BLOCKED').length, 25);
  });

  it('lets many phones of one account sign in at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('second@example.org', PASSWORD)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  });

  it('signed-out, expired and unknown tokens get 401', async () => {
    const token = await api.signIn();
    assert.equal((await api.ask('DELETE', '/api/v1/sessions', { token })).status, 204);
    const { status, body, headers } = await api.ask('GET', '/api/v1/users/me', { token });
    assert.deepEqual([status, body.error.code, headers['www-authenticate']], [401, 'UNAUTHENTICATED', 'Bearer']);
    const expired = await api.signIn();
    await api.database.db.updateTable('sessions').set({ expires_at: new Date().toISOString() }).execute();
    assert.equal((await api.ask('GET', '/api/v1/users/me', { token: expired })).status, 401);
    for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer ${'a'.repeat(4_000)}`]) {
      assert.equal((await api.ask('GET', '/api/v1/users/me', { headers: { authorization } })).status, 401);
    }
  });
});

describe('a wristband', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('opens a narrow session, ignoring case and surrounding spaces in its code', async () => {
    const { status, body } = await api.ask<SessionAnswer>('POST', '/api/v1/sessions/code', {
      body: { code: ' er10000001 ' },
    });
    assert.equal(status, 200);
    assert.deepEqual(body.user, {
      scope: 'narrow',
      firstName: 'Jordan',
      maskedPhone: '•• ••• ••• 0101',
      statusId: 1,
    });
  });

  it('counts scans', async () => {
    const read = () =>
      api.database.db
        .selectFrom('users')
        .select(['scan_count', 'scanned_at'])
        .where('email', '=', 'second@example.org')
        .executeTakeFirstOrThrow();
    assert.equal((await read()).scan_count, 0);
    await api.scan('ER10000002');
    const { scan_count, scanned_at } = await read();
    assert.equal(scan_count, 1);
    assert.ok(scanned_at !== null);
  });

  it('with an unknown code is refused with the specified sentence', async () => {
    const { status, body } = await api.ask('POST', '/api/v1/sessions/code', { body: { code: 'ER99999999' } });
    assert.deepEqual([status, body.error.code], [401, 'BARCODE_UNKNOWN']);
    assert.match(body.error.message, /^We're having some trouble confirming your barcode\./);
  });

  it('a wristband session shows only the identity before the PIN', async () => {
    const token = await api.scan();
    const me = await api.ask<Me>('GET', '/api/v1/users/me', { token });
    assert.deepEqual(Object.keys(me.body).sort(), ['firstName', 'maskedPhone', 'scope', 'statusId']);
    for (const url of ['/api/events', '/api/v1/results', '/api/v1/profiles', '/api/v1/supporters', '/api/v1/story']) {
      const { status, body } = await api.ask('GET', url, { token });
      assert.deepEqual([status, body.error.code], [403, 'PIN_REQUIRED']);
    }
  });

  it('of an expired account gets no PIN', async () => {
    const token = await api.scan('ER10000006');
    assert.equal((await api.ask<Me>('GET', '/api/v1/users/me', { token })).body.statusId, 6);
    assert.equal((await api.ask('POST', '/api/v1/sessions/pin', { token })).body.error.code, 'EXPIRED');
  });

  it('a new number requires the email step and invalidates the old PIN', async () => {
    const token = await api.scan();
    const oldPin = await api.newPin(token);
    const phoneNumber = '+1 647 555 0177';
    const change = () => api.ask<Me>('PATCH', '/api/v1/users/me', { token, body: { phoneNumber, firstName: 'Eve' } });
    assert.equal((await change()).status, 403);

    const step = (email: string) => api.ask('POST', '/api/v1/sessions/email', { token, body: { email } });
    const wrong = await step('somebody@example.org');
    assert.deepEqual([wrong.status, wrong.body.error.code], [403, 'EMAIL_MISMATCH']);
    assert.equal((await step('PATIENT@example.org')).status, 204);

    const { status, body } = await change();
    assert.equal(status, 200);
    assert.ok(body.scope === 'narrow');
    assert.deepEqual([body.phoneNumber, body.firstName], [phoneNumber, 'Jordan']);
    assert.match((await api.lastMessage('patient@example.org')).body, /mobile number .* was just changed/);
    assert.equal((await change()).status, 403, 'the step allows one change');

    const verify = (pin: string) => api.ask('POST', '/api/v1/sessions/pin/verify', { token, body: { pin } });
    assert.equal((await verify(oldPin)).status, 410);
    assert.equal((await verify(await api.newPin(token, phoneNumber))).status, 200);
  });

  it('a new number signs out other phones and warns the old number', async () => {
    const lost = await api.signIn('second@example.org');
    const token = await api.scan('ER10000002');
    const { phone_number: old } = await api.database.db
      .selectFrom('users')
      .select('phone_number')
      .where('email', '=', 'second@example.org')
      .executeTakeFirstOrThrow();
    const me = (session: string) => api.ask('GET', '/api/v1/users/me', { token: session });
    await api.ask('POST', '/api/v1/sessions/email', { token, body: { email: 'second@example.org' } });
    assert.equal((await me(lost)).status, 200);
    const change = { token, body: { phoneNumber: '+1 647 555 0188' } };
    assert.equal((await api.ask('PATCH', '/api/v1/users/me', change)).status, 200);
    assert.match((await api.lastMessage(old)).body, /number .* was just changed.* call us at once: \+1 416 555 0190/);
    assert.deepEqual([(await me(lost)).status, (await me(token)).status], [401, 200]);
  });

  it('the email step allows at most 5 attempts', async () => {
    const token = await api.scan('ER10000002');
    const codes: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const body = { email: `guess${index}@example.org` };
      codes.push((await api.ask('POST', '/api/v1/sessions/email', { token, body })).body.error.code);
    }
    assert.deepEqual(codes, [...Array(5).fill('EMAIL_MISMATCH'), 'LOGIN_BLOCKED', 'LOGIN_BLOCKED']);
  });
});

describe('an account', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi({ TEXT_COUNTRIES: '+1' });
  });
  after(() => api.close());

  it('that changes its number stays signed in everywhere, even if the old number can’t be texted', async () => {
    const tokens = [await api.signIn('second@example.org'), await api.signIn('second@example.org')];
    const mine = api.database.db.updateTable('users').where('email', '=', 'second@example.org');
    await mine.set({ phone_number: '+44 20 7946 0123' }).execute();
    const body = { phoneNumber: '+1 647 555 0189' };
    assert.equal((await api.ask('PATCH', '/api/v1/users/me', { token: tokens[0], body })).status, 200);
    for (const token of tokens) assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 200);
    assert.ok((await api.outbox()).every(({ to }) => !to.startsWith('44')));
  });

  /** Sets an account's number and changes it as the account's owner. Returns the status of that change. */
  const changeFrom = async (number: string, email: string, token: string) => {
    const values = { phone_number: number, phone_digits: phoneDigits(number) };
    await api.database.db.updateTable('users').set(values).where('email', '=', email).execute();
    const body = { phoneNumber: '+1 647 555 0189' };
    return (await api.ask('PATCH', '/api/v1/users/me', { token, body })).status;
  };
  const textsTo = async (number: string) =>
    (await api.outbox()).filter(({ to }) => to === phoneDigits(number)).map(({ body }) => body);

  it('changing the number warns the old one despite exhausted text limits', async () => {
    const old = '+1 647 555 0161';
    const token = await api.signIn('second@example.org');
    const keys = ['sms-day', `sms-address:${callerKey('127.0.0.1')}`, 'sms:16475550161', 'sms-hour:16475550161'];
    const used = keys.map((key) => ({ key, count: 500, window_started_at: now(), blocked_until: null }));
    await api.database.db.insertInto('throttles').values(used).execute();
    assert.equal(await changeFrom(old, 'second@example.org', token), 200);
    assert.match((await textsTo(old)).join('\n'), /^[^\n]* mobile number of your account was just changed[^\n]*$/);
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('that changes its number repeatedly floods neither one number nor many, and held-back texts are logged', async (test) => {
    const log = test.mock.method(api.app.log, 'warn');
    const old = '+1 647 555 0162';
    const emails = ['second@example.org', 'patient@example.org'];
    const tokens = await Promise.all(emails.map((email) => api.signIn(email)));
    for (let time = 0; time < 4; time += 1) {
      assert.equal(await changeFrom(old, emails[time % 2] ?? '', tokens[time % 2] ?? ''), 200);
    }
    assert.equal((await textsTo(old)).length, 3);
    const held = () => log.mock.calls.filter(({ arguments: [, words] }) => /not warned/.test(String(words)));
    assert.deepEqual(held()[0]?.arguments[0], { code: 'TOO_MANY_TEXTS' });
    await api.database.db.deleteFrom('throttles').execute();
    const many = [3, 4, 5, 6].map((digit) => `+1 647 555 016${digit}`);
    for (const number of many) assert.equal(await changeFrom(number, 'second@example.org', tokens[0] ?? ''), 200);
    const texts = await Promise.all(many.map(textsTo));
    assert.deepEqual(
      texts.map(({ length }) => length),
      [1, 1, 1, 0],
    );
    assert.equal(held().length, 2);
  });

  it('a profile update ignores fields the user may not change', async () => {
    const token = await api.signIn();
    const before_ = (await api.ask<Me>('GET', '/api/v1/users/me', { token })).body;
    assert.ok(before_.scope === 'full');
    const body = {
      ...before_,
      firstName: ' Jo ',
      city: 'Toronto',
      phone: { country: 'CA', digits: '6475550100' },
      email: 'other@example.org',
      statusId: 6,
      hospitalStatusId: 2,
      roleType: 'professional',
      createdAt: '1999-01-01T00:00:00.000Z',
    };
    const { status, body: changed } = await api.ask<Me>('PATCH', `/api/v1/users/${before_.id}`, { token, body });
    assert.equal(status, 200);
    const { updatedAt } = changed as typeof before_;
    assert.deepEqual(changed, {
      ...before_,
      firstName: 'Jo',
      name: 'Jo Avery',
      city: 'Toronto',
      phone: { country: 'CA', digits: '6475550100' },
      updatedAt,
    });
  });

  it('marks activation and completion, and restarts the demo on request', async () => {
    const token = await api.signIn('second@example.org');
    const own = async (action: string) => {
      const { status, body } = await api.ask<Me>('GET', `/api/v1/users/me/${action}`, { token });
      assert.equal(status, 200);
      assert.ok(body.scope === 'full');
      return body;
    };
    assert.ok((await own('activate')).confirmedAt !== null);
    assert.ok((await own('complete')).demoCompletedAt !== null);
    assert.equal((await own('reset')).demoCompletedAt, null);
  });
});
