/** Attempts to use up other people's text messages, or to send texts of the attacker's own to strangers. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openSession } from '../../src/repositories/accounts/sessions.ts';
import { newUser } from '../../src/services/accounts/accounts.ts';
import { startApi, type TestApi } from '../support/api.ts';

const VICTIM = '+1 416 555 0101';
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
  const tries = [
    ['supporters', { name: 'Dana', phone: VICTIM }],
    ['supporters', { name: 'Dana', phone: number(index) }],
    ['support-requests', { issue: '', contactMethod: '', comments: '' }],
    ['sms/', { message: 'Hello', phoneNumber: number(9000 + own).slice(1) }],
  ] as const;
  const [path, body] = tries[Math.floor(index / ACCOUNTS) % 4] ?? [];
  return api.ask('POST', `/api/v1/${path}`, { ...by, body });
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
  const invite = async (phone: string, by = token, headers = {}, to = api) => {
    const request = { token: by, body: { name: 'Dana', phone }, headers };
    const { status, body, headers: sent } = await to.ask('POST', '/api/v1/supporters', request);
    return { outcome: body.error?.code ?? status, message: body.error?.message, wait: Number(sent['retry-after']) };
  };

  before(async () => {
    api = await startApi({ LIMIT_TEXTS_PER_DAY: '10', LIMIT_PINS_PER_DAY: '2', LIMIT_TEXTS_PER_ACCOUNT_DAY: '4' });
    token = await api.signIn();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('an account is refused after its texts of a day, in both languages, and the desk can unlock it', async () => {
    for (let index = 0; index < 4; index += 1) assert.equal((await invite(number(index))).outcome, 201);
    // Only the counters of shorter windows are over.
    const shorter = api.database.db.updateTable('throttles').where('key', 'not like', '%day%');
    await shorter.set({ window_started_at: new Date(Date.now() - 3_600_000).toISOString() }).execute();
    const { outcome, message, wait } = await invite(number(5));
    assert.equal(outcome, 'TOO_MANY_TEXTS_BY_ACCOUNT_TODAY');
    assert.match(message ?? '', /your account as we can in one day\. Please try again in 24 hours\.$/);
    assert.ok(wait > 86_000 && wait <= 86_400);
    const french = await invite(number(5), token, { 'accept-language': 'fr-CA' });
    assert.match(french.message ?? '', /permis en une journée\. Veuillez réessayer dans 24 heures\.$/);
    const { id } = (await api.ask<{ id: string }>('GET', '/api/v1/users/me', { token })).body;
    const staff = await api.signInStaff();
    assert.equal((await api.ask('POST', `/api/v1/desk/patients/${id}/unlock`, { token: staff })).status, 204);
    assert.equal((await invite(number(5))).outcome, 201);
  });

  it('a number gets a limited number of invitations a day from all accounts together', async (test) => {
    const strict = await startApi({ LIMIT_TEXTS_PER_NUMBER_DAY: '2' });
    test.after(() => strict.close());
    const sent = [];
    for (const name of ['patient', 'second', 'professional'])
      sent.push((await invite('+14165560001', await strict.signIn(`${name}@example.org`), {}, strict)).outcome);
    assert.deepEqual(sent, [201, 201, 'TOO_MANY_TEXTS_TODAY']);
  });

  it('the log warns at 50, 80 and 100 % of a budget, and the metrics count it', async (test) => {
    const log = test.mock.method(api.app.log, 'warn');
    const accounts = [token, await api.signIn('second@example.org'), await api.signIn('professional@example.org')];
    for (let index = 0; index < 10; index += 1) await invite(number(index), accounts[index % 3]);
    const { outcome, wait } = await invite(number(11), accounts[1]);
    assert.equal(outcome, 'TOO_MANY_TEXTS_TODAY');
    assert.ok(wait > 86_000 && wait <= 86_400);
    const warnings = log.mock.calls.map((call) => call.arguments).filter(([, words]) => /budget/.test(String(words)));
    assert.deepEqual(
      warnings.map(([facts]) => facts),
      [50, 80, 100].map((percent) => ({ budget: 'texts', percent, sent: percent / 10, size: 10 })),
    );
    const metrics = (await api.ask<string>('GET', '/metrics')).body.split('\n');
    for (const [name, budget, value] of [
      ['sent', 'texts', 10],
      ['sent', 'pins', 0],
      ['budget', 'texts', 10],
      ['budget', 'notifications', 5000],
    ])
      assert.ok(metrics.includes(`lodestar_texts_${name}{budget="${budget}"} ${value}`), `${name} ${budget}`);
  });

  it('PINs end with their own budget only, and the message says whom to ask', async () => {
    const pin = async (code?: string) => api.ask('POST', '/api/v1/sessions/pin', { token: await api.scan(code) });
    for (const code of ['ER10000001', 'ER10000002']) assert.equal((await pin(code)).status, 200);
    const { status, body } = await pin();
    assert.deepEqual([status, body.error.code], [429, 'TOO_MANY_PINS_TODAY']);
    const says = /Please ask the hospital's staff for help, or contact us at: support@example\.org$/;
    assert.match(body.error.message, says);
    assert.equal((await invite(number(1))).outcome, 201);
  });
});
