import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { now } from '../../src/common/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import type {
  Agreement,
  AuditEntry,
  EmailValidated,
  Profile,
  Registered,
  SessionAnswer,
  User,
} from '../../src/contract.ts';
import { newLinkToken } from '../../src/security/secrets.ts';
import { newForm, outcomeOf, PASSWORD, PRODUCTION, startApi, type TestApi } from '../support/api.ts';
import { startService, type TestService } from '../support/services.ts';

const PATIENT = 'patient@example.org';
const SECOND = 'second@example.org';
const BREACHED = 'Leaked-and-sold-7';
const HASH = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();
const AGREEMENTS = ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '1.0' }));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describe('accounts', () => {
  let api: TestApi;
  /** Knows which passwords were published. */
  let breaches: TestService;
  let isServiceUp = true;
  const post = <Body>(path: string, body: unknown) => api.post<Body>(`/api/v1/users/${path}`, body);
  /** Registers a new user and returns their email. */
  const registered = async (fields = {}) => {
    const form = newForm(fields);
    assert.equal((await post('register', form)).status, 201);
    return form.email;
  };
  const login = async (username: string, password: string) =>
    (await api.post('/api/v1/sessions', { username, password })).status;

  before(async () => {
    // A count of 0 is padding.
    const body = `${'0'.repeat(35)}:0\r\n${HASH.slice(5)}:12\r\n`;
    breaches = await startService(() => (isServiceUp ? { status: 200, body } : { status: 503 }));
    const BREACHED_PASSWORDS_URL = `${breaches.url}/range/`;
    api = await startApi({ PUBLIC_URL: 'https://care.example.org/', BREACHED_PASSWORDS_URL });
  });
  after(async () => {
    await api.close();
    breaches.close();
  });
  beforeEach(() => api.resetThrottles());

  it('are approved immediately for an approved domain, and get a validation link', async () => {
    const { status, body, headers } = await post<Registered>('register', newForm({ email: 'Kim@example.org' }));
    assert.deepEqual([status, body], [201, { email: 'kim@example.org', hospitalStatusId: 1 }]);
    assert.equal(headers['set-cookie'], undefined, 'only with strict identity');
    const { subject, body: mail } = await api.lastMessage('kim@example.org');
    assert.equal(subject, 'Please validate your email address');
    assert.match(mail, /https:\/\/care\.example\.org\/onboarding\/validate-email\/[0-9a-f]{32}\n/);
    const token = await api.signIn('kim@example.org', 'Sturdy-river-pass7');
    assert.deepEqual((await api.get<User>('/api/v1/users/me', token)).toAgree, [], 'the form contains the agreements');
  });

  it('are reviewed when their domain is not approved', async () => {
    const { body } = await post<Registered>('register', newForm({ email: 'kim@elsewhere.com' }));
    assert.equal(body.hospitalStatusId, 2);
  });

  it('can also be registered at the older path', async () => {
    assert.equal((await api.post('/api/account/register', newForm())).status, 201);
  });

  it('only one account per email is created, ignoring case, even concurrently', async () => {
    const emails = ['twin@example.org', 'Twin@Example.org', 'TWIN@example.org'];
    const answers = await Promise.all(emails.map((email) => post('register', newForm({ email }))));
    assert.deepEqual(statuses(answers), [201, 409, 409]);
    const { body } = await api.post('/api/v1/users/register', newForm({ email: 'twin@example.org' }));
    const message = 'The email address twin@example.org is already in use. Please try another email address.';
    assert.equal(body.error.message, message);
  });

  it('registration rejects each invalid field with its specified message', async () => {
    const cases: [Record<string, unknown>, Record<string, string>][] = [
      [{ firstName: ' ' }, { firstName: 'First Name Required' }],
      [{ lastName: '' }, { lastName: 'Last Name Required' }],
      [{ email: 'kim@example' }, { email: 'Invalid Email' }],
      [{ email: 'kim+1@example.org' }, { email: 'Invalid Email' }],
      [{ email: 'kim@example.health' }, { email: 'Invalid Email' }],
      [{ email: undefined }, { email: 'Email Required' }],
      [{ organization: '' }, { organization: 'Organization Name Required' }],
      [{ phoneNumber: '123' }, { phoneNumber: 'Invalid Phone Number' }],
      [{ phoneNumber: undefined }, { phoneNumber: 'Phone Number Required' }],
      [{ confirmPassword: 'Other-pass7' }, { confirmPassword: 'Passwords do not match' }],
      [{ statusId: 1 }, { statusId: 'This field is not known' }],
      [
        { firstName: '', email: 7 },
        { firstName: 'First Name Required', email: 'This is of the wrong type' },
      ],
    ];
    for (const [change, fields] of cases) {
      const { status, body } = await api.post('/api/v1/users/register', newForm(change));
      assert.deepEqual([status, body.error.code, body.error.fields], [400, 'VALIDATION', fields]);
    }
  });

  it('registration accepts plus signs and long endings in emails with EMAIL_FORMAT=standard', async (test) => {
    const wider = await buildApp(readConfig({ ...api.env, EMAIL_FORMAT: 'standard' }));
    test.after(() => wider.close());
    const register = (email: string) =>
      wider.inject({ method: 'POST', url: '/api/v1/users/register', payload: newForm({ email }) });
    assert.equal((await register('kim+1@northside.health')).statusCode, 201);
    assert.deepEqual((await register('kim+1@northside')).json().error.fields, { email: 'Invalid Email' });
  });

  it('password reset enforces the password rule', async () => {
    const set = (password: string) => api.post('/api/v1/users/reset-app-password', { uuid: 'x', password });
    for (const password of ['Short-1', 'nodigits-here', 'n0specials', '12345-678', 'With space-1', 'Únicode-pass1']) {
      const { status, body } = await set(password);
      assert.equal(status, 400, password);
      assert.match(String(body.error.fields?.password), /^Password needs to be 8 – 14 characters/);
    }
    assert.equal((await set('Long-enough-and-longer-than-14-characters-1')).status, 410);
  });

  it('with PASSWORD_RULE=length, 15 characters of any kind are a password, and fewer are not', async (test) => {
    const long = await buildApp(readConfig({ ...api.env, PASSWORD_RULE: 'length' }));
    test.after(() => long.close());
    const answerTo = async (url: string, payload: object) =>
      (await long.inject({ method: 'POST', url, payload })).json();
    const set = (password: string) => answerTo('/api/v1/users/reset-app-password', { uuid: 'x', password });
    for (const short of ['Sturdy-pass7', '14 characters!'])
      assert.match((await set(short)).error.fields.password, /^Your password needs at least 15 characters/);
    assert.deepEqual((await set('мой кот спит весь день')).error.code, 'LINK_DEAD');
    // Keyboards write "é" in one character or in two.
    const email = 'ete@example.org';
    const passwords = { password: 'mon chat a dormi l’été', confirmPassword: 'mon chat a dormi l’été' };
    const payload = newForm({ email, ...passwords });
    assert.equal((await answerTo('/api/v1/users/register', payload)).email, email);
    assert.equal(await login(email, 'mon chat a dormi l’été'.normalize('NFD')), 200);
  });

  it('passwords of 64 and 256 characters are compared in full', async () => {
    const email = await registered();
    for (const length of [64, 256]) {
      await post('forgot-password', { email });
      const uuid = await api.mailedToken(email);
      const password = 'Long-river1-'.padEnd(length, 'stones-Under-water7-');
      assert.equal((await post('reset-app-password', { uuid, password })).status, 204, `${length} characters`);
      assert.equal(await login(email, password), 200);
      for (const other of [password.toLowerCase(), password.slice(0, -1), `${password.slice(0, -1)}+`])
        assert.equal(await login(email, other), 401);
    }
  });

  it('a validation link works once, even when used concurrently', async () => {
    const uuid = await api.mailedToken(await registered());
    const answers = await Promise.all([1, 2, 3].map(() => post<EmailValidated>('validate-email', { uuid })));
    assert.deepEqual(statuses(answers), [200, 410, 410]);
    const validated = answers.find(({ status }) => status === 200)?.body;
    assert.ok(validated?.hospitalStatusId === 1 && validated.uniqueCode);
  });

  it('the code of a validated email signs in once', async () => {
    const uuid = await api.mailedToken(await registered());
    const { uniqueCode: code } = (await post<EmailValidated>('validate-email', { uuid })).body;
    const enter = () => api.post<SessionAnswer>('/api/v1/sessions/code', { code });
    const answers = await Promise.all([enter(), enter()]);
    assert.deepEqual(statuses(answers), [200, 401]);
    const session = answers.find(({ status }) => status === 200)?.body;
    assert.ok(session?.user.scope === 'full' && session.user.emailValidated);
    assert.equal((await api.ask('GET', '/api/events', { token: session.token })).status, 200);
  });

  it('under review can validate their email, but get no code', async () => {
    const uuid = await api.mailedToken(await registered({ email: 'review@elsewhere.com' }));
    const { status, body } = await post<EmailValidated>('validate-email', { uuid });
    assert.deepEqual([status, body], [200, { hospitalStatusId: 2 }]);
  });

  it('unknown, mismatched and expired links are refused', async () => {
    const email = await registered();
    const replaced = await api.mailedToken(email);
    assert.equal((await post('resend-validation-email', { email })).status, 204);
    const uuid = await api.mailedToken(email);
    assert.notEqual(uuid, replaced);
    const password = 'Sturdy-river-pass7';
    const outcome = async (body: unknown, path = 'validate-email') => outcomeOf(await post(path, body));
    assert.equal(await outcome({ uuid: '00000000-0000-4000-8000-000000000000' }), '410 LINK_DEAD');
    assert.equal(await outcome({ uuid, password }, 'reset-app-password'), '410 LINK_DEAD');
    assert.equal(await outcome({ uuid }), '200');
    assert.equal(await outcome({ uuid: replaced }), '410 LINK_DEAD', 'used one of them');
    const expired = await api.mailedToken(await registered());
    await api.database.db.updateTable('one_time_tokens').set({ expires_at: now() }).execute();
    assert.equal(await outcome({ uuid: expired }), '410 LINK_DEAD');
  });

  it('a reset link works once and ends sessions and sign-in blocks', async () => {
    const token = await api.signIn(SECOND);
    for (let index = 0; index < 5; index += 1) await login(SECOND, 'Wrong-pass1');
    assert.equal(await login(SECOND, 'Wrong-pass1'), 429);

    assert.equal((await post('forgot-password', { email: SECOND })).status, 204);
    const uuid = await api.mailedToken(SECOND);
    const passwords = ['First-pass1', 'Other-pass1'];
    const answers = await Promise.all(passwords.map((password) => post('reset-app-password', { uuid, password })));
    assert.deepEqual(statuses(answers), [204, 410]);

    assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 401);
    assert.equal(await login(SECOND, passwords[answers.findIndex(({ status }) => status === 204)] ?? ''), 200);
    assert.match((await api.lastMessage(SECOND)).body, /password .* was just changed/);
  });

  it('get the same response to a reset or resend whether they exist or not, and at most 3 emails in 10 minutes', async () => {
    const sent = async () => (await api.outbox()).length;
    for (const path of ['forgot-password', 'resend-validation-email']) {
      await api.resetThrottles();
      const email = await registered();
      const start = await sent();
      const [known, unknown] = [await post(path, { email }), await post(path, { email: 'nobody@example.org' })];
      assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
      assert.equal((await sent()) - start, 1);
      for (let index = 0; index < 4; index += 1) assert.equal((await post(path, { email })).status, 204);
      assert.equal((await sent()) - start, 3);
    }
  });

  it('account emails are sent in the language of the user', async () => {
    const form = newForm({ email: 'fr@example.org' });
    await api.ask('POST', '/api/v1/users/register', { body: form, headers: { 'accept-language': 'fr' } });
    assert.equal((await api.lastMessage(form.email)).subject, 'Veuillez valider votre adresse courriel');
    await post('forgot-password', { email: form.email });
    assert.equal((await api.lastMessage(form.email)).subject, 'Choisissez un nouveau mot de passe');
  });

  it('store each interest sign-up once', async () => {
    const signUp = { email: 'Fan@example.org', name: 'Fan', city: 'Ottawa', optIn: true };
    for (const body of [signUp, signUp, { email: 'plain@example.org', name: 'P', optIn: false }])
      assert.equal((await post('poc', body)).status, 204);
    const signUps = api.database.db.selectFrom('interest_sign_ups').selectAll().orderBy('email');
    assert.deepEqual(
      (await signUps.execute()).map(({ email, city, opt_in }) => [email, city, opt_in]),
      [
        ['fan@example.org', 'Ottawa', 1],
        ['plain@example.org', null, 0],
      ],
    );
  });

  describe('breached passwords', () => {
    const register = (password: string) =>
      api.post('/api/v1/users/register', newForm({ password, confirmPassword: password }));
    const startReset = async () => {
      await post('forgot-password', { email: PATIENT });
      const uuid = await api.mailedToken(PATIENT);
      return async (password: string) => outcomeOf(await post('reset-app-password', { uuid, password }));
    };

    it('are refused in a registration; the service learns five digits of the hash', async () => {
      const start = breaches.received.length;
      assert.equal(outcomeOf(await register(BREACHED)), '400 PASSWORD_COMMON');
      assert.deepEqual(
        [breaches.received[start]?.path, breaches.received.length],
        [`/range/${HASH.slice(0, 5)}`, start + 1],
      );
      assert.equal((await register('Never-leaked-7')).status, 201);
    });

    it('are refused in a reset, whose link stays valid', async () => {
      const reset = await startReset();
      assert.deepEqual([await reset(BREACHED), await reset('Never-leaked-8')], ['400 PASSWORD_COMMON', '204']);
    });

    it('registration and reset refuse guessable passwords; the link stays valid', async () => {
      const refused = await register('Nguyen-2026');
      assert.equal(outcomeOf(refused), '400 PASSWORD_COMMON');
      assert.deepEqual(Object.keys(refused.body.error.fields ?? {}), ['password']);
      const reset = await startReset();
      for (const password of ['P@ssw0rd1!', 'Avery-1234']) assert.equal(await reset(password), '400 PASSWORD_COMMON');
      assert.equal(await reset(PASSWORD), '204');
    });

    it('are not known while the service is down: people go on', async () => {
      isServiceUp = false;
      assert.equal((await register(BREACHED)).status, 201);
      isServiceUp = true;
    });
  });

  describe('agreements', () => {
    let token: string;
    const list = () => api.get<Agreement[]>('/api/v1/agreements', token);
    const toAgree = async () => (await api.get<User>('/api/v1/users/me', token)).toAgree;
    const agree = (body: unknown) => api.post('/api/v1/agreements', body, token);

    before(async () => {
      token = await api.signIn();
    });

    it('are already given by the demo accounts', async () => {
      const given = await list();
      assert.deepEqual(
        given.map(({ document, version }) => ({ document, version })),
        AGREEMENTS,
      );
      assert.ok(given.every(({ agreedAt }) => agreedAt !== null));
      assert.deepEqual(await toAgree(), []);
    });

    it('wristband users must agree once, and the agreement is logged', async () => {
      await api.database.db.deleteFrom('agreements').execute();
      assert.deepEqual(await toAgree(), AGREEMENTS);
      const narrow = await api.scan();
      const pin = { pin: await api.newPin(narrow) };
      const { body: me } = await api.post<User>('/api/v1/sessions/pin/verify', pin, narrow);
      assert.deepEqual(me.toAgree, AGREEMENTS);
      assert.equal((await agree(AGREEMENTS[0])).status, 200);
      assert.deepEqual(await toAgree(), AGREEMENTS.slice(1));
      const first = (await list())[0]?.agreedAt;
      assert.equal((await agree(AGREEMENTS)).status, 200);
      assert.deepEqual([await toAgree(), (await list())[0]?.agreedAt], [[], first]);
      const log = await api.get<AuditEntry[]>('/api/v1/access-log', token);
      assert.equal(log.filter(({ action }) => action === 'AGREED').length, 3);
    });

    it('are refused for an outdated version or an unknown document', async () => {
      const wrong = [
        { document: 'nda', version: '0.9' },
        { document: 'cookies', version: '1.0' },
      ];
      for (const body of wrong) assert.equal(outcomeOf(await agree(body)), '409 AGREEMENT_OUTDATED');
      assert.equal((await agree([])).status, 400);
    });

    it('are requested again from everyone when a version changes', async () => {
      const newer = await buildApp(readConfig({ ...api.env, AGREEMENT_VERSIONS: 'nda:1.0,privacy:2.0,terms:1.0' }));
      const payload = { username: 'professional@example.org', password: PASSWORD };
      const { user } = (await newer.inject({ method: 'POST', url: '/api/v1/sessions', payload })).json<SessionAnswer>();
      await newer.close();
      assert.ok(user.scope === 'full');
      assert.ok(user.toAgree.some(({ document, version }) => document === 'privacy' && version === '2.0'));
    });
  });
});

