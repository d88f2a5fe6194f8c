import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { now } from '../../src/common/clock.ts';
import { phoneDigits } from '../../src/common/phone.ts';
import type { ApiError, DeskPatient, DeskPatientDetails, Me, NarrowUser, SessionAnswer } from '../../src/contract.ts';
import { callerKey } from '../../src/security/address.ts';
import { waitAfter } from '../../src/services/accounts/login-throttle.ts';
import { outcomeOf, PASSWORD, startApi, type TestApi } from '../support/api.ts';

const PATIENT = 'patient@example.org';
const SECOND = 'second@example.org';
const STAFF = 'staff@example.org';
const ME = '/api/v1/users/me';

describe('access', () => {
  let api: TestApi;
  const changeNumber = (token: string, phoneNumber: string) =>
    api.ask<Me>('PATCH', ME, { token, body: { phoneNumber, firstName: 'Eve' } });
  const meStatus = async (token: string) => (await api.ask('GET', ME, { token })).status;

  const login = (username: string, password = PASSWORD) =>
    api.post<SessionAnswer>('/api/v1/sessions', { username, password });

  before(async () => {
    api = await startApi({ TEXT_COUNTRIES: '+1' });
  });
  after(() => api.close());
  beforeEach(() => api.resetThrottles());

  describe('sign-in', () => {
    it('opens a full session with an email in any case and a password', async () => {
      const { status, body } = await login('Patient@Example.ORG');
      assert.equal(status, 200);
      assert.ok(body.user.scope === 'full' && body.user.lastLoginAt !== null);
      assert.equal(body.user.name, 'Jordan Avery');
      assert.equal((await api.ask('GET', '/api/events', { token: body.token })).status, 200);
    });

    it('sign-in never returns a password, wristband code or hash', async () => {
      const { body } = await login(PATIENT);
      assert.doesNotMatch(JSON.stringify(body), /argon2|ER1000|password|uniqueCode|Hash/i);
    });

    it('session tokens are stored only as hashes', async () => {
      const token = await api.signIn();
      const rows = await api.database.db.selectFrom('sessions').selectAll().execute();
      assert.ok(!JSON.stringify(rows).includes(token));
      assert.equal(Buffer.from(token, 'base64url').length, 32);
    });

    it('stores passwords with argon2id, 19 MiB, two passes, one lane', async () => {
      assert.match(String((await api.user(PATIENT)).password_hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });

    it('replaces a hash with outdated parameters at the next sign-in, and only then', async () => {
      const hashNow = async () => (await api.user(PATIENT)).password_hash;
      const current = await hashNow();
      const outdated = await hash(PASSWORD, { algorithm: 2, memoryCost: 8_192, timeCost: 1, parallelism: 1 });
      await api.setUser(PATIENT, { password_hash: outdated });
      assert.equal((await login(PATIENT, 'Wrong-pass1')).status, 401);
      assert.equal(await hashNow(), outdated);
      await api.signIn();
      const replaced = await hashNow();
      assert.match(String(replaced), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      assert.notEqual(replaced, current);
      await api.signIn();
      assert.equal(await hashNow(), replaced);
    });

    it('returns the state of each demo account', async () => {
      const states = {
        'second@example.org': [false, true, 1, 'patient', '200'],
        'professional@example.org': [false, true, 1, 'professional', '200'],
        'unvalidated@example.org': [false, false, 1, 'patient', '403 EMAIL_NOT_VALIDATED'],
        'review@example.com': [false, true, 2, 'patient', '403 UNDER_REVIEW'],
        'expired@example.org': [true, true, 1, 'patient', '403 EXPIRED'],
      };
      for (const [email, state] of Object.entries(states)) {
        const { user, token } = (await login(email)).body;
        assert.ok(user.scope === 'full');
        assert.equal(await meStatus(token), 200);
        const events = outcomeOf(await api.ask('GET', '/api/events', { token }));
        const { statusId, emailValidated, hospitalStatusId, roleType } = user;
        assert.deepEqual([statusId === 6, emailValidated, hospitalStatusId, roleType, events], state, email);
      }
    });

    it('sign-in is blocked after 5 failures, also for unknown emails', async () => {
      for (const email of [PATIENT, 'nobody@example.org']) {
        for (let index = 0; index < 5; index += 1) {
          const refused = await login(email, 'Wrong-pass1');
          assert.equal(outcomeOf(refused), '401 LOGIN_FAILED');
          assert.match(JSON.stringify(refused.body), /Authenication Failed, please try again\./);
        }
        const blocked = await login(email);
        assert.equal(outcomeOf(blocked), '429 LOGIN_BLOCKED');
        const seconds = Number(blocked.headers['retry-after']);
        assert.ok(seconds > 0 && seconds <= 30);
        const elsewhere = { body: { username: email, password: PASSWORD }, address: '198.51.100.7' };
        assert.equal((await api.ask('POST', '/api/v1/sessions', elsewhere)).status, 429);
      }
    });

    it('sign-in waits double from 30 seconds up to an hour', () => {
      const waits = [4, 5, 6, 7, 11, 12, 40].map((failures) => waitAfter(failures, 5) / 1_000);
      assert.deepEqual(waits, [0, 30, 60, 120, 1_920, 3_600, 3_600]);
      console.log(`failed sign-ins: 5, then waits of ${waits[1]} s, ${waits[2]} s … ${waits.at(-1)} s`);
    });

    it('at most 5 of 30 simultaneous password guesses are checked', async () => {
      const right = await Promise.all(Array.from({ length: 12 }, () => login(SECOND)));
      assert.ok(right.every(({ status }) => status === 200));
      const guesses = await Promise.all(Array.from({ length: 30 }, () => login(SECOND, 'Wrong-pass1')));
      const expected = [...Array(5).fill('401 LOGIN_FAILED'), ...Array(25).fill('429 LOGIN_BLOCKED')];
      assert.deepEqual(guesses.map(outcomeOf).sort(), expected);
    });

    it('signed-out, expired and unknown tokens get 401', async () => {
      const token = await api.signIn();
      await api.ask('DELETE', '/api/v1/sessions', { token });
      const refused = await api.ask('GET', ME, { token });
      assert.deepEqual([outcomeOf(refused), refused.headers['www-authenticate']], ['401 UNAUTHENTICATED', 'Bearer']);
      const expired = await api.signIn();
      await api.database.db.updateTable('sessions').set({ expires_at: now() }).execute();
      assert.equal(await meStatus(expired), 401);
      for (const authorization of ['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer ${'a'.repeat(4_000)}`])
        assert.equal((await api.ask('GET', ME, { headers: { authorization } })).status, 401);
    });
  });

  describe('a wristband', () => {
    const emailStep = (token: string, email: string) => api.post('/api/v1/sessions/email', { email }, token);

    it('opens a narrow session, ignoring case and surrounding spaces in its code', async () => {
      const { body } = await api.post<SessionAnswer>('/api/v1/sessions/code', { code: ' er10000001 ' });
      const user = { scope: 'narrow', firstName: 'Jordan', maskedPhone: '•• ••• ••• 0101', statusId: 1 };
      assert.deepEqual(body.user, user);
      const unknown = await api.post('/api/v1/sessions/code', { code: 'ER99999999' });
      assert.equal(outcomeOf(unknown), '401 BARCODE_UNKNOWN');
      assert.match(unknown.body.error.message, /^We're having some trouble confirming your barcode\./);
    });

    it('counts scans', async () => {
      assert.equal((await api.user(SECOND)).scan_count, 0);
      await api.scan('ER10000002');
      const { scan_count, scanned_at } = await api.user(SECOND);
      assert.ok(scan_count === 1 && scanned_at !== null);
    });

    it('a wristband session shows only the identity before the PIN', async () => {
      const token = await api.scan();
      const me = await api.get<Me>(ME, token);
      assert.deepEqual(Object.keys(me).sort(), ['firstName', 'maskedPhone', 'scope', 'statusId']);
      for (const url of ['/api/events', '/api/v1/results', '/api/v1/profiles', '/api/v1/supporters', '/api/v1/story'])
        assert.equal(outcomeOf(await api.ask('GET', url, { token })), '403 PIN_REQUIRED');
    });

    it('of an expired account gets no PIN', async () => {
      const token = await api.scan('ER10000006');
      assert.equal((await api.get<Me>(ME, token)).statusId, 6);
      assert.equal(outcomeOf(await api.post('/api/v1/sessions/pin', undefined, token)), '403 EXPIRED');
    });

    it('a new number requires the email step and invalidates the old PIN', async () => {
      const token = await api.scan();
      const oldPin = await api.newPin(token);
      const number = '+1 647 555 0177';
      assert.equal((await changeNumber(token, number)).status, 403);
      assert.equal(outcomeOf(await emailStep(token, 'somebody@example.org')), '403 EMAIL_MISMATCH');
      assert.equal((await emailStep(token, 'PATIENT@example.org')).status, 204);

      const { status, body } = await changeNumber(token, number);
      assert.ok(status === 200 && body.scope === 'narrow');
      assert.deepEqual([body.phoneNumber, body.firstName], [number, 'Jordan']);
      assert.match((await api.lastMessage(PATIENT)).body, /mobile number .* was just changed/);
      assert.equal((await changeNumber(token, number)).status, 403, 'the step allows one change');

      const verify = async (pin: string) => (await api.post('/api/v1/sessions/pin/verify', { pin }, token)).status;
      assert.equal(await verify(oldPin), 410);
      assert.equal(await verify(await api.newPin(token, number)), 200);
    });

    it('a new number signs out other phones and warns the old number', async () => {
      const lost = await api.signIn(SECOND);
      const token = await api.scan('ER10000002');
      const { phone_number: old } = await api.user(SECOND);
      await emailStep(token, SECOND);
      assert.equal(await meStatus(lost), 200);
      assert.equal((await changeNumber(token, '+1 647 555 0188')).status, 200);
      assert.match((await api.lastMessage(old)).body, /number .* was just changed.* call us at once: \+1 416 555 0190/);
      assert.deepEqual([await meStatus(lost), await meStatus(token)], [401, 200]);
    });

    it('gets a new number at the desk, signs in with it and erases the account without an email', async () => {
      const staff = await api.signInStaff();
      const desk = '/api/v1/desk/patients';
      const phone = '+1 613 555 0181';
      const number = '+1 416-555-0199';
      const made = await api.post<DeskPatient>(desk, { firstName: 'Odile', lastName: 'Sauvé', phone }, staff);
      const url = `${desk}/${made.body.id}`;
      const { code } = (await api.post<{ code: string }>(`${url}/wristband`, undefined, staff)).body;

      const token = await api.scan(code);
      const { body } = await api.ask<NarrowUser>('PATCH', ME, { token, body: { phoneNumber: number } });
      assert.deepEqual([body.hasNoEmail, body.phoneChange?.maskedPhone], [true, '•• ••••••••0199']);
      const { phoneNumber, phoneChange } = await api.get<DeskPatientDetails>(url, staff);
      assert.deepEqual([phoneNumber, phoneChange?.phoneNumber], [phone, number], 'nothing changes before that');
      assert.match((await api.lastMessage(phone)).body, /confirm-mobile/, 'the old number is asked');
      assert.equal((await api.post(`${url}/phone-change/confirm`, { phoneNumber: number }, staff)).status, 204);

      const pin = { pin: await api.newPin(token, number) };
      assert.equal((await api.post('/api/v1/sessions/pin/verify', pin, token)).status, 200);
      const proof = { pin: await api.newPin(token, number) };
      assert.equal((await api.post('/api/v1/own-data/confirmation', proof, token)).status, 200);
      assert.equal((await api.ask('DELETE', '/api/v1/own-data', { token })).status, 204);
      assert.equal((await api.ask('GET', url, { token: staff })).status, 404);
    });

    it('the email step allows at most 5 attempts', async () => {
      const token = await api.scan('ER10000002');
      const outcomes: string[] = [];
      for (let index = 0; index < 7; index += 1)
        outcomes.push(outcomeOf(await emailStep(token, `${index}@example.org`)));
      assert.deepEqual(outcomes, [...Array(5).fill('403 EMAIL_MISMATCH'), ...Array(2).fill('429 LOGIN_BLOCKED')]);
    });
  });

  describe('an account', () => {
    /** Sets an account's number, and asks for another as the account's owner. */
    const askFrom = async (number: string, email: string, token: string, wanted: string) => {
      await api.setUser(email, { phone_number: number, phone_digits: phoneDigits(number) });
      assert.equal((await changeNumber(token, wanted)).status, 200);
      assert.deepEqual(await textsTo(number), [], 'nothing has changed yet');
    };
    /** Proves the number that was asked for. */
    const prove = async (token: string, wanted: string) =>
      assert.equal((await api.proveNumber(token, wanted)).status, 200);
    const textsTo = async (number: string) =>
      (await api.outbox()).filter(({ to }) => to === phoneDigits(number)).map(({ body }) => body);

    it('that changes its number stays signed in everywhere, even if the old number can’t be texted', async () => {
      const tokens = [await api.signIn(SECOND), await api.signIn(SECOND)];
      await askFrom('+44 20 7946 0123', SECOND, tokens[0] ?? '', '+1 647 555 0189');
      await prove(tokens[0] ?? '', '+1 647 555 0189');
      for (const token of tokens) assert.equal(await meStatus(token), 200);
      assert.ok((await api.outbox()).every(({ to }) => !to.startsWith('44')));
    });

    it('changing the number warns the old one despite exhausted text limits', async () => {
      const token = await api.signIn(SECOND);
      await askFrom('+1 647 555 0161', SECOND, token, '+1 647 555 0190');
      const keys = ['sms-day', `sms-address:${callerKey('127.0.0.1')}`, 'sms:16475550161', 'sms-hour:16475550161'];
      const used = keys.map((key) => ({ key, count: 500, window_started_at: now(), blocked_until: null }));
      await api.resetThrottles();
      await api.database.db.insertInto('throttles').values(used).execute();
      await prove(token, '+1 647 555 0190');
      const texts = (await textsTo('+1 647 555 0161')).join('\n');
      assert.match(texts, /^[^\n]* mobile number of your account was just changed[^\n]*$/);
    });

    it('warning an old number repeatedly doesn’t flood it, and held-back texts are logged', async (test) => {
      const log = test.mock.method(api.app.log, 'warn');
      const held = () => log.mock.calls.filter(({ arguments: [, words] }) => /not warned/.test(String(words)));
      const old = '+1 647 555 0162';
      const emails = [SECOND, PATIENT];
      const tokens = await Promise.all(emails.map((email) => api.signIn(email)));
      for (let time = 0; time < 4; time += 1) {
        const [email = '', token = '', wanted] = [emails[time % 2], tokens[time % 2], `+1 647 555 015${time}`];
        await api.setUser(email, { phone_number: old, phone_digits: phoneDigits(old) });
        await changeNumber(token, wanted);
        await prove(token, wanted);
      }
      assert.equal((await textsTo(old)).length, 3);
      assert.deepEqual(held()[0]?.arguments[0], { code: 'TOO_MANY_TEXTS' });
    });

    it('a profile update ignores fields the user may not change', async () => {
      const token = await api.signIn();
      const me = await api.get<Me>(ME, token);
      assert.ok(me.scope === 'full');
      const allowed = { city: 'Toronto', phone: { country: 'CA' as const, digits: '6475550100' } };
      const forbidden = { email: 'other@example.org', statusId: 6, hospitalStatusId: 2, roleType: 'professional' };
      const body = { ...me, ...allowed, ...forbidden, firstName: ' Jo ', createdAt: '1999-01-01T00:00:00.000Z' };
      const { body: changed } = await api.ask<typeof me>('PATCH', `/api/v1/users/${me.id}`, { token, body });
      const { updatedAt } = changed;
      assert.deepEqual(changed, { ...me, ...allowed, firstName: 'Jo', name: 'Jo Avery', updatedAt });
    });

    it('marks activation and completion, and restarts the demo on request', async () => {
      const token = await api.signIn(SECOND);
      const own = async (action: string) => {
        const me = await api.get<Me>(`${ME}/${action}`, token);
        assert.ok(me.scope === 'full');
        return me;
      };
      assert.ok((await own('activate')).confirmedAt !== null);
      assert.ok((await own('complete')).demoCompletedAt !== null);
      assert.equal((await own('reset')).demoCompletedAt, null);
    });
  });

  describe('the second factor of staff', () => {
    const signIn = () => login(STAFF);
    const mailed = async () => /\b(\d{6})\b/.exec((await api.lastMessage(STAFF)).body)?.[1] ?? '';
    /** Signs in with the password. Returns the session's token, and the code that was emailed. */
    const start = async () => ({ token: (await signIn()).body.token, code: await mailed() });
    const enter = (token: string, code: string) =>
      api.post<Me & ApiError>('/api/v1/sessions/second-factor', { code }, token);
    const wrong = (right: string, index = 0) => String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0');
    const profiles = async (token: string) => (await api.ask('GET', '/api/v1/profiles', { token })).status;

    it('an emailed code widens only the session it was sent for', async () => {
      const { token, secondFactor, user } = (await signIn()).body;
      assert.ok(user.scope === 'narrow');
      assert.deepEqual([secondFactor, user.roleType, user.secondFactor], ['email', 'staff', 'email']);
      const code = await mailed();
      const other = (await signIn()).body.token;
      assert.equal(outcomeOf(await enter(other, code)), '403 SECOND_FACTOR_WRONG');
      const { status, body } = await enter(token, code);
      assert.ok(status === 200 && body.scope === 'full' && body.roleType === 'staff');
      assert.deepEqual([await profiles(token), await profiles(other)], [200, 403]);
      for (const email of [PATIENT, 'professional@example.org'])
        assert.equal(outcomeOf(await enter(await api.signIn(email), code)), '403 STAFF_ONLY');
    });

    it('staff sessions are refused before the second factor', async () => {
      const { token } = (await signIn()).body;
      const calls: ['GET' | 'POST' | 'PATCH', string, unknown?][] = [
        ['GET', '/api/events'],
        ['POST', '/api/v1/sessions/pin'],
        ['POST', '/api/v1/sessions/pin/verify', { pin: '1379' }],
        ['POST', '/api/v1/sessions/email', { email: STAFF }],
        ['PATCH', ME, { phoneNumber: '+14165550177' }],
      ];
      for (const [method, url, body] of calls)
        assert.equal(outcomeOf(await api.ask(method, url, { token, body })), '403 SECOND_FACTOR_REQUIRED', url);
      assert.equal((await api.get<Me>(ME, token)).scope, 'narrow');
    });

    it('five wrong staff codes require a new one', async () => {
      const { token, code } = await start();
      for (let index = 0; index < 5; index += 1)
        assert.equal(outcomeOf(await enter(token, wrong(code, index))), '403 SECOND_FACTOR_WRONG');
      assert.equal(outcomeOf(await enter(token, code)), '410 SECOND_FACTOR_DEAD');
      assert.equal((await api.post('/api/v1/sessions/second-factor/resend', undefined, token)).status, 204);
      assert.equal((await enter(token, await mailed())).status, 200);
    });

    it('a staff code lasts 10 minutes and allows 5 concurrent guesses', async () => {
      const late = await start();
      const { db } = api.database;
      const [row] = await db.selectFrom('second_factors').selectAll().orderBy('expires_at', 'desc').execute();
      assert.match(row?.code_hash ?? '', /^\$argon2id\$/);
      assert.equal(Math.round((Date.parse(row?.expires_at ?? '') - Date.now()) / 60_000), 10);
      await db.updateTable('second_factors').set({ expires_at: now() }).execute();
      assert.equal((await enter(late.token, late.code)).status, 410);
      const { token, code } = await start();
      const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => enter(token, wrong(code, index))));
      const expected = [...Array(5).fill('403 SECOND_FACTOR_WRONG'), ...Array(4).fill('410 SECOND_FACTOR_DEAD')];
      assert.deepEqual(answers.map(outcomeOf).sort(), expected);
    });

    it('is locked for the day after 20 wrong codes', async () => {
      const key = `second-factor-day:${(await api.user(STAFF)).id}`;
      const used = { key, count: 19, window_started_at: now(), blocked_until: null };
      await api.database.db.insertInto('throttles').values(used).execute();
      const { token, code } = await start();
      assert.equal((await enter(token, wrong(code))).status, 403);
      const locked = await enter(token, code);
      assert.equal(outcomeOf(locked), '429 SECOND_FACTOR_LOCKED');
      assert.ok(Number(locked.headers['retry-after']) > 80_000);
      assert.equal((await signIn()).status, 429);
    });

    it('wristbands and email links cannot bypass the second factor', async () => {
      const unvalidated = 'unvalidated@example.org';
      for (const email of [SECOND, unvalidated]) await api.setUser(email, { role_type: 'staff' });
      const scanned = await api.post('/api/v1/sessions/code', { code: 'ER10000002' });
      assert.equal(outcomeOf(scanned), '401 BARCODE_UNKNOWN');
      await api.post('/api/v1/users/resend-validation-email', { email: unvalidated });
      const uuid = await api.mailedToken(unvalidated);
      const validated = await api.post('/api/v1/users/validate-email', { uuid });
      assert.deepEqual([validated.status, validated.body], [200, { hospitalStatusId: 1 }]);
    });
  });
});
