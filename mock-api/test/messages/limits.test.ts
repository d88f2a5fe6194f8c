/** Rate limits per account, phone number, network address and day. Enabled by default, also in these tests. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import type { User } from '../../src/contract.ts';
import { deleteOldThrottles } from '../../src/repositories/accounts/throttles.ts';
import { outcomeOf, PASSWORD, PRODUCTION, startApi, type TestApi, type TestRequest } from '../support/api.ts';

const HERE = '203.0.113.7';
const OTHER_ADDRESS = '198.51.100.9';
const HOUR = 3_600_000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

const signIn = async (api: TestApi, username: string, password: string, address: string, headers = {}) => {
  const answer = await api.ask('POST', '/api/v1/sessions', { body: { username, password }, address, headers });
  return answer.body.error?.code ?? answer.status;
};
/** Fails to sign in, each time with another account. Returns the error codes. */
const guess = async (api: TestApi, count: number, address: string) => {
  const codes = [];
  for (let index = 0; index < count; index += 1)
    codes.push(await signIn(api, `guess${index}${address.length}@example.org`, 'Wrong-pass1', address));
  return codes;
};
const invite = (api: TestApi, token: string, phone: string, more: TestRequest = {}) =>
  api.ask('POST', '/api/v1/supporters', { token, body: { name: 'Dana', phone }, ...more });
const inviteMany = async (api: TestApi, token: string, count: number, from: number, address = HERE) => {
  const statuses = [];
  for (let index = from; index < from + count; index += 1)
    statuses.push((await invite(api, token, `+1416555${index}`, { address })).status);
  return statuses;
};
const textNumber = (api: TestApi, token: string, phoneNumber: string, address = HERE) =>
  api.ask('POST', '/api/v1/sms/', { token, address, body: { message: 'Hello', phoneNumber } });
/** Moves the counters with this key prefix back in time. */
const pass = (api: TestApi, keys: string, milliseconds: number) =>
  api.database.db
    .updateTable('throttles')
    .set({ window_started_at: ago(milliseconds) })
    .where('key', 'like', `${keys}%`)
    .execute();
const clear = (api: TestApi) => api.database.db.deleteFrom('throttles').execute();
const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);
/** Fails unless a response is a refusal with this code that states the wait of an hour, in English and French. */
async function isRefusedForAnHour(code: string, send: (headers: Record<string, string>) => ReturnType<TestApi['ask']>) {
  const [english, french] = [await send({}), await send({ 'accept-language': 'fr-CA' })];
  const { error } = english.body as { error: { code: string; message: string } };
  assert.deepEqual([english.status, error.code], [429, code]);
  assert.match(error.message, /try again in 60 minutes/);
  assert.match(JSON.stringify(french.body), /réessaye[rz] dans 60 minutes/i);
  const wait = Number(english.headers['retry-after']);
  assert.ok(wait > 3500 && wait <= 3600, `${wait} s`);
}

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
    assert.deepEqual([sessionIdle, sessionLength], [HOUR / 2, 12 * HOUR]);
    const production = { callsPerPersonMinute: 1_000, textCountries: ['CA', 'US'] };
    assert.deepEqual(readConfig(PRODUCTION).limits, { ...readConfig({}).limits, ...production });
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

  it('survive a restart, and a password reset unlocks an account that an attacker keeps locked', async (test) => {
    const api = await startApi();
    test.after(() => api.close());
    const username = 'patient@example.org';
    for (let index = 0; index < 5; index += 1) await signIn(api, username, 'Wrong-pass1', OTHER_ADDRESS);
    const again = await buildApp(readConfig(api.env));
    const payload = { username, password: PASSWORD };
    const response = await again.inject({ method: 'POST', url: '/api/v1/sessions', payload });
    await again.close();
    assert.equal(response.statusCode, 429);
    assert.ok(Number(response.headers['retry-after']) <= 30);
    await api.ask('POST', '/api/v1/users/forgot-password', { body: { email: username }, address: HERE });
    const body = { uuid: await api.mailedToken(username), password: 'Other-pass1' };
    assert.equal((await api.ask('POST', '/api/v1/users/reset-app-password', { body, address: HERE })).status, 204);
    assert.equal(await signIn(api, username, 'Other-pass1', HERE), 200);
  });

  it('expired counters are deleted and active ones kept', async (test) => {
    const api = await startApi();
    test.after(() => api.close());
    const { db } = api.database;
    const rows = [47, 49].map((hours) => ({ key: `sms:${hours}`, window_started_at: ago(hours * HOUR) }));
    await db
      .insertInto('throttles')
      .values(rows.map((row) => ({ ...row, count: 1, blocked_until: null })))
      .execute();
    await deleteOldThrottles(db);
    const left = await db.selectFrom('throttles').select('key').where('key', 'like', 'sms:%').execute();
    assert.deepEqual([left.length, left[0]?.key], [1, 'sms:47']);
  });
});

