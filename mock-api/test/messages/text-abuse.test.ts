/** Attempts to use up other people's text messages, or to send texts of the attacker's own to strangers. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import { startApi, type TestApi } from '../support/api.ts';

const VICTIM = { wristband: 'ER10000001', phone: '+1 416 555 0101' };
/** The network that the attacker and the victims share, such as a ward's Wi-Fi. */
const WARD = '203.0.113.7';
const ACCOUNTS = 60;
/** 10,000 in a full run (`npm run soak`). */
const TRIES = Number(process.env.TEXT_TRIES ?? 600);

const number = (index: number) => `+1416556${String(index % 10_000).padStart(4, '0')}`;

/** Creates accounts of an attacker. Returns a token for each. */
async function attackers(api: TestApi): Promise<string[]> {
  const { db } = api.database;
  const users = Array.from({ length: ACCOUNTS }, (_, index) => ({
    ...newUser({
      id: `attacker-${index}`,
      first_name: 'Eve',
      last_name: 'Doe',
      email: `eve${index}@example.org`,
      created_at: new Date().toISOString(),
    }),
    phone_number: number(9000 + index),
    phone_digits: number(9000 + index).slice(1),
    hospital_status_id: 1,
    email_validated: 1,
  }));
  await db.insertInto('users').values(users).execute();
  const lengths = { sessionIdle: 3_600_000, sessionLength: 3_600_000 };
  return Promise.all(users.map(({ id }) => openSession(db, id, 'full', lengths, null)));
}

/** One try: an invitation to the victim or to a stranger, a request for support, or a text to the own number. */
function attempt(api: TestApi, tokens: readonly string[], index: number) {
  const own = index % ACCOUNTS;
  const by = { token: tokens[own], address: index % 2 === 0 ? WARD : `198.51.100.${index % 250}` };
  const kind = Math.floor(index / ACCOUNTS) % 4;
  if (kind === 2) {
    const body = { issue: '', contactMethod: '', comments: '' };
    return api.ask('POST', '/api/v1/support-requests', { ...by, body });
  }
  if (kind === 3) {
    const body = { message: 'Hello', phoneNumber: number(9000 + own).slice(1) };
    return api.ask('POST', '/api/v1/sms/', { ...by, body });
  }
  const phone = kind === 0 ? VICTIM.phone : number(index);
  return api.ask('POST', '/api/v1/supporters', { ...by, body: { name: 'Dana', phone } });
}

/** Runs the attack. Returns how many tries got each status. */
async function attack(api: TestApi): Promise<Record<number, number>> {
  const tokens = await attackers(api);
  const answers: Record<number, number> = {};
  for (let index = 0; index < TRIES; index += 1) {
    const { status } = await attempt(api, tokens, index);
    answers[status] = (answers[status] ?? 0) + 1;
  }
  return answers;
}

// Before the first test: the runner's tracking of promises would make 10,000 requests cost twice as much.
const attacked = await startApi();
const used = process.cpuUsage();
const answers = await attack(attacked);
const { user, system } = process.cpuUsage(used);

describe('PINs after an attack on text messages', () => {
  after(async () => {
    await attacked.close();
    const seconds = ((user + system) / 1_000_000).toFixed(1);
    console.log(`attack on texts: ${TRIES} tries, ${JSON.stringify(answers)}, ${seconds} s of processor time`);
  });

  it('text messages by 60 accounts cost no other patient a PIN', async () => {
    for (const wristband of ['ER10000001', 'ER10000002']) {
      const token = await attacked.scan(wristband);
      const { status, body } = await attacked.ask('POST', '/api/v1/sessions/pin', { token, address: WARD });
      assert.equal(status, 200, `${wristband}: ${JSON.stringify(body)}`);
    }
  });
});

