/** Session lifetime, and what ends a session. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { SessionState } from '../../src/contract.ts';
import { deleteExpired } from '../../src/repositories/accounts/sessions.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

const MINUTE = 60_000;
const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / MINUTE);

describe('a session', () => {
  let api: TestApi;
  let token: string;
  /** Verified rules, for the summary. */
  const summary: string[] = [];
  const state = (by = token) => api.get<SessionState>('/api/v1/sessions', by);
  const read = async (url = '/api/v1/profiles', headers = {}) => (await api.ask('GET', url, { token, headers })).status;
  const end = async (id: string | undefined, by: string) =>
    (await api.ask('DELETE', `/api/v1/sessions/${id}`, { token: by })).status;
  /** Returns which of these phones are still signed in. */
  const signedIn = async (phones: readonly string[]) => {
    const answers = await Promise.all(phones.map((phone) => api.ask('GET', '/api/v1/profiles', { token: phone })));
    return answers.map((answer) => answer.status === 200);
  };
  const set = (times: { idle_at?: string; expires_at?: string }) =>
    api.database.db.updateTable('sessions').set(times).execute();
  const idleMinutes = async () => {
    const { now, idleAt } = await state();
    return minutes(now, idleAt);
  };

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
    const limits = [minutes(now, idleAt), minutes(now, expiresAt)];
    assert.deepEqual(limits, [30, 12 * 60]);
    await set({ idle_at: soon(0) });
    assert.equal(await read(), 401);
    token = await api.signIn();
    await set({ expires_at: soon(0) });
    assert.equal(await read(), 401);
    summary.push(`over after ${limits[0]} min without use, after ${limits[1]} min in any case`);
  });

  it('background session checks do not keep a session alive', async () => {
    await set({ idle_at: soon(5 * MINUTE) });
    assert.deepEqual([await read('/api/v1/users/me'), await idleMinutes()], [200, 5]);
    assert.deepEqual([await read('/api/events', { 'x-unattended': '1' }), await idleMinutes()], [200, 5]);
    assert.deepEqual([await read('/api/events'), await idleMinutes()], [200, 30], 'use does');
  });

  it('a session can be extended up to its absolute end', async () => {
    await set({ idle_at: soon(2 * MINUTE), expires_at: soon(20 * MINUTE) });
    const { status, body } = await api.post<SessionState>('/api/v1/sessions/extend', undefined, token);
    assert.deepEqual([status, minutes(body.now, body.idleAt), body.idleAt], [200, 20, body.expiresAt]);
  });

  it('sessions are listed by device and can be ended remotely', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0' };
    const body = { username: 'patient@example.org', password: PASSWORD };
    const phone = (await api.ask<{ token: string }>('POST', '/api/v1/sessions', { body, headers })).body.token;
    const { sessions } = await state();
    const listed = sessions.map(({ device, current }) => `${device} ${current}`).sort();
    assert.deepEqual(listed, ['An unknown device true', 'Firefox on Android false']);
    assert.ok(sessions.every(({ lastUsedAt }) => Math.abs(Date.now() - Date.parse(lastUsedAt)) < MINUTE));

    const other = sessions.find(({ current }) => !current)?.id;
    const narrow = await api.scan();
    assert.equal(await end(other, await api.signIn('second@example.org')), 404, 'of another user');
    assert.equal(await end(other, narrow), 403);
    assert.deepEqual([(await state(narrow)).sessions.map(({ current }) => current)], [[true]]);
    assert.deepEqual(await signedIn([token, phone]), [true, true]);
    assert.equal(await end(other, token), 204);
    assert.deepEqual(await signedIn([token, phone]), [true, false]);
    assert.equal(await end(other, token), 404);
  });

  it('expired sessions are deleted', async () => {
    await set({ idle_at: soon(-MINUTE) });
    await deleteExpired(api.database.db);
    assert.deepEqual(await api.database.db.selectFrom('sessions').selectAll().execute(), []);
  });

  it('sign-out ends one session and a password reset ends all', async () => {
    const phones = [token, await api.signIn(), await api.signIn()];
    assert.equal((await api.ask('DELETE', '/api/v1/sessions', { token: phones[1] })).status, 204);
    assert.deepEqual(await signedIn(phones), [true, false, true]);
    await api.post('/api/v1/users/forgot-password', { email: 'patient@example.org' });
    const body = { uuid: await api.mailedToken('patient@example.org'), password: 'Other-pass1' };
    assert.equal((await api.post('/api/v1/users/reset-app-password', body)).status, 204);
    assert.deepEqual(await signedIn(phones), [false, false, false]);
    summary.push(`of ${phones.length} phones sign-out ended 1, a new password the rest`);
  });
});