describe('failed sign-ins from one network address', () => {
  let api: TestApi;
  const login = (address: string, headers = {}) => signIn(api, 'patient@example.org', PASSWORD, address, headers);

  before(async () => {
    api = await startApi({ LIMIT_LOGIN_FAILURES_PER_ADDRESS: '6' });
  });
  after(() => api.close());
  beforeEach(() => clear(api));

  it('failed sign-ins block only their own address, for all accounts', async () => {
    assert.deepEqual(await guess(api, 7, HERE), [...times(6, 'LOGIN_FAILED'), 'LOGIN_BLOCKED']);
    assert.deepEqual([await login(HERE), await login(OTHER_ADDRESS)], ['LOGIN_BLOCKED', 200]);
    await clear(api);
    const scan = async (code: string, address: string) =>
      (await api.ask('POST', '/api/v1/sessions/code', { body: { code }, address })).body.error?.code;
    for (let index = 0; index < 6; index += 1) assert.equal(await scan(`ER9000000${index}`, HERE), 'BARCODE_UNKNOWN');
    assert.equal(await scan('ER10000001', HERE), 'LOGIN_BLOCKED', 'guesses at wristband codes count');
    assert.equal(await scan('ER10000001', OTHER_ADDRESS), undefined);
  });

  it('addresses come from the gateway and cannot be forged', async () => {
    await guess(api, 7, HERE);
    const forwarded = (address: string) => ({ 'x-forwarded-for': address });
    assert.equal(await login('127.0.0.1', forwarded(HERE)), 'LOGIN_BLOCKED');
    assert.equal(await login('127.0.0.1', forwarded(OTHER_ADDRESS)), 200);
    assert.equal(await login(HERE, forwarded(OTHER_ADDRESS)), 'LOGIN_BLOCKED');
  });

  it('the database stores no caller address', async () => {
    await guess(api, 1, HERE);
    const rows = JSON.stringify(await api.database.db.selectFrom('throttles').selectAll().execute());
    assert.match(rows, /login-address:/);
    assert.ok(!rows.includes(HERE));
  });
});

