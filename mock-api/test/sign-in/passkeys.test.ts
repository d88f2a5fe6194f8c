/** Passkeys, created and used by a software authenticator. Every forgery is refused. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type {
  ApiError,
  AuditEntry,
  Me,
  Passkey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInRequest,
  SessionAnswer,
  SessionState,
} from '../../src/contract.ts';
import { makeStaff } from '../../src/operator/accounts.ts';
import { PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { type Fault, SoftwarePasskey } from './authenticator.ts';

const STAFF = 'staff@example.org';
const PATIENT = 'patient@example.org';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1';

describe('passkeys', () => {
  let api: TestApi;
  let token: string;
  /** Refused forgeries, for the summary. */
  const refused: string[] = [];
  const post = <Body>(path: string, body?: unknown, by?: string) =>
    api.ask<Body & ApiError>('POST', `/api/v1/passkeys/${path}`, {
      ...(body === undefined ? {} : { body }),
      ...(by ? { token: by } : {}),
      headers: { 'user-agent': PHONE },
    });
  const creation = async (by = token) => (await post<PasskeyCreation>('registration/options', undefined, by)).body;
  const register = async (device: SoftwarePasskey, by = token, fault: Fault = {}) =>
    post<Passkey>('registration/verify', { credential: device.make(await creation(by), fault) }, by);
  const added = async (by = token) => {
    const device = new SoftwarePasskey();
    const { status, body } = await register(device, by);
    assert.equal(status, 201);
    return { device, id: body.id };
  };
  const request = async () => (await post<PasskeySignInRequest>('sign-in/options')).body;
  const signIn = async (device: SoftwarePasskey, fault: Fault = {}) => {
    const asked = await request();
    return post<SessionAnswer>('sign-in/verify', { ticket: asked.ticket, credential: device.use(asked, fault) });
  };
  const own = async (by = token) => (await api.ask<Passkey[]>('GET', '/api/v1/passkeys', { token: by })).body;
  const log = async (by = token) => (await api.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token: by })).body;
  const asStaff = async () =>
    (await api.ask<SessionAnswer>('POST', '/api/v1/sessions', { body: { username: STAFF, password: PASSWORD } })).body;

  before(async () => {
    api = await startApi();
  });
  after(async () => {
    await api.close();
    console.log(`passkeys: ${refused.length} lies, 0 accepted`);
  });
  beforeEach(async () => {
    await api.database.db.deleteFrom('passkeys').execute();
    await api.database.db.deleteFrom('throttles').execute();
    token = await api.signIn();
  });

  it('are requested with the browser’s options: this site, this user, no attestation, user verification', async () => {
    const { publicKey } = await creation();
    assert.deepEqual(publicKey.rp, { id: 'localhost', name: 'Lodestar' });
    assert.deepEqual([publicKey.user.name, publicKey.attestation], [PATIENT, 'none']);
    assert.equal(publicKey.authenticatorSelection.userVerification, 'required');
    assert.equal(publicKey.authenticatorSelection.residentKey, 'required');
    assert.equal(Buffer.from(publicKey.challenge, 'base64url').length, 32);
    const { device } = await added();
    const known = { type: 'public-key' as const, id: device.id, transports: ['internal', 'hybrid'] };
    assert.deepEqual((await creation()).publicKey.excludeCredentials, [known]);
  });

  it('a new passkey opens a full session; email and log report it', async () => {
    const { device } = await added();
    assert.match((await api.lastMessage(PATIENT)).subject ?? '', /passkey was added/);
    const lastLogin = async (by: string) => {
      const { body } = await api.ask<Me>('GET', '/api/v1/users/me', { token: by });
      return (body.scope === 'full' && body.lastLoginAt) || '';
    };
    const before_ = await lastLogin(token);
    const { status, body } = await signIn(device);
    assert.equal(status, 200);
    assert.deepEqual([body.user.scope, body.secondFactor], ['full', undefined]);
    assert.ok((await lastLogin(body.token)) > before_);
    assert.equal((await api.ask('GET', '/api/v1/profiles', { token: body.token })).status, 200);
    const [mine] = await own();
    assert.deepEqual([mine?.device, mine?.synced], ['Safari on iPhone', true]);
    assert.ok(mine?.lastUsedAt);
    assert.deepEqual(
      (await log()).slice(0, 3).map(({ what }) => what),
      ['Signed in', 'Added a passkey to sign in with', 'Signed in'],
    );
    const { sessions } = (await api.ask<SessionState>('GET', '/api/v1/sessions', { token: body.token })).body;
    assert.equal(sessions.find(({ current }) => current)?.device, 'Safari on iPhone');
  });

  it('a patient without password or email can sign in by passkey', async () => {
    const staff = await api.signInStaff();
    const body = { firstName: 'Noor', lastName: 'Haddad', phone: '+1 416 555 0160' };
    const made = (await api.ask<{ id: string }>('POST', '/api/v1/desk/patients', { token: staff, body })).body;
    const band = await api.ask<{ code: string }>('POST', `/api/v1/desk/patients/${made.id}/wristband`, {
      token: staff,
    });
    const narrow = await api.scan(band.body.code);
    assert.equal((await post('registration/options', undefined, narrow)).status, 403);
    const pin = await api.newPin(narrow, '+1 416 555 0160');
    await api.ask('POST', '/api/v1/sessions/pin/verify', { token: narrow, body: { pin } });
    assert.equal((await creation(narrow)).publicKey.user.name, 'Noor Haddad');
    const { device } = await added(narrow);
    assert.equal((await signIn(device)).body.user.scope, 'full');
  });

  it('passkey responses with a wrong origin, challenge, user or key are refused', async () => {
    const { device } = await added();
    const lies: Fault[] = [
      { origin: 'https://lodestar.example.net' },
      { rpId: 'example.net' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { type: 'webauthn.create' },
      { isVerified: false },
      { otherKey: true },
      { userHandle: Buffer.from('somebody-else').toString('base64url') },
    ];
    for (const lie of lies) {
      const { status, body } = await signIn(device, lie);
      assert.deepEqual([status, body.error?.code], [403, 'PASSKEY_REFUSED'], JSON.stringify(lie));
      refused.push(JSON.stringify(lie));
    }
    const stranger = await signIn(new SoftwarePasskey());
    assert.equal(stranger.body.error.code, 'PASSKEY_REFUSED');
    const refusals = (await log()).filter(({ action }) => action === 'PASSKEY_REFUSED');
    assert.equal(refusals.length, lies.length);
    assert.equal((await signIn(device)).status, 200);
  });

  it('forged or attested passkey registrations are refused', async () => {
    const lies: Fault[] = [
      { origin: 'https://lodestar.example.net' },
      { rpId: 'example.net' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { type: 'webauthn.get' },
      { isVerified: false },
      { format: 'android-key' },
    ];
    for (const lie of lies) {
      const { status, body } = await register(new SoftwarePasskey(), token, lie);
      assert.deepEqual([status, body.error?.code], [403, 'PASSKEY_REFUSED'], JSON.stringify(lie));
      refused.push(JSON.stringify(lie));
    }
    assert.deepEqual(await own(), []);
  });

  it('whose counter does not increase are copies, and open nothing', async () => {
    const { device } = await added();
    assert.equal((await signIn(device)).status, 200);
    assert.equal((await signIn(device)).status, 200);
    const copied = await signIn(device, { counter: 2 });
    assert.equal(copied.body.error.code, 'PASSKEY_REFUSED');
    refused.push('counter');
    assert.equal((await signIn(device, { counter: 2 ** 32 - 1 })).status, 200);
  });

  it('a passkey challenge works once, for its ticket, within 5 minutes', async () => {
    const { device } = await added();
    const asked = await request();
    const credential = device.use(asked);
    const otherPage = await post('sign-in/verify', { ticket: (await request()).ticket, credential });
    assert.equal(otherPage.body.error.code, 'PASSKEY_REFUSED');
    const answers = await Promise.all(
      [1, 2, 3].map(() => post<SessionAnswer>('sign-in/verify', { ticket: asked.ticket, credential })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410, 410]);
    const late = await request();
    const { db } = api.database;
    const row = await db.selectFrom('passkey_challenges').selectAll().orderBy('expires_at', 'desc').execute();
    assert.equal(Math.round((Date.parse(row[0]?.expires_at ?? '') - Date.now()) / 60_000), 5);
    await db.updateTable('passkey_challenges').set({ expires_at: new Date().toISOString() }).execute();
    const answer = await post('sign-in/verify', { ticket: late.ticket, credential: device.use(late) });
    assert.deepEqual([answer.status, answer.body.error.code], [410, 'PASSKEY_TOO_LATE']);
  });

  it('are created only for the session that asked, even for the same user', async () => {
    const other = await api.signIn();
    const device = new SoftwarePasskey();
    const credential = device.make(await creation(other));
    const answer = await post('registration/verify', { credential }, token);
    assert.deepEqual([answer.status, answer.body.error.code], [410, 'PASSKEY_TOO_LATE']);
    assert.equal((await post('registration/verify', { credential }, other)).status, 201);
    const again = await register(device, await api.signIn('second@example.org'));
    assert.equal(again.body.error.code, 'PASSKEY_REFUSED');
  });

  it('are shown to and removed by their owner only, and then open nothing', async () => {
    const { device, id } = await added();
    const stranger = await api.signIn('second@example.org');
    assert.deepEqual(await own(stranger), []);
    const remove = (by: string) => api.ask('DELETE', `/api/v1/passkeys/${id}`, { token: by });
    assert.equal((await remove(stranger)).status, 404);
    assert.equal((await remove(token)).status, 204);
    assert.equal((await remove(token)).status, 404);
    assert.equal((await log())[0]?.what, 'Removed a passkey');
    assert.equal((await signIn(device)).body.error.code, 'PASSKEY_REFUSED');
  });

  it('an account has at most ten passkeys, even with concurrent additions', async () => {
    for (let count = 0; count < 9; count += 1) await added();
    const sessions = [token, await api.signIn()];
    const made: unknown[] = [];
    for (const by of sessions) made.push(new SoftwarePasskey().make(await creation(by)));
    const answers = await Promise.all(
      sessions.map((by, index) => post('registration/verify', { credential: made[index] }, by)),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
    const answer = await post('registration/options', undefined, token);
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'TOO_MANY_PASSKEYS']);
  });

  it('that are refused count against the caller’s network address', async () => {
    const { device } = await added();
    const now = new Date().toISOString();
    await signIn(device, { otherKey: true });
    const { db } = api.database;
    const [count] = await db.selectFrom('throttles').selectAll().where('key', 'like', 'login-address:%').execute();
    assert.equal(count?.count, 1);
    await db.updateTable('throttles').set({ count: 499, window_started_at: now }).execute();
    await signIn(device, { otherKey: true });
    const blocked = await post('sign-in/options');
    assert.deepEqual([blocked.status, blocked.body.error.code], [429, 'LOGIN_BLOCKED']);
    assert.ok(Number(blocked.headers['retry-after']) > 0);
  });

  it('passkeys of a disabled account are refused and deleted with it', async () => {
    const { db } = api.database;
    const other = await api.signIn('second@example.org');
    const { device } = await added(other);
    const closed = (values: { disabled_at: string | null }) =>
      db.updateTable('users').set(values).where('email', '=', 'second@example.org').execute();
    await closed({ disabled_at: new Date().toISOString() });
    assert.equal((await signIn(device)).body.error.code, 'PASSKEY_REFUSED');
    await closed({ disabled_at: null });
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'second@example.org')
      .executeTakeFirstOrThrow();
    await creation(other);
    const rows = () => db.selectFrom('passkeys').select('user_id').where('user_id', '=', id).execute();
    assert.equal((await rows()).length, 1);
    for (const table of [
      'sessions',
      'agreements',
      'wristbands',
      'profiles',
      'events',
      'results',
      'care_plans',
    ] as const)
      await db.deleteFrom(table).where('user_id', '=', id).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
    assert.deepEqual(await rows(), []);
  });

  describe('as the second factor of staff', () => {
    const widen = async (by: string, device: SoftwarePasskey, fault: Fault = {}) => {
      const asked = (await post<PasskeyRequest>('second-factor/options', undefined, by)).body;
      return post<Me>('second-factor/verify', { credential: device.use(asked, fault) }, by);
    };

    it('replace the code, which is emailed only on request', async () => {
      const { device } = await added(await api.signInStaff());
      const mails = (await api.outbox()).length;
      const answer = await asStaff();
      const narrow = answer.user as Extract<Me, { scope: 'narrow' }>;
      assert.deepEqual([answer.secondFactor, narrow.scope, narrow.secondFactor], ['passkey', 'narrow', 'passkey']);
      assert.equal((await api.outbox()).length, mails);
      assert.equal((await api.ask('GET', '/api/v1/desk/patients', { token: answer.token })).status, 403);
      const { status, body } = await widen(answer.token, device);
      assert.deepEqual([status, body.scope], [200, 'full']);
      assert.equal((await api.ask('GET', '/api/v1/desk/patients', { token: answer.token })).status, 200);
      const other = (await asStaff()).token;
      await api.ask('POST', '/api/v1/sessions/second-factor/resend', { token: other });
      const code = /\b(\d{6})\b/.exec((await api.lastMessage(STAFF)).body)?.[1];
      const entered = await api.ask('POST', '/api/v1/sessions/second-factor', { token: other, body: { code } });
      assert.equal(entered.status, 200);
    });

    it('staff passkeys of another user or session are refused', async () => {
      const { device } = await added(await api.signInStaff());
      const patients = (await added()).device;
      const { token: narrow } = await asStaff();
      assert.equal((await widen(narrow, patients)).body.error.code, 'PASSKEY_REFUSED');
      assert.equal((await widen(narrow, device, { isVerified: false })).body.error.code, 'PASSKEY_REFUSED');
      const asked = (await post<PasskeyRequest>('second-factor/options', undefined, narrow)).body;
      const credential = device.use(asked);
      const { token: other } = await asStaff();
      assert.equal((await post('second-factor/verify', { credential }, other)).body.error.code, 'PASSKEY_TOO_LATE');
      assert.equal((await api.ask('GET', '/api/v1/desk/patients', { token: other })).status, 403);
      refused.push('another person’s', 'another session’s');
      const patient = await api.signIn();
      assert.equal((await post('second-factor/options', undefined, patient)).body.error.code, 'STAFF_ONLY');
    });

    it('exclude those created before the account became staff', async () => {
      const { db } = api.database;
      const { device } = await added(await api.signIn('professional@example.org'));
      await makeStaff(db, 'professional@example.org');
      assert.equal((await signIn(device)).body.error.code, 'PASSKEY_REFUSED');
      const body = { username: 'professional@example.org', password: PASSWORD };
      const answer = await api.ask<SessionAnswer>('POST', '/api/v1/sessions', { body });
      assert.equal(answer.body.secondFactor, 'email');
      assert.equal((await post('second-factor/options', undefined, answer.body.token)).body.error.code, 'NO_PASSKEY');
    });

    it('are both factors when used to sign in: possession and user verification', async () => {
      const { device } = await added(await api.signInStaff());
      const { body } = await signIn(device);
      assert.deepEqual([body.user.scope, body.secondFactor], ['full', undefined]);
      assert.equal((await api.ask('GET', '/api/v1/desk/patients', { token: body.token })).status, 200);
    });
  });
});