it('links have 128 random bits, and no sign at their end that an email program could cut off', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newLinkToken));
  assert.equal(tokens.size, 1_000);
  for (const token of tokens) assert.match(token, /^[0-9a-f]{32}$/);
});

describe('accounts outside a demo', () => {
  it('start with only their own profile', async (test) => {
    const api = await startApi({ ...PRODUCTION, APPROVED_DOMAINS: 'example.org' });
    test.after(() => api.close());
    const registered = await api.post('/api/v1/users/register', newForm());
    const headers = { cookie: String(registered.headers['set-cookie']).split(';', 1)[0] ?? '' };
    const mail = await api.database.db.selectFrom('messages').select('body').executeTakeFirst();
    const body = { uuid: /validate-email\/([0-9a-f]{32})/.exec(mail?.body ?? '')?.[1] };
    const validated = await api.ask<EmailValidated>('POST', '/api/v1/users/validate-email', { body, headers });
    const code = { code: validated.body.uniqueCode };
    const { token } = (await api.post<SessionAnswer>('/api/v1/sessions/code', code)).body;
    const profiles = async () => (await api.get<Profile[]>('/api/v1/profiles', token)).map(({ title }) => title);
    assert.deepEqual(await profiles(), ['Kim Nguyen']);
    assert.deepEqual(await api.get('/api/events', token), []);
    assert.deepEqual(await api.get('/api/v1/story', token), { series: [], isStoryDone: true });
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    assert.deepEqual(await profiles(), ['Kim Nguyen']);
    const demo = { username: 'patient@example.org', password: 'Demo-pass1' };
    assert.equal((await api.post('/api/v1/sessions', demo)).status, 401);
  });
});
