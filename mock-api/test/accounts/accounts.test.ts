import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { EmailValidated, Registered, SessionAnswer } from '../../src/contract.ts';
import { PRODUCTION, startApi, type TestApi } from '../support/api.ts';

const FORM = {
  firstName: 'Kim',
  lastName: 'Nguyen',
  email: 'Kim@example.org',
  organization: 'Northside General Hospital',
  phoneNumber: '+14165550144',
  password: 'Sturdy-pass7',
  confirmPassword: 'Sturdy-pass7',
};

describe('accounts', () => {
  let api: TestApi;
  let count = 0;

  const post = <Body>(path: string, body: unknown, headers = {}) =>
    api.ask<Body>('POST', `/api/v1/users/${path}`, { body, headers });
  /** Registers a new user and returns their email. */
  const registered = async (domain = 'example.org') => {
    count += 1;
    const email = `person${count}@${domain}`;
    const { status } = await post('register', { ...FORM, email });
    assert.equal(status, 201);
    return email;
  };

  before(async () => {
    api = await startApi({ PUBLIC_URL: 'https://care.example.org/' });
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('are approved immediately for an approved domain, and get a validation link', async () => {
    const { status, body } = await post<Registered>('register', FORM);
    assert.equal(status, 201);
    assert.deepEqual(body, { email: 'kim@example.org', hospitalStatusId: 1 });
    const { subject, body: mail } = await api.lastMessage('kim@example.org');
    assert.equal(subject, 'Please validate your email address');
    assert.match(mail, /https:\/\/care\.example\.org\/onboarding\/validate-email\/[0-9a-f-]{36}\n/);
  });

  it('are reviewed when their domain is not approved', async () => {
    const { body } = await post<Registered>('register', { ...FORM, email: 'kim@elsewhere.com' });
    assert.equal(body.hospitalStatusId, 2);
  });

  it('can also be registered at the older path', async () => {
    const answer = await api.ask('POST', '/api/account/register', { body: { ...FORM, email: 'older@example.org' } });
    assert.equal(answer.status, 201);
  });

  it('only one account per email is created, ignoring case, even concurrently', async () => {
    const answers = await Promise.all(
      ['twin@example.org', 'Twin@Example.org', 'TWIN@example.org'].map((email) => post('register', { ...FORM, email })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    const { body } = await api.ask('POST', '/api/v1/users/register', { body: { ...FORM, email: 'twin@example.org' } });
    assert.equal(
      body.error.message,
      'The email address twin@example.org is already in use. Please try another email address.',
    );
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
      [{ phoneNumber: '123' }, { phoneNumber: 'Invalid Phone Number (example 1231231234)' }],
      [{ phoneNumber: undefined }, { phoneNumber: 'Phone Number Required' }],
      [{ confirmPassword: 'Other-pass7' }, { confirmPassword: 'Passwords do not match' }],
      [{ statusId: 1 }, { statusId: 'This field is not known' }],
      [
        { firstName: '', email: 7 },
        { firstName: 'First Name Required', email: 'This is of the wrong type' },
      ],
    ];
    for (const [change, fields] of cases) {
      const { status, body } = await api.ask('POST', '/api/v1/users/register', {
        body: { ...FORM, email: 'case@example.org', ...change },
      });
      assert.deepEqual([status, body.error.code, body.error.fields], [400, 'VALIDATION', fields]);
    }
  });

  it('registration accepts plus signs and long endings in emails with EMAIL_FORMAT=standard', async () => {
    const wider = await buildApp(readConfig({ ...api.env, EMAIL_FORMAT: 'standard' }));
    try {
      const register = (email: string) =>
        wider.inject({ method: 'POST', url: '/api/v1/users/register', payload: { ...FORM, email } });
      assert.equal((await register('kim+1@northside.health')).statusCode, 201);
      const refused = await register('kim+1@northside');
      assert.deepEqual([refused.statusCode, refused.json().error.fields], [400, { email: 'Invalid Email' }]);
    } finally {
      await wider.close();
    }
  });

  it('password reset enforces the password rule', async () => {
    const set = (password: string) =>
      api.ask('POST', '/api/v1/users/reset-app-password', { body: { uuid: 'x', password } });
    for (const password of ['Short-1', 'nodigits-here', 'n0specials', '12345-678', 'With space-1', 'Únicode-pass1']) {
      const { status, body } = await set(password);
      assert.equal(status, 400, password);
      assert.match(String(body.error.fields?.password), /^Password needs to be 8 – 14 characters/);
    }
    assert.equal((await set('Long-enough-and-longer-than-14-characters-1')).status, 410);
  });

  it('passwords of 64 and 256 characters are compared in full', async () => {
    for (const length of [64, 256]) {
      assert.equal((await post('forgot-password', { email: 'patient@example.org' })).status, 204);
      const uuid = await api.mailedToken('patient@example.org');
      const password = 'Long-river1-'.padEnd(length, 'stones-Under-water7-');
      assert.equal((await post('reset-app-password', { uuid, password })).status, 204, `${length} characters`);
      const login = async (typed: string) =>
        (await api.ask('POST', '/api/v1/sessions', { body: { username: 'patient@example.org', password: typed } }))
          .status;
      assert.equal(await login(password), 200);
      for (const other of [password.toLowerCase(), password.slice(0, -1), `${password.slice(0, -1)}+`])
        assert.equal(await login(other), 401);
    }
  });

  it('a validation link works once, even when used concurrently', async () => {
    const email = await registered();
    const uuid = await api.mailedToken(email);
    const answers = await Promise.all([1, 2, 3].map(() => post<EmailValidated>('validate-email', { uuid })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410, 410]);
    const validated = answers.find(({ status }) => status === 200);
    assert.equal(validated?.body.hospitalStatusId, 1);
    assert.ok(validated?.body.uniqueCode);
  });

  it('the code of a validated email signs in once', async () => {
    const email = await registered();
    const { body } = await post<EmailValidated>('validate-email', { uuid: await api.mailedToken(email) });
    const login = () => api.ask<SessionAnswer>('POST', '/api/v1/sessions/code', { body: { code: body.uniqueCode } });
    const answers = await Promise.all([login(), login()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
    const session = answers.find(({ status }) => status === 200)?.body;
    assert.ok(session?.user.scope === 'full' && session.user.emailValidated);
    assert.equal((await api.ask('GET', '/api/events', { token: session.token })).status, 200);
  });

  it('under review can validate their email, but get no code', async () => {
    const email = await registered('elsewhere.com');
    const { status, body } = await post<EmailValidated>('validate-email', { uuid: await api.mailedToken(email) });
    assert.equal(status, 200);
    assert.deepEqual(body, { hospitalStatusId: 2 });
  });

  it('unknown, mismatched and expired links are refused', async () => {
    const email = await registered();
    const uuid = await api.mailedToken(email);
    const refusal = async (body: unknown, path = 'validate-email') =>
      (await api.ask('POST', `/api/v1/users/${path}`, { body })).body.error.code;
    assert.equal(await refusal({ uuid: '00000000-0000-4000-8000-000000000000' }), 'LINK_DEAD');
    assert.equal(await refusal({ uuid, password: FORM.password }, 'reset-app-password'), 'LINK_DEAD');
    await api.database.db.updateTable('one_time_tokens').set({ expires_at: new Date().toISOString() }).execute();
    assert.equal(await refusal({ uuid }), 'LINK_DEAD');
  });

  it('get a new validation link on request; older links end when one is used', async () => {
    const email = await registered();
    const first = await api.mailedToken(email);
    assert.equal((await post('resend-validation-email', { email })).status, 204);
    const second = await api.mailedToken(email);
    assert.notEqual(first, second);
    assert.equal((await post('validate-email', { uuid: second })).status, 200);
    assert.equal((await post('validate-email', { uuid: first })).status, 410);
  });

  it('a reset link works once and ends sessions and sign-in blocks', async () => {
    const token = await api.signIn('second@example.org');
    const login = (password: string) =>
      api.ask('POST', '/api/v1/sessions', { body: { username: 'second@example.org', password } });
    for (let index = 0; index < 5; index += 1) await login('Wrong-pass1');
    assert.equal((await login('Wrong-pass1')).status, 429);

    assert.equal((await post('forgot-password', { email: 'second@example.org' })).status, 204);
    const uuid = await api.mailedToken('second@example.org');
    const reset = (password: string) => post('reset-app-password', { uuid, password });
    const answers = await Promise.all([reset('First-pass1'), reset('Other-pass1')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 410]);

    assert.equal((await api.ask('GET', '/api/v1/users/me', { token })).status, 401);
    const chosen = answers[0]?.status === 204 ? 'First-pass1' : 'Other-pass1';
    assert.equal((await login(chosen)).status, 200);
    assert.match((await api.lastMessage('second@example.org')).body, /password .* was just changed/);
  });

  it('get the same response to a reset or resend whether they exist or not, and at most 3 emails in 10 minutes', async () => {
    const sent = async () => (await api.outbox()).length;
    for (const path of ['forgot-password', 'resend-validation-email']) {
      await api.database.db.deleteFrom('throttles').execute();
      const email = await registered();
      const start = await sent();
      const known = await post(path, { email });
      const unknown = await post(path, { email: 'nobody@example.org' });
      assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
      assert.equal((await sent()) - start, 1);
      for (let index = 0; index < 4; index += 1) assert.equal((await post(path, { email })).status, 204);
      assert.equal((await sent()) - start, 3);
    }
  });

  it('account emails are sent in the language of the user', async () => {
    const headers = { 'accept-language': 'fr' };
    await post('register', { ...FORM, email: 'fr@example.org' }, headers);
    assert.equal((await api.lastMessage('fr@example.org')).subject, 'Veuillez valider votre adresse courriel');
    await post('forgot-password', { email: 'fr@example.org' });
    assert.equal((await api.lastMessage('fr@example.org')).subject, 'Choisissez un nouveau mot de passe');
  });

  it('store each interest sign-up once', async () => {
    const signUp = { email: 'Fan@example.org', name: 'Fan', city: 'Ottawa', optIn: true };
    for (let index = 0; index < 2; index += 1) assert.equal((await post('poc', signUp)).status, 204);
    assert.equal((await post('poc', { email: 'plain@example.org', name: 'P', optIn: false })).status, 204);
    const rows = await api.database.db
      .selectFrom('interest_sign_ups')
      .select(['email', 'city', 'opt_in'])
      .orderBy('email')
      .execute();
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { email: 'fan@example.org', city: 'Ottawa', opt_in: 1 },
        { email: 'plain@example.org', city: null, opt_in: 0 },
      ],
    );
  });
});

describe('accounts outside a demo', () => {
  it('start with only their own profile', async () => {
    const api = await startApi({ ...PRODUCTION, APPROVED_DOMAINS: 'example.org' });
    const registered = await api.ask('POST', '/api/v1/users/register', { body: FORM });
    const headers = { cookie: String(registered.headers['set-cookie']).split(';', 1)[0] ?? '' };
    const { body } = (await api.database.db.selectFrom('messages').select('body').execute())[0] ?? { body: '' };
    const uuid = /validate-email\/([0-9a-f-]{36})/.exec(body)?.[1];
    const { uniqueCode } = (
      await api.ask<EmailValidated>('POST', '/api/v1/users/validate-email', { body: { uuid }, headers })
    ).body;
    const session = await api.ask<SessionAnswer>('POST', '/api/v1/sessions/code', { body: { code: uniqueCode } });
    const { token } = session.body;
    const read = async (url: string) => (await api.ask<unknown>('GET', url, { token })).body;
    const profiles = (await read('/api/v1/profiles')) as { title: string }[];
    assert.deepEqual(
      profiles.map(({ title }) => title),
      ['Kim Nguyen'],
    );
    assert.deepEqual(await read('/api/events'), []);
    assert.deepEqual(await read('/api/v1/story'), { series: [], isStoryDone: true });
    assert.equal((await api.ask('GET', '/api/v1/users/me/reset', { token })).status, 200);
    assert.equal(((await read('/api/v1/profiles')) as unknown[]).length, 1);
    const demo = { username: 'patient@example.org', password: 'Demo-pass1' };
    assert.equal((await api.ask('POST', '/api/v1/sessions', { body: demo })).status, 401);
    await api.close();
  });
});