describe('daily limits of text messages', () => {
  let api: TestApi;
  let token: string;
  const invite = async (phone: string, by = token, headers = {}) => {
    const {
      status,
      body,
      headers: sent,
    } = await api.ask('POST', '/api/v1/supporters', {
      token: by,
      body: { name: 'Dana', phone },
      headers,
    });
    return { status, code: body.error?.code, message: body.error?.message, wait: Number(sent['retry-after']) };
  };
  /** Moves the counters of shorter windows back in time. */
  const passHour = () =>
    api.database.db
      .updateTable('throttles')
      .set({ window_started_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('key', 'not like', '%day%')
      .execute();

  before(async () => {
    api = await startApi({ LIMIT_TEXTS_PER_DAY: '10', LIMIT_PINS_PER_DAY: '2', LIMIT_TEXTS_PER_ACCOUNT_DAY: '4' });
    token = await api.signIn();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('an account is refused after its texts of a day, in both languages, and the desk can unlock it', async () => {
    for (let index = 0; index < 4; index += 1) assert.equal((await invite(number(index))).status, 201);
    await passHour();
    const refused = await invite(number(5));
    assert.deepEqual([refused.status, refused.code], [429, 'TOO_MANY_TEXTS_BY_ACCOUNT_TODAY']);
    assert.match(refused.message ?? '', /your account as we can in one day\. Please try again in 24 hours\.$/);
    assert.ok(refused.wait > 86_000 && refused.wait <= 86_400);
    const french = await invite(number(5), token, { 'accept-language': 'fr-CA' });
    assert.match(french.message ?? '', /permis en une journée\. Veuillez réessayer dans 24 heures\.$/);
    const { id } = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token })).body;
    const staff = await api.signInStaff();
    assert.equal((await api.ask('POST', `/api/v1/desk/patients/${id}/unlock`, { token: staff })).status, 204);
    assert.equal((await invite(number(5))).status, 201);
  });

  it('a number gets a limited number of invitations a day from all accounts together', async (test) => {
    const strict = await startApi({ LIMIT_TEXTS_PER_NUMBER_DAY: '2' });
    test.after(() => strict.close());
    const by = await Promise.all(
      ['patient', 'second', 'professional'].map((name) => strict.signIn(`${name}@example.org`)),
    );
    const sent = [];
    for (const one of by) {
      const body = { name: 'Dana', phone: '+14165560001' };
      const { status, body: said } = await strict.ask('POST', '/api/v1/supporters', { token: one, body });
      sent.push(said.error?.code ?? status);
    }
    assert.deepEqual(sent, [201, 201, 'TOO_MANY_TEXTS_TODAY']);
  });

  it('the log warns at 50, 80 and 100 % of a budget, and the metrics count it', async (test) => {
    const log = test.mock.method(api.app.log, 'warn');
    const accounts = [token, await api.signIn('second@example.org'), await api.signIn('professional@example.org')];
    for (let index = 0; index < 10; index += 1) await invite(number(index), accounts[index % 3]);
    const { status, code } = await invite(number(11), accounts[1]);
    assert.deepEqual([status, code], [429, 'TOO_MANY_TEXTS_TODAY']);
    const warnings = log.mock.calls
      .filter(({ arguments: [, words] }) => /budget/.test(String(words)))
      .map(({ arguments: [facts] }) => facts);
    assert.deepEqual(
      warnings,
      [50, 80, 100].map((percent) => ({ budget: 'texts', percent, sent: percent / 10, size: 10 })),
    );
    const metrics = (await api.ask<string>('GET', '/metrics')).body;
    assert.match(metrics, /^lodestar_texts_sent\{budget="texts"\} 10$/m);
    assert.match(metrics, /^lodestar_texts_sent\{budget="pins"\} 0$/m);
    assert.match(metrics, /^lodestar_texts_budget\{budget="texts"\} 10$/m);
    assert.match(metrics, /^lodestar_texts_budget\{budget="notifications"\} 5000$/m);
  });

  it('PINs end with their own budget only, and the message says whom to ask', async () => {
    for (const wristband of ['ER10000001', 'ER10000002'])
      assert.equal((await api.ask('POST', '/api/v1/sessions/pin', { token: await api.scan(wristband) })).status, 200);
    const narrow = await api.scan();
    const { status, body } = await api.ask('POST', '/api/v1/sessions/pin', { token: narrow });
    assert.deepEqual([status, body.error.code], [429, 'TOO_MANY_PINS_TODAY']);
    assert.match(
      body.error.message,
      /Please ask the hospital's staff for help, or contact us at: support@example\.org$/,
    );
    assert.equal((await invite(number(1))).status, 201);
  });
});
