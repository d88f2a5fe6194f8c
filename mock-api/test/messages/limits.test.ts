/** Rate limits per account, phone number, network address and day. Enabled by default, also in these tests. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { deleteOldThrottles } from '../../src/repositories/accounts/throttles.ts';
import { PASSWORD, PRODUCTION, startApi, type TestApi } from '../support/api.ts';

const HERE = '203.0.113.7';
const OTHER_ADDRESS = '198.51.100.9';

describe('limits', () => {
  it('limits have the documented defaults', () => {
    const { sessionIdle, sessionLength, ...limits } = readConfig({}).limits;
    assert.deepEqual(limits, {
      loginFailures: 5,
      loginFailuresPerAddress: 500,
      callsPerPersonMinute: 1_000_000,
      textsPerNumber: 3,
      textsPerNumberHour: 5,
      textsPerNumberDay: 10,
      textsPerAddressHour: 200,
      textsPerAccountHour: 10,
      textsPerAccountDay: 30,
      textsPerDay: 500,
      pinsPerDay: 2000,
      notificationTextsPerDay: 5000,
      exportsPerPersonDay: 10,
      generousNetworks: [],
      signUpsPerAddressHour: 1000,
      requestsPerPersonHour: 60,
      surveyTokensPerPersonHour: 600,
      textCountries: undefined,
      streamsPerSession: 100,
    });
    assert.deepEqual([sessionIdle, sessionLength], [30 * 60_000, 12 * 3_600_000]);
    assert.deepEqual(readConfig(PRODUCTION).limits, {
      ...readConfig({}).limits,
      callsPerPersonMinute: 1_000,
      textCountries: ['1'],
    });
  });

  it('calls of one person are limited per minute, on all devices together, with the wait stated', async (test) => {
    const api = await startApi({ LIMIT_CALLS_PER_PERSON_MINUTE: '10' });
    test.after(() => api.close());
    const devices = [await api.signIn(), await api.signIn()];
    const read = (token = '') => api.ask('GET', '/api/events', { token });
    const answers = [];
    // At most twice ten within two minutes.
    for (let call = 0; call < 21; call += 1) answers.push(await read(devices[call % 2]));
    const refused = answers.find(({ status }) => status !== 200);
    assert.deepEqual([refused?.status, refused?.body.error.code], [429, 'TOO_MANY_CALLS']);
    assert.ok(Number(refused?.headers['retry-after']) <= 60);
    assert.equal((await read(await api.signIn('second@example.org'))).status, 200);
  });

  it('survive a restart', async () => {
    const api = await startApi();
    const login = { method: 'POST', url: '/api/v1/sessions' } as const;
    const payload = { username: 'patient@example.org', password: 'Wrong-pass1' };
    for (let index = 0; index < 5; index += 1) await api.app.inject({ ...login, payload });
    await api.app.close();
    const again = await buildApp(readConfig(api.env));
    const response = await again.inject({ ...login, payload: { ...payload, password: PASSWORD } });
    await again.close();
    await api.close();
    assert.equal(response.statusCode, 429);
    assert.ok(Number(response.headers['retry-after']) <= 30);
  });
});

describe('failed sign-ins from one network address', () => {
  let api: TestApi;
  const fail = async (index: number, address: string) => {
    const body = { username: `guess${index}@example.org`, password: 'Wrong-pass1' };
    return (await api.ask('POST', '/api/v1/sessions', { body, address })).body.error.code;
  };
  const login = (address: string, headers = {}) =>
    api.ask('POST', '/api/v1/sessions', {
      body: { username: 'patient@example.org', password: PASSWORD },
      address,
      headers,
    });

  before(async () => {
    api = await startApi({ LIMIT_LOGIN_FAILURES_PER_ADDRESS: '6' });
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('failed sign-ins block only their own address, for all accounts', async () => {
    for (let index = 0; index < 6; index += 1) assert.equal(await fail(index, HERE), 'LOGIN_FAILED');
    assert.equal(await fail(6, HERE), 'LOGIN_BLOCKED');
    const { status, headers } = await login(HERE);
    assert.equal(status, 429);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.equal((await login(OTHER_ADDRESS)).status, 200);
  });

  it('addresses come from the gateway and cannot be forged', async () => {
    for (let index = 0; index < 7; index += 1) await fail(index, HERE);
    const forwarded = (address: string) => ({ 'x-forwarded-for': address });
    assert.equal((await login('127.0.0.1', forwarded(HERE))).status, 429);
    assert.equal((await login('127.0.0.1', forwarded(OTHER_ADDRESS))).status, 200);
    assert.equal((await login(HERE, forwarded(OTHER_ADDRESS))).status, 429);
  });

  it('include guesses at wristband codes', async () => {
    const scan = async (code: string, address: string) =>
      (await api.ask('POST', '/api/v1/sessions/code', { body: { code }, address })).body.error?.code;
    for (let index = 0; index < 6; index += 1) assert.equal(await scan(`ER9000000${index}`, HERE), 'BARCODE_UNKNOWN');
    assert.equal(await scan('ER10000001', HERE), 'LOGIN_BLOCKED');
    assert.equal(await scan('ER10000001', OTHER_ADDRESS), undefined);
  });

  it('the database stores no caller address', async () => {
    await fail(1, HERE);
    const rows = JSON.stringify(await api.database.db.selectFrom('throttles').selectAll().execute());
    assert.match(rows, /login-address:/);
    assert.ok(!rows.includes(HERE));
  });
});

describe('an account that an attacker keeps locked', () => {
  it('is unlocked by a password reset, which works while it is locked', async () => {
    const api = await startApi();
    const login = (password: string, address: string) =>
      api.ask('POST', '/api/v1/sessions', { body: { username: 'patient@example.org', password }, address });
    for (let index = 0; index < 5; index += 1) await login('Wrong-pass1', OTHER_ADDRESS);
    assert.equal((await login(PASSWORD, HERE)).status, 429);
    await api.ask('POST', '/api/v1/users/forgot-password', { body: { email: 'patient@example.org' }, address: HERE });
    const body = { uuid: await api.mailedToken('patient@example.org'), password: 'Other-pass1' };
    assert.equal((await api.ask('POST', '/api/v1/users/reset-app-password', { body, address: HERE })).status, 204);
    assert.equal((await login('Other-pass1', HERE)).status, 200);
    await api.close();
  });
});

describe('text messages', () => {
  let api: TestApi;
  /** Verified limits, for the summary. */
  const summary: string[] = [];
  let token: string;
  const text = async (address = HERE) => {
    const { status, body, headers } = await api.ask('POST', '/api/v1/sms/', {
      token,
      address,
      body: { message: 'Hello', phoneNumber: '14165550101' },
    });
    return status === 204 ? 'sent' : `${body.error.code} ${headers['retry-after'] ?? ''}`.trim();
  };
  const invite = async (number: string) =>
    (await api.ask('POST', '/api/v1/supporters', { token, address: HERE, body: { name: 'Dana', phone: number } }))
      .status;
  /** Moves the counters with this key prefix back in time. */
  const pass = (keys: string, milliseconds: number) =>
    api.database.db
      .updateTable('throttles')
      .set({ window_started_at: new Date(Date.now() - milliseconds).toISOString() })
      .where('key', 'like', `${keys}%`)
      .execute();

  before(async () => {
    api = await startApi({
      TEXT_COUNTRIES: '+1',
      LIMIT_TEXTS_PER_ACCOUNT_HOUR: '1000',
      LIMIT_TEXTS_PER_ACCOUNT_DAY: '1000',
    });
  });
  after(async () => {
    await api.close();
    console.log(`text messages: ${summary.join(', ')}`);
  });
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
    token = await api.signIn();
  });

  it('go to one number at most 3 times in 10 minutes and 5 times an hour', async () => {
    for (let index = 0; index < 3; index += 1) assert.equal(await text(), 'sent');
    assert.match(await text(), /^TOO_MANY_TEXTS (600|5\d\d)$/);
    await pass('sms:', 10 * 60_000);
    for (let index = 0; index < 2; index += 1) assert.equal(await text(), 'sent');
    assert.match(await text(), /^TOO_MANY_TEXTS (3600|35\d\d)$/);
    await pass('sms-hour:', 3_600_000);
    assert.equal(await text(), 'sent');
    summary.push('3 in 10 minutes and 5 an hour to a number');
  });

  it('reach all 100 patients of a ward behind one network address', async () => {
    for (let index = 0; index < 100; index += 1) {
      assert.equal(await invite(`+1416555${String(2000 + index)}`), 201, `invitation ${index + 1}`);
    }
    const band = await api.scan();
    const pin = await api.ask('POST', '/api/v1/sessions/pin', { token: band, address: HERE });
    assert.equal(pin.status, 200);
  });

  it('are limited to 200 an hour per network address, whatever the number', async () => {
    await invite('+14165550200');
    await api.database.db.updateTable('throttles').set({ count: 200 }).where('key', 'like', 'sms-address:%').execute();
    assert.equal(await invite('+14165550210'), 429);
    assert.match(await text(), /^TOO_MANY_TEXTS/);
    assert.equal(await text(OTHER_ADDRESS), 'sent');
    summary.push('200 an hour from an address');
  });

  it('text messages stop at the daily limit', async () => {
    await api.database.db
      .insertInto('throttles')
      .values({ key: 'sms-day', count: 499, window_started_at: new Date().toISOString(), blocked_until: null })
      .execute();
    assert.equal(await text(), 'sent');
    assert.match(await text(OTHER_ADDRESS), /^TOO_MANY_TEXTS_TODAY (86400|863\d\d)$/);
    summary.push('500 a day');
  });

  it('go only to the configured countries', async () => {
    await api.database.db.updateTable('users').set({ phone_number: '+44 20 7946 0123' }).execute();
    const abroad = { message: 'Hello', phoneNumber: '442079460123' };
    const { status, body } = await api.ask('POST', '/api/v1/sms/', { token, body: abroad });
    assert.deepEqual([status, body.error.code], [403, 'COUNTRY_NOT_SERVED']);
    const wider = await buildApp(readConfig({ ...api.env, TEXT_COUNTRIES: '+1,+44' }));
    const headers = { authorization: `Bearer ${token}` };
    const response = await wider.inject({ method: 'POST', url: '/api/v1/sms/', headers, payload: abroad });
    await wider.close();
    assert.equal(response.statusCode, 204);
    summary.push('0 to countries that are not configured');
  });
});

