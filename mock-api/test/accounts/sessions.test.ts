/** Session lifetime, and what ends a session. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { SessionState } from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

const MINUTE = 60_000;
const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

describe('a session', () => {
  let api: TestApi;
  let token: string;
  /** Verified rules, for the summary. */
  const summary: string[] = [];
  const state = async () => (await api.ask<SessionState>('GET', '/api/v1/sessions', { token })).body;
  const status = async (url = '/api/v1/profiles') => (await api.ask('GET', url, { token })).status;
  /** Returns which of these phones are still signed in. */
  const signedIn = async (phones: readonly string[]) => {
    const answers = await Promise.all(phones.map((phone) => api.ask('GET', '/api/v1/profiles', { token: phone })));
    return answers.map((answer) => answer.status === 200);
  };
  const set = (times: { idle_at?: string; expires_at?: string }) =>
    api.database.db.updateTable('sessions').set(times).execute();
  const left = ({ now, idleAt }: SessionState) => Math.round((Date.parse(idleAt) - Date.parse(now)) / MINUTE);

  before(async () => {
    api = await startApi();
  });
  after(async () => {
    await api.close();
    console.log(`sessions: ${summary.join('; ')}`);
  });
  beforeEach(async () => {
    await api.database.db.deleteFrom('sessions').execute();
    token = await api.signIn();
  });

  it('a session ends after 30 idle minutes or 12 hours', async () => {
    const { now, idleAt, expiresAt } = await state();
    const minutes = (time: string) => Math.round((Date.parse(time) - Date.parse(now)) / MINUTE);
    const limits = [minutes(idleAt), minutes(expiresAt)];
    assert.deepEqual(limits, [30, 12 * 60]);
    await set({ idle_at: soon(0) });
    assert.equal(await status(), 401);
    token = await api.signIn();
    await set({ expires_at: soon(0) });
    assert.equal(await status(), 401);
    summary.push(`over after ${limits[0]} min without use, after ${limits[1]} min in any case`);
  });

  it('is extended while it is used', async () => {
    await set({ idle_at: soon(5 * MINUTE) });
    assert.equal(await status(), 200);
    assert.equal(left(await state()), 30);
  });

  it('background session checks do not keep a session alive', async () => {
    await set({ idle_at: soon(5 * MINUTE) });
    assert.equal(await status('/api/v1/users/me'), 200);
    assert.equal(left(await state()), 5);
  });

  it('is not kept alive by background requests of an unattended page', async () => {
    await set({ idle_at: soon(5 * MINUTE) });
    const { status } = await api.ask('GET', '/api/events', { token, headers: { 'x-unattended': '1' } });
    assert.equal(status, 200);
    assert.equal(left(await state()), 5);
  });

  it('a session can be extended up to its absolute end', async () => {
    await set({ idle_at: soon(2 * MINUTE), expires_at: soon(20 * MINUTE) });
    const { status: extended, body } = await api.ask<SessionState>('POST', '/api/v1/sessions/extend', { token });
    assert.equal(extended, 200);
    assert.equal(left(body), 20);
    assert.deepEqual(body.idleAt, body.expiresAt);
  });

  it('sessions are listed by device and can be ended remotely', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' };
    const body = { username: 'patient@example.org', password: PASSWORD };
    const phone = (await api.ask<{ token: string }>('POST', '/api/v1/sessions', { body, headers })).body.token;
    const { sessions } = await state();
    assert.deepEqual(sessions.map(({ device, current }) => `${device} ${current}`).sort(), [
      'An unknown device true',
      'Firefox on Android false',
    ]);
    assert.ok(sessions.every(({ lastUsedAt }) => Math.abs(Date.now() - Date.parse(lastUsedAt)) < MINUTE));
    const other = sessions.find(({ current }) => !current)?.id;
    assert.equal((await api.ask('DELETE', `/api/v1/sessions/${other}`, { token })).status, 204);
    assert.deepEqual(await signedIn([token, phone]), [true, false]);
    assert.equal((await api.ask('DELETE', `/api/v1/sessions/${other}`, { token })).status, 404);
  });

  it('can’t be seen or ended by another user, and a narrow one sees only itself', async () => {
    const [own] = (await state()).sessions;
    const stranger = await api.signIn('second@example.org');
    assert.equal((await api.ask('DELETE', `/api/v1/sessions/${own?.id}`, { token: stranger })).status, 404);
    const narrow = await api.scan();
    const seen = (await api.ask<SessionState>('GET', '/api/v1/sessions', { token: narrow })).body.sessions;
    assert.deepEqual(
      seen.map(({ current }) => current),
      [true],
    );
    assert.equal((await api.ask('DELETE', `/api/v1/sessions/${own?.id}`, { token: narrow })).status, 403);
    assert.equal(await status(), 200);
  });

  it('expired sessions are deleted', async () => {
    const { deleteExpired } = await import('../../src/repositories/accounts/sessions.ts');
    await set({ idle_at: soon(-MINUTE) });
    await deleteExpired(api.database.db);
    assert.deepEqual(await api.database.db.selectFrom('sessions').selectAll().execute(), []);
  });

  it('sign-out ends one session and a password reset ends all', async () => {
    const phones = [token, await api.signIn(), await api.signIn()];
    assert.equal((await api.ask('DELETE', '/api/v1/sessions', { token: phones[1] })).status, 204);
    assert.deepEqual(await signedIn(phones), [true, false, true]);
    await api.ask('POST', '/api/v1/users/forgot-password', { body: { email: 'patient@example.org' } });
    const body = { uuid: await api.mailedToken('patient@example.org'), password: 'Other-pass1' };
    assert.equal((await api.ask('POST', '/api/v1/users/reset-app-password', { body })).status, 204);
    assert.deepEqual(await signedIn(phones), [false, false, false]);
    summary.push(`of ${phones.length} phones sign-out ended 1, a new password the rest`);
  });
});

describe('a password that is easy to guess', () => {
  it('registration and reset refuse guessable passwords; the link stays valid', async () => {
    const api = await startApi();
    const form = {
      firstName: 'Kim',
      lastName: 'Nguyen',
      email: 'kim@example.org',
      organization: 'Northside General Hospital',
      phoneNumber: '+14165550144',
      password: 'Nguyen-2026',
      confirmPassword: 'Nguyen-2026',
    };
    const refused = await api.ask('POST', '/api/v1/users/register', { body: form });
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'PASSWORD_COMMON']);
    assert.deepEqual(Object.keys(refused.body.error.fields ?? {}), ['password']);
    await api.ask('POST', '/api/v1/users/forgot-password', { body: { email: 'patient@example.org' } });
    const uuid = await api.mailedToken('patient@example.org');
    const reset = async (password: string) =>
      (await api.ask('POST', '/api/v1/users/reset-app-password', { body: { uuid, password } })).status;
    assert.deepEqual(
      [await reset('P@ssw0rd1!'), await reset('Avery-1234'), await reset('Sturdy-pass7')],
      [400, 400, 204],
    );
    await api.close();
  });
});
