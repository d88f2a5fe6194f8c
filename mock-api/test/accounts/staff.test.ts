/** Staff need a second factor to sign in, and have no access before. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { ApiError, Me, SessionAnswer } from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

const STAFF = 'staff@example.org';

describe('the second factor of staff', () => {
  let api: TestApi;
  const signIn = () =>
    api.ask<SessionAnswer>('POST', '/api/v1/sessions', { body: { username: STAFF, password: PASSWORD } });
  const mailed = async () => {
    const { body } = await api.lastMessage(STAFF);
    return /\b(\d{6})\b/.exec(body)?.[1] ?? '';
  };
  const enter = (token: string, code: string) =>
    api.ask<Me & ApiError>('POST', '/api/v1/sessions/second-factor', { token, body: { code } });
  const wrong = (right: string, index = 0) => String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0');

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('an emailed code widens only the session it was sent for', async () => {
    const { status, body } = await signIn();
    assert.equal(status, 200);
    assert.equal(body.secondFactor, 'email');
    const { scope, roleType, secondFactor } = body.user as Extract<Me, { scope: 'narrow' }>;
    assert.deepEqual([scope, roleType, secondFactor], ['narrow', 'staff', 'email']);
    const code = await mailed();
    const other = (await signIn()).body.token;
    const refused = await enter(other, code);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'SECOND_FACTOR_WRONG']);
    const { status: entered, body: user } = await enter(body.token, code);
    assert.equal(entered, 200);
    assert.ok(user.scope === 'full');
    assert.equal(user.roleType, 'staff');
    assert.equal((await api.ask('GET', '/api/v1/profiles', { token: body.token })).status, 200);
    assert.equal((await api.ask('GET', '/api/v1/profiles', { token: other })).status, 403);
  });

  it('staff sessions are refused before the second factor', async () => {
    const { token } = (await signIn()).body;
    const ways: ['GET' | 'POST' | 'PATCH', string, unknown?][] = [
      ['GET', '/api/events'],
      ['POST', '/api/v1/sessions/pin'],
      ['POST', '/api/v1/sessions/pin/verify', { pin: '1379' }],
      ['POST', '/api/v1/sessions/email', { email: STAFF }],
      ['PATCH', '/api/v1/users/me', { phoneNumber: '+14165550177' }],
    ];
    for (const [method, url, body] of ways) {
      const answer = await api.ask(method, url, { token, ...(body ? { body } : {}) });
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'SECOND_FACTOR_REQUIRED'], url);
    }
    const me = await api.ask<Me>('GET', '/api/v1/users/me', { token });
    assert.equal(me.body.scope, 'narrow');
  });

  it('five wrong staff codes require a new one', async () => {
    const { token } = (await signIn()).body;
    const code = await mailed();
    for (let index = 0; index < 5; index += 1) {
      assert.equal((await enter(token, wrong(code, index))).body.error.code, 'SECOND_FACTOR_WRONG');
    }
    const dead = await enter(token, code);
    assert.deepEqual([dead.status, dead.body.error.code], [410, 'SECOND_FACTOR_DEAD']);
    assert.equal((await api.ask('POST', '/api/v1/sessions/second-factor/resend', { token })).status, 204);
    assert.equal((await enter(token, await mailed())).status, 200);
  });

  it('a staff code lasts 10 minutes and allows 5 concurrent guesses', async () => {
    const late = (await signIn()).body.token;
    const { db } = api.database;
    const [row] = await db.selectFrom('second_factors').select('expires_at').orderBy('expires_at', 'desc').execute();
    const minutes = Math.round((Date.parse(row?.expires_at ?? '') - Date.now()) / 60_000);
    assert.equal(minutes, 10);
    await db.updateTable('second_factors').set({ expires_at: new Date().toISOString() }).execute();
    assert.equal((await enter(late, await mailed())).status, 410);
    const { token } = (await signIn()).body;
    const code = await mailed();
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => enter(token, wrong(code, index))));
    const codes = answers.map(({ body }) => body.error.code);
    assert.equal(codes.filter((each) => each === 'SECOND_FACTOR_WRONG').length, 5);
    assert.equal(codes.filter((each) => each === 'SECOND_FACTOR_DEAD').length, 4);
  });

  it('is locked for the day after 20 wrong codes', async () => {
    const key = (await api.database.db.selectFrom('users').select('id').where('email', '=', STAFF).executeTakeFirst())
      ?.id;
    const { token } = (await signIn()).body;
    await api.database.db
      .insertInto('throttles')
      .values({
        key: `second-factor-day:${key}`,
        count: 19,
        window_started_at: new Date().toISOString(),
        blocked_until: null,
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: 19 }))
      .execute();
    const code = await mailed();
    assert.equal((await enter(token, wrong(code))).status, 403);
    const locked = await enter(token, code);
    assert.deepEqual([locked.status, locked.body.error.code], [429, 'SECOND_FACTOR_LOCKED']);
    assert.ok(Number(locked.headers['retry-after']) > 80_000);
    assert.equal((await signIn()).status, 429);
  });

  it('is requested from staff only', async () => {
    for (const email of ['patient@example.org', 'professional@example.org']) {
      const token = await api.signIn(email);
      const answer = await enter(token, '123456');
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'STAFF_ONLY']);
    }
  });

  it('wristbands and email links cannot bypass the second factor', async () => {
    const { db } = api.database;
    await db.updateTable('users').set({ role_type: 'staff' }).where('email', '=', 'second@example.org').execute();
    const scanned = await api.ask('POST', '/api/v1/sessions/code', { body: { code: 'ER10000002' } });
    assert.deepEqual([scanned.status, scanned.body.error.code], [401, 'BARCODE_UNKNOWN']);
    await db.updateTable('users').set({ role_type: 'staff' }).where('email', '=', 'unvalidated@example.org').execute();
    await api.ask('POST', '/api/v1/users/resend-validation-email', { body: { email: 'unvalidated@example.org' } });
    const body = { uuid: await api.mailedToken('unvalidated@example.org') };
    const validated = await api.ask('POST', '/api/v1/users/validate-email', { body });
    assert.deepEqual([validated.status, validated.body], [200, { hospitalStatusId: 1 }]);
  });
});
