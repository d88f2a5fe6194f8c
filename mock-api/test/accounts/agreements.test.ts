/** Agreements, by version. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Agreement, AuditEntry, SessionAnswer, User } from '../../src/contract.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';

const NOW = [
  { document: 'nda', version: '1.0' },
  { document: 'privacy', version: '1.0' },
  { document: 'terms', version: '1.0' },
];

describe('agreements', () => {
  let api: TestApi;
  let token: string;
  const list = async () => (await api.ask<Agreement[]>('GET', '/api/v1/agreements', { token })).body;
  const toAgree = async () => (await api.ask<User>('GET', '/api/v1/users/me', { token })).body.toAgree;
  const agree = (body: unknown) => api.ask('POST', '/api/v1/agreements', { token, body });

  before(async () => {
    api = await startApi();
    token = await api.signIn();
  });
  after(() => api.close());

  it('are already given by the demo accounts', async () => {
    const given = await list();
    assert.deepEqual(
      given.map(({ document, version }) => ({ document, version })),
      NOW,
    );
    assert.ok(given.every(({ agreedAt }) => agreedAt !== null));
    assert.deepEqual(await toAgree(), []);
  });

  it('wristband users must agree once, and the agreement is logged', async () => {
    await api.database.db.deleteFrom('agreements').execute();
    assert.deepEqual(await toAgree(), NOW);
    const narrow = await api.scan();
    const pin = { pin: await api.newPin(narrow) };
    const { body: me } = await api.ask<User>('POST', '/api/v1/sessions/pin/verify', { token: narrow, body: pin });
    assert.deepEqual(me.toAgree, NOW);
    assert.equal((await agree(NOW[0])).status, 200);
    assert.deepEqual(await toAgree(), NOW.slice(1));
    const first = (await list())[0]?.agreedAt;
    assert.equal((await agree(NOW)).status, 200);
    assert.deepEqual([await toAgree(), (await list())[0]?.agreedAt], [[], first]);
    const log = (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token })).body;
    assert.equal(log.filter(({ action }) => action === 'AGREED').length, 3);
  });

  it('are refused for an outdated version or an unknown document', async () => {
    for (const body of [
      { document: 'nda', version: '0.9' },
      { document: 'cookies', version: '1.0' },
    ]) {
      const { status, body: answer } = await agree(body);
      assert.deepEqual([status, answer.error.code], [409, 'AGREEMENT_OUTDATED']);
    }
    assert.equal((await agree([])).status, 400);
  });

  it('are requested again from everyone when a version changes', async () => {
    const newer = await buildApp(readConfig({ ...api.env, AGREEMENT_VERSIONS: 'nda:1.0,privacy:2.0,terms:1.0' }));
    const payload = { username: 'second@example.org', password: PASSWORD };
    const { user } = (await newer.inject({ method: 'POST', url: '/api/v1/sessions', payload })).json<SessionAnswer>();
    await newer.close();
    assert.ok(user.scope === 'full');
    assert.deepEqual(
      user.toAgree.map(({ document, version }) => `${document} ${version}`).includes('privacy 2.0'),
      true,
    );
  });

  it('are given with a registration', async () => {
    const form = {
      firstName: 'Kim',
      lastName: 'Nguyen',
      email: 'kim@example.org',
      organization: 'Northside General Hospital',
      phoneNumber: '+14165550144',
      password: 'Sturdy-pass7',
      confirmPassword: 'Sturdy-pass7',
    };
    assert.equal((await api.ask('POST', '/api/v1/users/register', { body: form })).status, 201);
    const answer = await api.ask<SessionAnswer>('POST', '/api/v1/sessions', {
      body: { username: form.email, password: form.password },
    });
    assert.ok(answer.body.user.scope === 'full');
    assert.deepEqual(answer.body.user.toAgree, []);
  });
});