describe('text messages', () => {
  let api: TestApi;
  /** Verified limits, for the summary. */
  const summary: string[] = [];
  let token: string;
  const text = async (address = HERE) => {
    const { status, body, headers } = await textNumber(api, token, '14165550101', address);
    return status === 204 ? 'sent' : `${body.error.code} ${headers['retry-after'] ?? ''}`.trim();
  };

  before(async () => {
    const unlimited = { LIMIT_TEXTS_PER_ACCOUNT_HOUR: '1000', LIMIT_TEXTS_PER_ACCOUNT_DAY: '1000' };
    api = await startApi({ TEXT_COUNTRIES: '+1', ...unlimited });
  });
  after(async () => {
    await api.close();
    console.log(`text messages: ${summary.join(', ')}`);
  });
  beforeEach(async () => {
    await clear(api);
    token = await api.signIn();
  });

  it('go to one number at most 3 times in 10 minutes and 5 times an hour', async () => {
    for (let index = 0; index < 3; index += 1) assert.equal(await text(), 'sent');
    assert.match(await text(), /^TOO_MANY_TEXTS (600|5\d\d)$/);
    await pass(api, 'sms:', 10 * 60_000);
    for (let index = 0; index < 2; index += 1) assert.equal(await text(), 'sent');
    assert.match(await text(), /^TOO_MANY_TEXTS (3600|35\d\d)$/);
    await pass(api, 'sms-hour:', HOUR);
    assert.equal(await text(), 'sent');
    summary.push('3 in 10 minutes and 5 an hour to a number');
  });

  it('reach all 100 patients of a ward behind one network address, and are limited to 200 an hour there', async () => {
    assert.deepEqual(await inviteMany(api, token, 100, 2000), times(100, 201));
    const pin = await api.ask('POST', '/api/v1/sessions/pin', { token: await api.scan(), address: HERE });
    assert.equal(pin.status, 200);
    await api.database.db.updateTable('throttles').set({ count: 200 }).where('key', 'like', 'sms-address:%').execute();
    assert.deepEqual(await inviteMany(api, token, 1, 2101), [429]);
    assert.match(await text(), /^TOO_MANY_TEXTS/);
    assert.equal(await text(OTHER_ADDRESS), 'sent');
    summary.push('200 an hour from an address');
  });

  it('go only to the configured countries', async () => {
    await api.database.db.updateTable('users').set({ phone_number: '+44 20 7946 0123' }).execute();
    const { status, body } = await textNumber(api, token, '442079460123');
    assert.deepEqual([status, body.error.code], [403, 'COUNTRY_NOT_SERVED']);
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
    await clear(api);
    await api.database.db.deleteFrom('messages').execute();
  });

  const countTexts = async () => (await api.outbox()).filter(({ channel }) => channel === 'sms').length;
  const requestSupport = (token: string) =>
    api.ask('POST', '/api/v1/support-requests', { token, body: { issue: '', contactMethod: '', comments: '' } });
  const change = (token: string, number: string) =>
    api.ask('PATCH', '/api/v1/users/me', { token, body: { phoneNumber: number } });
  const prove = (token: string, number: string) => api.proveNumber(token, number);
  const textSelf = (token: string, number: string) => textNumber(api, token, number.slice(1));
  const me = async (token: string) => (await api.ask<User>('GET', '/api/v1/users/me', { token })).body;

  it('are refused after 10 with the time to wait, without affecting other accounts, until the hour or the desk ends it', async () => {
    const token = await api.signIn();
    assert.deepEqual(await inviteMany(api, token, 10, 3000), times(10, 201));
    await isRefusedForAnHour('TOO_MANY_TEXTS_BY_ACCOUNT', (headers) => invite(api, token, '+14165553010', { headers }));
    assert.deepEqual(await inviteMany(api, await api.signIn('second@example.org'), 1, 3011), [201]);
    await pass(api, 'sms-account:', HOUR);
    assert.deepEqual(await inviteMany(api, token, 11, 3020), [...times(10, 201), 429]);
    const staff = await api.signInStaff();
    const unlock = `/api/v1/desk/patients/${(await me(token)).id}/unlock`;
    assert.equal((await api.ask('POST', unlock, { token: staff })).status, 204);
    assert.deepEqual(await inviteMany(api, token, 1, 3040), [201]);
  });

  it('are counted together, but apart from PINs: invitations, support requests, own messages, codes of numbers and warnings', async () => {
    const token = await api.signIn();
    const [old, changed] = ['+14165550101', '+16475554101'];
    await api.newPin(await api.scan());
    assert.equal((await textSelf(token, old)).status, 204);
    assert.equal((await requestSupport(token)).status, 204);
    assert.equal((await change(token, changed)).status, 200);
    assert.equal((await prove(token, changed)).status, 200);
    assert.deepEqual(await inviteMany(api, token, 6, 3050), times(6, 201));
    for (const { status, body } of [
      await textSelf(token, changed),
      await requestSupport(token),
      await change(token, old),
      await invite(api, token, '+14165553060'),
    ])
      assert.equal(`${status} ${body.error.code}`, '429 TOO_MANY_TEXTS_BY_ACCOUNT');
    assert.equal(await countTexts(), 11);
    await api.newPin(await api.scan(), changed);
    await clear(api);
    assert.equal((await change(token, old)).status, 200);
    assert.deepEqual(await inviteMany(api, token, 9, 3070), times(9, 201));
    assert.equal(outcomeOf(await prove(token, old)), '429 TOO_MANY_TEXTS_BY_ACCOUNT');
    assert.equal((await me(token)).phoneNumber, changed, 'no number changes without a warning to the old one');
    await clear(api);
    assert.equal((await prove(token, old)).status, 200);
  });
});