describe('text messages by one account', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
    await api.database.db.deleteFrom('messages').execute();
  });

  const texts = async () => (await api.outbox()).filter(({ channel }) => channel === 'sms');
  const invite = (token: string, index: number, headers = {}) =>
    api.ask('POST', '/api/v1/supporters', {
      token,
      headers,
      body: { name: 'Dana', phone: `+1416555${String(3000 + index)}` },
    });
  const change = (token: string, number: string) =>
    api.ask('PATCH', '/api/v1/users/me', { token, body: { phoneNumber: number } });
  const textSelf = (token: string, number: string) =>
    api.ask('POST', '/api/v1/sms/', { token, body: { message: 'Hello', phoneNumber: number.slice(1) } });

  it('are limited to 10 an hour, even if the account changes its number 30 times and texts each one', async () => {
    const token = await api.signIn('second@example.org');
    const numbers = Array.from({ length: 30 }, (_, index) => `+1647555${String(4000 + index)}`);
    const refused = new Set<string>();
    for (const number of numbers) {
      for (const { status, body } of [await change(token, number), await textSelf(token, number)])
        if (status >= 400) refused.add(`${status} ${body.error.code}`);
    }
    assert.equal((await texts()).length, 10);
    assert.deepEqual([...refused], ['429 TOO_MANY_TEXTS_BY_ACCOUNT']);
  });

  it('are refused after 10 with the time to wait, in English and French, without affecting other accounts', async () => {
    const token = await api.signIn();
    for (let index = 0; index < 10; index += 1) assert.equal((await invite(token, index)).status, 201);
    const { status, body, headers } = await invite(token, 10);
    assert.deepEqual([status, body.error.code], [429, 'TOO_MANY_TEXTS_BY_ACCOUNT']);
    assert.match(body.error.message, /as we can in one hour. Please try again in 60 minutes\.$/);
    assert.ok(Number(headers['retry-after']) > 3500 && Number(headers['retry-after']) <= 3600);
    const french = await invite(token, 10, { 'accept-language': 'fr-CA' });
    assert.match(french.body.error.message, /Veuillez réessayer dans 60 minutes\.$/);
    assert.equal((await invite(await api.signIn('second@example.org'), 11)).status, 201);
    await api.database.db
      .updateTable('throttles')
      .set({ window_started_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('key', 'like', 'sms-account:%')
      .execute();
    assert.equal((await invite(token, 12)).status, 201);
  });

  it('are counted together, but apart from PINs: invitations, support requests, own messages and warnings', async () => {
    const token = await api.signIn();
    const support = () =>
      api.ask('POST', '/api/v1/support-requests', { token, body: { issue: '', contactMethod: '', comments: '' } });
    await api.newPin(await api.scan());
    assert.equal((await textSelf(token, '+14165550101')).status, 204);
    assert.equal((await support()).status, 204);
    assert.equal((await change(token, '+16475554101')).status, 200);
    for (let index = 0; index < 7; index += 1) assert.equal((await invite(token, 20 + index)).status, 201);
    const answers = [
      await textSelf(token, '+16475554101'),
      await support(),
      await change(token, '+14165550101'),
      await invite(token, 30),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${body.error.code}`),
      answers.map(() => '429 TOO_MANY_TEXTS_BY_ACCOUNT'),
    );
    assert.equal((await texts()).length, 11);
    await api.newPin(await api.scan(), '+16475554101');
    const me = await api.ask<{ phoneNumber: string }>('GET', '/api/v1/users/me', { token });
    assert.equal(me.body.phoneNumber, '+16475554101', 'no number changes without a warning to the old one');
    await api.database.db.deleteFrom('throttles').execute();
    assert.equal((await change(token, '+14165550101')).status, 200);
  });

  it('start again from zero after the desk unlocks the account', async () => {
    const token = await api.signIn('second@example.org');
    for (let index = 0; index < 10; index += 1) await invite(token, 40 + index);
    assert.equal((await invite(token, 50)).status, 429);
    const { id } = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token })).body;
    const staff = await api.signInStaff();
    assert.equal((await api.ask('POST', `/api/v1/desk/patients/${id}/unlock`, { token: staff })).status, 204);
    assert.equal((await invite(token, 51)).status, 201);
  });

  it('use the operator’s limit, across processes on the same database', async () => {
    const set = { LIMIT_TEXTS_PER_ACCOUNT_HOUR: '2' };
    const one = await startApi(set);
    const other = await buildApp(readConfig(one.env));
    const token = await one.signIn();
    const statuses: number[] = [];
    for (const [index, app] of [one.app, other, one.app, other].entries()) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/supporters',
        headers: { authorization: `Bearer ${token}` },
        payload: { name: 'Dana', phone: `+1416555${String(3100 + index)}` },
      });
      statuses.push(response.statusCode);
    }
    await other.close();
    await one.close();
    assert.deepEqual(statuses, [201, 201, 429, 429]);
  });
});

describe('a network named by the operator', () => {
  const WARD = '203.0.113.40';
  let api: TestApi;
  const fail = async (address: string, username: string) => {
    const body = { username, password: 'Wrong-pass1' };
    return (await api.ask('POST', '/api/v1/sessions', { body, address })).body.error.code;
  };

  before(async () => {
    const limits = { LIMIT_LOGIN_FAILURES_PER_ADDRESS: '2', LIMIT_TEXTS_PER_ADDRESS_HOUR: '2' };
    api = await startApi({ ...limits, GENEROUS_NETWORKS: '203.0.113.0/24,2001:db8:5::/48' });
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('has no address limit for failed sign-ins; every other network does', async () => {
    for (const address of [WARD, '::ffff:203.0.113.41', '2001:db8:5:7::9']) {
      for (let index = 0; index < 4; index += 1) {
        assert.equal(await fail(address, `guess${index}${address.length}@example.org`), 'LOGIN_FAILED', address);
      }
    }
    for (const expected of ['LOGIN_FAILED', 'LOGIN_FAILED', 'LOGIN_BLOCKED']) {
      assert.equal(await fail('203.0.114.1', `${expected}@example.org`), expected);
    }
  });

  it('has no address limit for texts, but number and account limits still apply', async () => {
    const token = await api.signIn();
    const invite = async (number: string, address: string) =>
      (await api.ask('POST', '/api/v1/supporters', { token, address, body: { name: 'Dana', phone: number } })).status;
    for (let index = 0; index < 4; index += 1) assert.equal(await invite(`+1416555030${index}`, WARD), 201);
    const others = await Promise.all([1, 2, 3].map((index) => invite(`+1416555031${index}`, OTHER_ADDRESS)));
    assert.deepEqual(others.toSorted(), [201, 201, 429]);
    const texts = [];
    for (let index = 0; index < 4; index += 1) texts.push(await invite('+14165550399', WARD));
    assert.deepEqual(texts, [201, 201, 201, 429]);
    const codes = [];
    for (let index = 0; index < 6; index += 1) codes.push(await fail(WARD, 'second@example.org'));
    assert.equal(codes.at(-1), 'LOGIN_BLOCKED');
  });
});

describe('what one person asks of the hospital', () => {
  it('requests are limited per person and hour, with the wait stated', async (test) => {
    const api = await startApi({ LIMIT_REQUESTS_PER_PERSON_HOUR: '3' });
    test.after(() => api.close());
    const ask = (token: string, language = 'en') =>
      api.ask('POST', '/api/v1/profiles/1/requests', {
        token,
        body: { kind: 'question', text: 'May I eat?' },
        headers: { 'accept-language': language },
      });
    const token = await api.signIn();
    for (let index = 0; index < 3; index += 1) assert.equal((await ask(token)).status, 201);
    const refused = await ask(token);
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'TOO_MANY_REQUESTS']);
    assert.match(refused.body.error.message, /Please try again in 60 minutes/);
    assert.match((await ask(token, 'fr')).body.error.message, /réessayer dans 60 minutes/);
    const wait = Number(refused.headers['retry-after']);
    assert.ok(wait > 3500 && wait <= 3600, `${wait} s`);
    assert.equal((await ask(await api.signIn('second@example.org'))).status, 201);
    const staff = await api.signInStaff();
    const listed = await api.ask<unknown[]>('GET', '/api/v1/desk/requests', { token: staff });
    assert.equal(listed.body.length, 4);
    await api.database.db
      .updateTable('throttles')
      .set({ window_started_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('key', 'like', 'requests:%')
      .execute();
    assert.equal((await ask(token)).status, 201);
  });
});

describe('sign-ups from one network address', () => {
  const FORM = {
    firstName: 'Kim',
    lastName: 'Nguyen',
    organization: 'Ward 7',
    phoneNumber: '+14165550160',
    password: 'Good-pass1',
    confirmPassword: 'Good-pass1',
  };

  it('sign-ups are limited per address and hour, except in generous networks', async (test) => {
    const api = await startApi({ LIMIT_SIGN_UPS_PER_ADDRESS_HOUR: '2', GENEROUS_NETWORKS: '192.0.2.0/24' });
    test.after(() => api.close());
    let count = 0;
    const sign = (path: string, address: string) => {
      count += 1;
      const email = `person${count}@example.org`;
      const body = path === 'poc' ? { email, name: 'Kim', optIn: true } : { ...FORM, email };
      return api.ask('POST', `/api/v1/users/${path}`, { body, address });
    };
    for (const path of ['register', 'poc']) {
      const statuses: number[] = [];
      for (let index = 0; index < 3; index += 1) statuses.push((await sign(path, HERE)).status);
      assert.deepEqual(
        statuses.slice(0, 2).map((status) => status < 300),
        [true, true],
      );
      assert.equal(statuses[2], 429);
      assert.ok((await sign(path, OTHER_ADDRESS)).status < 300);
    }
    const { body, headers } = await sign('register', HERE);
    assert.equal(body.error.code, 'TOO_MANY_SIGN_UPS');
    assert.match(body.error.message, /try again in 60 minutes/);
    assert.ok(Number(headers['retry-after']) > 3500);
    for (let index = 0; index < 3; index += 1) assert.equal((await sign('register', '192.0.2.9')).status, 201);
  });
});

describe('an expired counter', () => {
  it('expired counters are deleted and active ones kept', async (test) => {
    const api = await startApi();
    test.after(() => api.close());
    const { db } = api.database;
    const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await db
      .insertInto('throttles')
      .values(
        [47, 49].map((hours) => ({
          key: `sms:1416555${hours}`,
          count: 1,
          window_started_at: before(hours),
          blocked_until: null,
        })),
      )
      .execute();
    await deleteOldThrottles(db);
    const left = await db.selectFrom('throttles').select('key').where('key', 'like', 'sms:%').execute();
    assert.deepEqual(
      left.map(({ key }) => key),
      ['sms:141655547'],
    );
  });
});
