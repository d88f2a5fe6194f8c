/** Staff's authenticator app and recovery codes, where a code by email opens nothing but their setup. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { HOUR, after as later } from '../../src/common/clock.ts';
import type {
  ApiError,
  AuthenticatorSetup,
  Me,
  OwnFactors,
  Passkey,
  PasskeyCreation,
  RecoveryCodes,
  SessionAnswer,
  SessionState,
} from '../../src/contract.ts';
import { resetFactors } from '../../src/operator/accounts-command.ts';
import { totpCode, totpStep } from '../../src/security/totp.ts';
import { outcomeOf, PASSWORD, startApi, type TestApi } from '../support/api.ts';
import { SoftwarePasskey } from './authenticator.ts';

const STAFF = 'staff@example.org';
const OWN = '/api/v1/authenticator';
const SECOND_FACTOR = '/api/v1/sessions/second-factor';

describe('the authenticator app of staff', () => {
  let api: TestApi;
  const post = <Body>(url: string, token: string, body?: unknown) => api.post<Body & ApiError>(url, body, token);
  const signIn = async () =>
    (await api.post<SessionAnswer>('/api/v1/sessions', { username: STAFF, password: PASSWORD })).body;
  const desk = async (token: string) => outcomeOf(await api.ask('GET', '/api/v1/desk/patients', { token }));
  const codeOf = (secret: string, steps = 0) => totpCode(secret, totpStep(Date.now()) + steps);
  /** Enters the emailed code, which only allows a setup. */
  const startEnrolment = async () => {
    const { token } = await signIn();
    const code = /\b(\d{6})\b/.exec((await api.lastMessage(STAFF)).body)?.[1];
    const { body } = await post<Me>(SECOND_FACTOR, token, { code });
    return { token, me: body };
  };
  const setUp = async (token: string) => {
    const { secret, uri, modules } = (await post<AuthenticatorSetup>(OWN, token)).body;
    const confirmed = await post<RecoveryCodes>(`${OWN}/confirm`, token, { code: codeOf(secret, -1) });
    return { secret, uri, modules, confirmed };
  };
  const enter = (token: string, code: string) => post<Me>(SECOND_FACTOR, token, { code });
  /** Makes all sessions old: none counts as fresh. */
  const age = () =>
    api.database.db
      .updateTable('sessions')
      .set({ created_at: later(-HOUR), confirmed_until: null })
      .execute();

  before(async () => {
    api = await startApi({ STAFF_EMAIL_CODES: 'enrolment' });
  });
  after(() => api.close());
  beforeEach(async () => {
    for (const table of ['authenticators', 'recovery_codes', 'passkeys', 'sessions'] as const)
      await api.database.db.deleteFrom(table).execute();
    await api.resetThrottles();
  });

  it('an emailed code opens no desk, but lets staff set up an app, which opens it', async () => {
    const { token, me } = await startEnrolment();
    assert.ok(me.scope === 'narrow' && me.secondFactor === 'enrol');
    assert.equal(await desk(token), '403 SECOND_FACTOR_REQUIRED');
    assert.equal((await api.get<Me & { secondFactor?: string }>('/api/v1/users/me', token)).secondFactor, 'enrol');
    const { uri, modules, confirmed } = await setUp(token);
    assert.match(uri, /^otpauth:\/\/totp\/.+:staff%40example\.org\?secret=[A-Z2-7]{32}&/);
    assert.ok(modules.length > 20 && modules.every((row) => row.length === modules.length && /^[01]+$/.test(row)));
    assert.equal(confirmed.body.codes.length, 8);
    assert.equal(new Set(confirmed.body.codes).size, 8);
    assert.equal(await desk(token), '200');
    assert.match((await api.lastMessage(STAFF)).body, /authenticator app was just added/);
    const state = await api.get<OwnFactors>(OWN, token);
    assert.ok(state.authenticatorSince !== null && state.recoveryCodesLeft === 8);
  });

  it('an emailed code lets staff add a passkey, which opens the desk', async () => {
    const { token } = await startEnrolment();
    const device = new SoftwarePasskey();
    const asked = (await post<PasskeyCreation>('/api/v1/passkeys/registration/options', token)).body;
    const { status } = await post<Passkey>('/api/v1/passkeys/registration/verify', token, {
      credential: device.make(asked),
    });
    assert.deepEqual([status, await desk(token)], [201, '200']);
  });

  it('an emailed code is worth nothing once another session has set up a factor', async () => {
    const first = await signIn();
    const code = /\b(\d{6})\b/.exec((await api.lastMessage(STAFF)).body)?.[1];
    const waiting = (await startEnrolment()).token;
    const asked = (await post<PasskeyCreation>('/api/v1/passkeys/registration/options', waiting)).body;
    await setUp((await startEnrolment()).token);
    const strong = '403 SECOND_FACTOR_STRONG';
    assert.equal(outcomeOf(await post(SECOND_FACTOR, first.token, { code })), strong);
    const credential = new SoftwarePasskey().make(asked);
    assert.equal(outcomeOf(await post('/api/v1/passkeys/registration/verify', waiting, { credential })), strong);
    assert.equal(outcomeOf(await post(`${OWN}/confirm`, waiting, { code: '000000' })), strong);
    for (const token of [first.token, waiting]) assert.equal(await desk(token), '403 SECOND_FACTOR_REQUIRED');
  });

  it('without the emailed code nothing can be set up, nor by others than staff', async () => {
    const { token } = await signIn();
    for (const path of [OWN, '/api/v1/passkeys/registration/options'])
      assert.equal(outcomeOf(await post(path, token)), '403 SECOND_FACTOR_REQUIRED', path);
    assert.equal(outcomeOf(await post(OWN, await api.signIn())), '403 STAFF_ONLY');
    assert.equal(outcomeOf(await post(OWN, await api.scan())), '403 PIN_REQUIRED');
  });

  it('the app’s code opens later sessions, each code once, and no email is sent any more', async () => {
    const { secret } = await setUp((await startEnrolment()).token);
    const mails = async () => (await api.outbox()).filter(({ to }) => to === STAFF).length;
    const sent = await mails();
    const first = await signIn();
    assert.deepEqual([first.secondFactor, await mails()], ['authenticator', sent]);
    assert.equal(outcomeOf(await post(`${SECOND_FACTOR}/resend`, first.token)), '403 SECOND_FACTOR_STRONG');
    assert.equal(outcomeOf(await enter(first.token, '000000')), '403 SECOND_FACTOR_WRONG');
    const code = codeOf(secret);
    assert.deepEqual([(await enter(first.token, code)).status, await desk(first.token)], [200, '200']);
    assert.equal(outcomeOf(await enter((await signIn()).token, code)), '403 SECOND_FACTOR_WRONG');
  });

  it('an app opens nothing before its first code, and a wrong one confirms nothing', async () => {
    const { token } = await startEnrolment();
    const { secret } = (await post<AuthenticatorSetup>(OWN, token)).body;
    assert.equal(outcomeOf(await post(`${OWN}/confirm`, token, { code: '000000' })), '403 AUTHENTICATOR_WRONG');
    const other = await signIn();
    assert.equal(other.secondFactor, 'email');
    assert.equal(outcomeOf(await enter(other.token, codeOf(secret))), '403 SECOND_FACTOR_WRONG');
  });

  it('a recovery code works once, in any case and without hyphens', async () => {
    const { confirmed } = await setUp((await startEnrolment()).token);
    const typed = String(confirmed.body.codes[0]).toLowerCase().replaceAll('-', '');
    const { token } = await signIn();
    assert.equal((await enter(token, typed)).status, 200);
    assert.equal(outcomeOf(await enter((await signIn()).token, typed)), '403 SECOND_FACTOR_WRONG');
    assert.equal((await api.get<OwnFactors>(OWN, token)).recoveryCodesLeft, 7);
    const renewed = (await post<RecoveryCodes>(`${OWN}/recovery-codes`, token)).body.codes;
    const [, before] = confirmed.body.codes;
    assert.equal(outcomeOf(await enter((await signIn()).token, String(before))), '403 SECOND_FACTOR_WRONG');
    assert.equal((await enter((await signIn()).token, String(renewed[0]))).status, 200);
  });

  it('an operator resets the factors of someone who lost them', async () => {
    const { token } = await startEnrolment();
    await setUp(token);
    await resetFactors({ db: api.database.db }, STAFF);
    assert.deepEqual([await desk(token), (await signIn()).secondFactor], ['401 UNAUTHENTICATED', 'email']);
  });

  it('20 wrong codes of the app lock the second factor for the day', async () => {
    const { secret } = await setUp((await startEnrolment()).token);
    const { token } = await signIn();
    const right = [-1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps));
    const wrong = Array.from({ length: 30 }, (_, index) => String(index).padStart(6, '9'));
    for (const code of wrong.filter((one) => !right.includes(one)).slice(0, 20))
      assert.equal((await enter(token, code)).status, 403);
    assert.equal(outcomeOf(await enter(token, codeOf(secret))), '429 SECOND_FACTOR_LOCKED');
  });

  it('the database alone gives away neither secrets nor codes', async () => {
    const { secret, confirmed } = await setUp((await startEnrolment()).token);
    const { db } = api.database;
    const rows = [
      ...(await db.selectFrom('authenticators').selectAll().execute()),
      ...(await db.selectFrom('recovery_codes').selectAll().execute()),
    ];
    const stored = JSON.stringify(rows);
    for (const text of [secret, ...confirmed.body.codes]) assert.ok(!stored.includes(text));
    const codes = await db.selectFrom('recovery_codes').select('code_hash').execute();
    for (const { code_hash: hash } of codes) assert.match(hash, /^\$argon2id\$/);
  });

  it('a session that is no longer fresh changes nothing about signing in until its person confirms it', async () => {
    const { token } = await startEnrolment();
    await setUp(token);
    const { token: elsewhere } = await signIn();
    await age();
    const { sessions } = await api.get<SessionState>('/api/v1/sessions', token);
    const other = sessions.find(({ current }) => !current)?.id;
    assert.ok(elsewhere && other);
    const changes = [
      ['DELETE', OWN],
      ['POST', `${OWN}/recovery-codes`],
      ['POST', '/api/v1/passkeys/registration/options'],
      ['DELETE', `/api/v1/sessions/${other}`],
    ] as const;
    for (const [method, url] of changes)
      assert.equal(outcomeOf(await api.ask(method, url, { token })), '403 CONFIRMATION_REQUIRED', url);
    assert.equal((await post('/api/v1/own-data/confirmation', token, { password: PASSWORD })).status, 200);
    assert.equal((await api.ask('DELETE', `/api/v1/sessions/${other}`, { token })).status, 204);
    assert.equal((await api.ask('DELETE', OWN, { token })).status, 204);
    assert.deepEqual(await api.get<OwnFactors>(OWN, token), { authenticatorSince: null, recoveryCodesLeft: 0 });
    assert.equal((await signIn()).secondFactor, 'email');
  });

  it('patients confirm a session that is no longer fresh before a new number', async () => {
    const token = await api.signIn();
    await age();
    const change = () => api.ask('PATCH', '/api/v1/users/me', { token, body: { phoneNumber: '+14165550177' } });
    assert.equal(outcomeOf(await change()), '403 CONFIRMATION_REQUIRED');
    await post('/api/v1/own-data/confirmation', token, { password: PASSWORD });
    assert.equal((await change()).status, 200);
  });

  it('a patient with neither password nor number adds a number whenever they like', async () => {
    const before = await api.user('patient@example.org');
    const token = await api.signIn();
    await api.setUser('patient@example.org', { password_hash: null, phone_number: '', phone_digits: '' });
    await age();
    const body = { phoneNumber: '+14165550178' };
    assert.equal((await api.ask('PATCH', '/api/v1/users/me', { token, body })).status, 200);
    const { password_hash, phone_number, phone_digits } = before;
    await api.setUser('patient@example.org', { password_hash, phone_number, phone_digits });
  });
});