describe('a network named by the operator', () => {
  it('has no address limit for failed sign-ins and texts; number and account limits and other networks do', async (test) => {
    const limits = { LIMIT_LOGIN_FAILURES_PER_ADDRESS: '2', LIMIT_TEXTS_PER_ADDRESS_HOUR: '2' };
    const api = await startApi({ ...limits, GENEROUS_NETWORKS: '203.0.113.0/24,2001:db8:5::/48' });
    test.after(() => api.close());
    for (const address of [HERE, '::ffff:203.0.113.41', '2001:db8:5:7::9'])
      assert.deepEqual(await guess(api, 4, address), times(4, 'LOGIN_FAILED'), address);
    assert.deepEqual(await guess(api, 3, '203.0.114.1'), [...times(2, 'LOGIN_FAILED'), 'LOGIN_BLOCKED']);
    const codes = [];
    for (let index = 0; index < 6; index += 1) codes.push(await signIn(api, 'second@example.org', 'Wrong-pass1', HERE));
    assert.equal(codes.at(-1), 'LOGIN_BLOCKED');
    const token = await api.signIn();
    assert.deepEqual(await inviteMany(api, token, 4, 3300), times(4, 201));
    assert.deepEqual(await inviteMany(api, token, 3, 3310, OTHER_ADDRESS), [201, 201, 429]);
    const texts = [];
    for (let index = 0; index < 4; index += 1)
      texts.push((await invite(api, token, '+14165550399', { address: HERE })).status);
    assert.deepEqual(texts, [201, 201, 201, 429]);
  });
});

describe('what one person or address asks of the hospital', () => {
  it('requests are limited per person and hour, with the wait stated', async (test) => {
    const api = await startApi({ LIMIT_REQUESTS_PER_PERSON_HOUR: '3' });
    test.after(() => api.close());
    const ask = (token: string, headers = {}) => {
      const body = { kind: 'question', text: 'May I eat?' };
      return api.ask('POST', '/api/v1/profiles/1/requests', { token, body, headers });
    };
    const token = await api.signIn();
    for (let index = 0; index < 3; index += 1) assert.equal((await ask(token)).status, 201);
    await isRefusedForAnHour('TOO_MANY_REQUESTS', (headers) => ask(token, headers));
    assert.equal((await ask(await api.signIn('second@example.org'))).status, 201);
    const listed = await api.ask<unknown[]>('GET', '/api/v1/desk/requests', { token: await api.signInStaff() });
    assert.equal(listed.body.length, 4);
    await pass(api, 'requests:', HOUR);
    assert.equal((await ask(token)).status, 201);
  });

  it('sign-ups are limited per address and hour, except in generous networks', async (test) => {
    const api = await startApi({ LIMIT_SIGN_UPS_PER_ADDRESS_HOUR: '2', GENEROUS_NETWORKS: '192.0.2.0/24' });
    test.after(() => api.close());
    let count = 0;
    const sign = (path: string, address: string, headers = {}) => {
      count += 1;
      const form = {
        firstName: 'Kim',
        lastName: 'Nguyen',
        organization: 'Ward 7',
        phoneNumber: '+14165550160',
        password: 'Good-river-pass1',
        confirmPassword: 'Good-river-pass1',
      };
      const email = `person${count}@example.org`;
      const body = path === 'poc' ? { email, name: 'Kim', optIn: true } : { ...form, email };
      return api.ask('POST', `/api/v1/users/${path}`, { body, address, headers });
    };
    for (const [path, success] of [
      ['register', 201],
      ['poc', 204],
    ] as const) {
      const statuses: number[] = [];
      for (const address of [HERE, HERE, HERE, OTHER_ADDRESS]) statuses.push((await sign(path, address)).status);
      assert.deepEqual(statuses, [success, success, 429, success]);
    }
    await isRefusedForAnHour('TOO_MANY_SIGN_UPS', (headers) => sign('register', HERE, headers));
    for (let index = 0; index < 3; index += 1) assert.equal((await sign('register', '192.0.2.9')).status, 201);
  });
});
