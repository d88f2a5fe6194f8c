/** Passkeys, created and used by a software authenticator. Every forgery is refused. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { now } from '../../src/common/clock.ts';
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
import { eraseAccount, makeStaff } from '../../src/operator/accounts-command.ts';
import { outcomeOf, PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { type Fault, SoftwarePasskey } from './authenticator.ts';

const STAFF = 'staff@example.org';
const PATIENT = 'patient@example.org';
const SECOND = 'second@example.org';
const PROFESSIONAL = 'professional@example.org';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1';
const PATIENTS = '/api/v1/desk/patients';
const REFUSED = '403 PASSKEY_REFUSED';
const TOO_LATE = '410 PASSKEY_TOO_LATE';

/** Lies that the API must notice, both when a passkey is added and when it is used. */
const LIES: readonly Fault[] = [
  { origin: 'https://lodestar.example.net' },
  { rpId: 'example.net' },
  { challenge: Buffer.alloc(32).toString('base64url') },
  { isVerified: false },
];

describe('passkeys', () => {
  let api: TestApi;
  let token: string;
  /** Number of refused forgeries, for the summary. */
  let refused = 0;
  const post = <Body>(path: string, body?: unknown, by?: string) =>
    api.ask<Body & ApiError>('POST', `/api/v1/passkeys/${path}`, { body, token: by, headers: { 'user-agent': PHONE } });
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
  const expectRefused = async (answer: Promise<Parameters<typeof outcomeOf>[0]>, what = '') => {
    assert.equal(outcomeOf(await answer), REFUSED, what);
    refused += 1;
  };
  const own = (by = token) => api.get<Passkey[]>('/api/v1/passkeys', by);
  const log = () => api.get<AuditEntry[]>('/api/v1/access-log', token);
  const asUser = async (username: string) =>
    (await api.post<SessionAnswer>('/api/v1/sessions', { username, password: PASSWORD })).body;
  const desk = async (by: string) => (await api.ask('GET', PATIENTS, { token: by })).status;

  before(async () => {
    api = await startApi();
  });
  after(async () => {
    await api.close();
    console.log(`passkeys: ${refused} lies, 0 accepted`);
  });
  beforeEach(async () => {
    await api.database.db.deleteFrom('passkeys').execute();
    await api.resetThrottles();
    token = await api.signIn();
  });

  it('are requested with the browser’s options: this site, this user, no attestation, user verification', async () => {
    const { rp, user, attestation, authenticatorSelection, challenge } = (await creation()).publicKey;
    assert.deepEqual(rp, { id: 'localhost', name: 'Lodestar' });
    const { userVerification, residentKey } = authenticatorSelection;
    assert.deepEqual(
      [user.name, attestation, userVerification, residentKey],
      [PATIENT, 'none', 'required', 'required'],
    );
    assert.equal(Buffer.from(challenge, 'base64url').length, 32);
    const { device } = await added();
    const known = { type: 'public-key' as const, id: device.id, transports: ['internal', 'hybrid'] };
    assert.deepEqual((await creation()).publicKey.excludeCredentials, [known]);
  });

  it('a new passkey opens a full session; email and log report it', async () => {
    const { device } = await added();
    assert.match((await api.lastMessage(PATIENT)).subject ?? '', /passkey was added/);
    const before_ = (await api.user(PATIENT)).last_login_at ?? '';
    const { status, body } = await signIn(device);
    assert.deepEqual([status, body.user.scope, body.secondFactor], [200, 'full', undefined]);
    assert.ok(((await api.user(PATIENT)).last_login_at ?? '') > before_);
    const [mine] = await own(body.token);
    assert.deepEqual([mine?.device, mine?.synced], ['Safari on iPhone', true]);
    assert.ok(mine?.lastUsedAt);
    const entries = (await log()).slice(0, 3).map(({ what }) => what);
    assert.deepEqual(entries, ['Signed in', 'Added a passkey to sign in with', 'Signed in']);
    const { sessions } = await api.get<SessionState>('/api/v1/sessions', body.token);
    assert.equal(sessions.find(({ current }) => current)?.device, 'Safari on iPhone');
  });

  it('a patient without password or email can sign in by passkey', async () => {
    const staff = await api.signInStaff();
    const phone = '+1 416 555 0160';
    const made = await api.post<{ id: string }>(PATIENTS, { firstName: 'Noor', lastName: 'Haddad', phone }, staff);
    const band = await api.post<{ code: string }>(`${PATIENTS}/${made.body.id}/wristband`, undefined, staff);
    const narrow = await api.scan(band.body.code);
    assert.equal((await post('registration/options', undefined, narrow)).status, 403);
    await api.post('/api/v1/sessions/pin/verify', { pin: await api.newPin(narrow, phone) }, narrow);
    assert.equal((await creation(narrow)).publicKey.user.name, 'Noor Haddad');
    const { device } = await added(narrow);
    assert.equal((await signIn(device)).body.user.scope, 'full');
  });

  it('passkey responses with a wrong origin, challenge, user or key are refused', async () => {
    const { device } = await added();
    const userHandle = Buffer.from('somebody-else').toString('base64url');
    const lies = [...LIES, { type: 'webauthn.create' }, { otherKey: true }, { userHandle }];
    for (const lie of lies) await expectRefused(signIn(device, lie), JSON.stringify(lie));
    await expectRefused(signIn(new SoftwarePasskey()));
    assert.equal((await log()).filter(({ action }) => action === 'PASSKEY_REFUSED').length, lies.length);
    for (let count = 0; count < 2; count += 1) assert.equal((await signIn(device)).status, 200);
    await expectRefused(signIn(device, { counter: device.counter }), 'a copy, whose counter does not increase');
    assert.equal((await signIn(device, { counter: 2 ** 32 - 1 })).status, 200);
  });

  it('passkeys with an RSA key are neither asked for nor accepted', async () => {
    const { pubKeyCredParams } = (await creation()).publicKey;
    assert.deepEqual(
      pubKeyCredParams.map(({ alg }) => alg),
      [-8, -7],
    );
    for (const rsaBits of [2048, 3072]) await expectRefused(register(new SoftwarePasskey(), token, { rsaBits }));
    assert.deepEqual(await own(), []);
  });

  it('forged or attested passkey registrations are refused', async () => {
    for (const lie of [...LIES, { type: 'webauthn.get' }, { format: 'android-key' }])
      await expectRefused(register(new SoftwarePasskey(), token, lie), JSON.stringify(lie));
    assert.deepEqual(await own(), []);
  });

  it('a passkey challenge works once, for its ticket, within 5 minutes', async () => {
    const { device } = await added();
    const asked = await request();
    const credential = device.use(asked);
    await expectRefused(post('sign-in/verify', { ticket: (await request()).ticket, credential }), 'of another page');
    const answers = await Promise.all(
      [1, 2, 3].map(() => post('sign-in/verify', { ticket: asked.ticket, credential })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 410, 410]);
    const late = await request();
    const { db } = api.database;
    const [row] = await db.selectFrom('passkey_challenges').selectAll().orderBy('expires_at', 'desc').execute();
    assert.equal(Math.round((Date.parse(row?.expires_at ?? '') - Date.now()) / 60_000), 5);
    await db.updateTable('passkey_challenges').set({ expires_at: now() }).execute();
    const answer = await post('sign-in/verify', { ticket: late.ticket, credential: device.use(late) });
    assert.equal(outcomeOf(answer), TOO_LATE);
  });

  it('are created only for the session that asked, even for the same user', async () => {
    const other = await api.signIn();
    const device = new SoftwarePasskey();
    const credential = device.make(await creation(other));
    assert.equal(outcomeOf(await post('registration/verify', { credential }, token)), TOO_LATE);
    assert.equal((await post('registration/verify', { credential }, other)).status, 201);
    await expectRefused(register(device, await api.signIn(SECOND)), 'of another account');
  });

  it('are shown to and removed by their owner only, and then open nothing', async () => {
    const { device, id } = await added();
    const stranger = await api.signIn(SECOND);
    assert.deepEqual(await own(stranger), []);
    const remove = async (by: string) => (await api.ask('DELETE', `/api/v1/passkeys/${id}`, { token: by })).status;
    assert.deepEqual([await remove(stranger), await remove(token), await remove(token)], [404, 204, 404]);
    assert.equal((await log())[0]?.what, 'Removed a passkey');
    await expectRefused(signIn(device));
  });

  it('an account has at most ten passkeys, even with concurrent additions', async () => {
    for (let count = 0; count < 9; count += 1) await added();
    const calls: [unknown, string][] = [];
    for (const by of [token, await api.signIn()]) calls.push([new SoftwarePasskey().make(await creation(by)), by]);
    const answers = await Promise.all(calls.map(([credential, by]) => post('registration/verify', { credential }, by)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
    assert.equal(outcomeOf(await post('registration/options', undefined, token)), '409 TOO_MANY_PASSKEYS');
  });

  it('that are refused count against the caller’s network address', async () => {
    const { device } = await added();
    await expectRefused(signIn(device, { otherKey: true }));
    const { db } = api.database;
    const [count] = await db.selectFrom('throttles').selectAll().where('key', 'like', 'login-address:%').execute();
    assert.equal(count?.count, 1);
    await db.updateTable('throttles').set({ count: 499, window_started_at: now() }).execute();
    await expectRefused(signIn(device, { otherKey: true }));
    const blocked = await post('sign-in/options');
    assert.equal(outcomeOf(blocked), '429 LOGIN_BLOCKED');
    assert.ok(Number(blocked.headers['retry-after']) > 0);
  });

  it('passkeys of a disabled account are refused and deleted with it', async () => {
    const { device } = await added(await api.signIn(SECOND));
    await api.setUser(SECOND, { disabled_at: now() });
    await expectRefused(signIn(device));
    await api.setUser(SECOND, { disabled_at: null });
    assert.equal((await signIn(device)).status, 200);
    await eraseAccount(api.database.db, SECOND, 'for good');
    assert.deepEqual(await api.database.db.selectFrom('passkeys').selectAll().execute(), []);
  });

  describe('as the second factor of staff', () => {
    const widen = async (by: string, device: SoftwarePasskey, fault: Fault = {}) => {
      const asked = (await post<PasskeyRequest>('second-factor/options', undefined, by)).body;
      return post<Me>('second-factor/verify', { credential: device.use(asked, fault) }, by);
    };

    it('replace the code, which is emailed only on request', async () => {
      const { device } = await added(await api.signInStaff());
      const mails = (await api.outbox()).length;
      const { user, secondFactor, token: narrow } = await asUser(STAFF);
      assert.ok(user.scope === 'narrow');
      assert.deepEqual([secondFactor, user.secondFactor, await desk(narrow)], ['passkey', 'passkey', 403]);
      assert.equal((await api.outbox()).length, mails);
      assert.equal((await widen(narrow, device)).body.scope, 'full');
      assert.equal(await desk(narrow), 200);
      const other = (await asUser(STAFF)).token;
      await api.post('/api/v1/sessions/second-factor/resend', undefined, other);
      const code = /\b(\d{6})\b/.exec((await api.lastMessage(STAFF)).body)?.[1];
      assert.equal((await api.post('/api/v1/sessions/second-factor', { code }, other)).status, 200);
      const both = (await signIn(device)).body;
      assert.deepEqual([both.user.scope, both.secondFactor, await desk(both.token)], ['full', undefined, 200]);
    });

    it('staff passkeys of another user or session are refused', async () => {
      const { device } = await added(await api.signInStaff());
      const patients = (await added()).device;
      const { token: narrow } = await asUser(STAFF);
      await expectRefused(widen(narrow, patients), 'of another user');
      await expectRefused(widen(narrow, device, { isVerified: false }));
      const asked = (await post<PasskeyRequest>('second-factor/options', undefined, narrow)).body;
      const { token: other } = await asUser(STAFF);
      const answer = await post('second-factor/verify', { credential: device.use(asked) }, other);
      assert.deepEqual([outcomeOf(answer), await desk(other)], [TOO_LATE, 403]);
      assert.equal(outcomeOf(await post('second-factor/options', undefined, token)), '403 STAFF_ONLY');
    });

    it('exclude those created before the account became staff', async () => {
      const { device } = await added(await api.signIn(PROFESSIONAL));
      await makeStaff(api.database.db, PROFESSIONAL);
      await expectRefused(signIn(device));
      const { secondFactor, token: narrow } = await asUser(PROFESSIONAL);
      assert.equal(secondFactor, 'email');
      assert.equal((await post('second-factor/options', undefined, narrow)).body.error.code, 'NO_PASSKEY');
    });
  });
});
