import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { buildApp } from '../../src/app.ts';
import { now } from '../../src/common/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Me, PinSent } from '../../src/contract.ts';
import { newPin, sha256 } from '../../src/security/secrets.ts';
import { outcomeOf, PRODUCTION, startApi, type TestApi, wrongPin } from '../support/api.ts';

const PHONE = '+1 416 555 0101';
const FALLBACK = '1379';
const HOUR = 3_600_000;

describe('the PIN', () => {
  let api: TestApi;
  let token: string;
  const send = (body?: object, headers = {}) =>
    api.ask<PinSent>('POST', '/api/v1/sessions/pin', { token, body, headers });
  const verify = (pin: string, by = token) => api.post<Me>('/api/v1/sessions/pin/verify', { pin }, by);
  const outcome = async (pin: string, by = token) => outcomeOf(await verify(pin, by));
  /** Sends a PIN and enters five wrong ones. Returns the right one. */
  const invalidate = async () => {
    const pin = await api.newPin(token);
    for (let index = 0; index < 5; index += 1) assert.equal(await outcome(wrongPin(pin, index)), '403 PIN_WRONG');
    return pin;
  };

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.resetThrottles();
    await api.database.db.deleteFrom('pin_codes').execute();
    token = await api.scan();
  });

  it('the PIN is texted and the response shows a masked number', async () => {
    const { status, body } = await send();
    assert.deepEqual([status, body.maskedPhone], [200, '•• ••• ••• 0101']);
    assert.ok(Date.parse(body.expiresAt) > Date.now());
    const { body: text, channel } = await api.lastMessage(PHONE);
    assert.equal(channel, 'sms');
    assert.match(text, /^Your security code is [1-9]\d{3}\./);
  });

  it('the PIN is texted in the requested language', async () => {
    await send(undefined, { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.1' });
    assert.match((await api.lastMessage(PHONE)).body, /^Votre code de sécurité est \d{4}\./);
  });

  it('PINs are stored only as hashes', async () => {
    const pin = await api.newPin(token);
    const row = await api.database.db.selectFrom('pin_codes').selectAll().executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(`"${pin}"`));
    assert.match(row.code_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('a PIN works only in the session that it was sent for', async () => {
    const other = await api.scan();
    const pin = await api.newPin(token);
    assert.equal(await outcome(pin, other), '410 PIN_DEAD');
    const { body: sent } = await api.ask<PinSent>('POST', '/api/v1/sessions/pin', {
      token: other,
      body: { unlessAlive: true },
    });
    const [, own = ''] = /\b(\d{4})\b/.exec((await api.lastMessage(PHONE)).body) ?? [];
    assert.ok(sent.expiresAt && own !== pin, 'the other session gets its own');
    assert.deepEqual([await outcome(own), await outcome(own, other)], ['410 PIN_DEAD', '200']);
  });

  it('accepts a PIN that the previous release stored', async () => {
    const [userId, pin] = [(await api.user('patient@example.org')).id, '4821'];
    const stored = { salt: 'salt', code_hash: sha256(`salt:${pin}`), attempts: 0, used_at: null };
    const times = { created_at: now(), expires_at: new Date(Date.now() + HOUR).toISOString() };
    await api.database.db
      .insertInto('pin_codes')
      .values({ user_id: userId, ...stored, ...times })
      .execute();
    assert.deepEqual([await outcome('4822'), await outcome(pin)], ['403 PIN_WRONG', '200']);
  });

  it('the right PIN opens the session once', async () => {
    const pin = await api.newPin(token);
    const { status, body } = await verify(pin);
    assert.ok(status === 200 && body.scope === 'full' && body.pinEnteredAt !== null);
    assert.equal((await api.ask('GET', '/api/events', { token })).status, 200);
    assert.equal(await outcome(pin, await api.scan()), '410 PIN_DEAD');
  });

  it('is refused with the specified sentence when wrong', async () => {
    const pin = await api.newPin(token);
    const { body } = await api.post('/api/v1/sessions/pin/verify', { pin: wrongPin(pin) }, token);
    assert.equal(body.error.message, 'Sorry Jordan, but that PIN was incorrect. Did you need us to resend it?');
    assert.equal(await outcome(pin), '200');
  });

  it('five wrong attempts invalidate a PIN; a new one works', async () => {
    assert.equal(await outcome(await invalidate()), '410 PIN_DEAD');
    assert.equal(await outcome(await api.newPin(token)), '200');
  });

  it('allows at most 5 of 50 simultaneous guesses', async () => {
    const pin = await api.newPin(token);
    const guesses = await Promise.all(Array.from({ length: 50 }, (_, index) => outcome(wrongPin(pin, index))));
    assert.equal(guesses.filter((guess) => guess === '403 PIN_WRONG').length, 5);
    assert.ok(guesses.every((guess) => ['403 PIN_WRONG', '410 PIN_DEAD', '429 PIN_LOCKED'].includes(guess)));
    assert.notEqual(await outcome(pin), '200');
  });

  it('ten wrong PINs lock sign-in for the day, including the fallback', async () => {
    for (let round = 0; round < 2; round += 1) await invalidate();
    const locked = await verify(FALLBACK);
    assert.equal(outcomeOf(locked), '429 PIN_LOCKED');
    assert.ok(Number(locked.headers['retry-after']) > 23 * 3_600);
    assert.equal(outcomeOf(await send()), '429 PIN_LOCKED');
  });

  it('unlocks after a day', async () => {
    const key = `pin-day:${(await api.user('patient@example.org')).id}`;
    const window_started_at = new Date(Date.now() - 25 * HOUR).toISOString();
    const day = { key, count: 10, window_started_at, blocked_until: null };
    await api.database.db.insertInto('throttles').values(day).execute();
    assert.equal(await outcome(await api.newPin(token)), '200');
  });

  it('has a fallback in the demo that works even when the code is no longer valid', async () => {
    await invalidate();
    assert.equal(await outcome(FALLBACK), '200');
  });

  it('a PIN expires after 10 minutes', async () => {
    const { expiresAt } = (await send()).body;
    assert.equal(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000), 10);
    const pin = await api.newPin(token);
    await api.database.db.updateTable('pin_codes').set({ expires_at: now() }).execute();
    assert.equal(await outcome(pin), '410 PIN_DEAD');
  });

  it('is texted at most 3 times in 10 minutes', async () => {
    for (let index = 0; index < 3; index += 1) await api.newPin(token);
    const refused = await send();
    assert.equal(outcomeOf(refused), '429 TOO_MANY_TEXTS');
    assert.ok(Number(refused.headers['retry-after']) <= 600);
  });

  it('is not sent again to a screen that opens twice while the code is valid', async () => {
    const open = async () => (await send({ unlessAlive: true })).body;
    const texts = async () => (await api.outbox()).filter(({ to }) => to === '14165550101').length;
    const before = await texts();
    const [first, second] = await Promise.all([open(), open()]);
    assert.deepEqual(second, first);
    assert.equal(await texts(), before + 1);
    const { body: text } = await api.lastMessage(PHONE);
    assert.equal(await outcome(/\d{4}/.exec(text)?.[0] ?? ''), '200');
    token = await api.scan();
    assert.notDeepEqual(await open(), first, 'used');
    assert.equal(await texts(), before + 2);
    await invalidate();
    await api.resetThrottles();
    await open();
    assert.equal(await texts(), before + 4, 'invalidated');
  });

  it('PINs have six digits with PIN_DIGITS=6', async (test) => {
    const long = await startApi({ PIN_DIGITS: '6' });
    test.after(() => long.close());
    const token = await long.scan();
    await long.post('/api/v1/sessions/pin', undefined, token);
    const [, pin = ''] = /\b([1-9]\d{5})\b/.exec((await long.lastMessage('+1 416 555 0101')).body) ?? [];
    const verify = (typed: string) => long.post('/api/v1/sessions/pin/verify', { pin: typed }, token);
    const wrong = pin === '111111' ? '222222' : '111111';
    assert.deepEqual([(await verify(pin.slice(0, 5))).status, (await verify(wrong)).status], [400, 403]);
    assert.equal((await verify(pin)).status, 200);
  });

  it('PINs are between 1000 and 9999', () => {
    const pins = Array.from({ length: 5_000 }, () => Number(newPin()));
    assert.ok(pins.every((pin) => Number.isInteger(pin) && pin >= 1_000 && pin <= 9_999));
    assert.ok(new Set(pins).size > 3_000);
  });
});

describe('the PIN outside a demo', () => {
  it('has no fallback', async (test) => {
    const api = await startApi();
    const app = await buildApp(readConfig({ ...api.env, ...PRODUCTION }));
    test.after(async () => {
      await app.close();
      await api.close();
    });
    const token = await api.scan();
    const headers = { authorization: `Bearer ${token}` };
    const enter = async (pin: string) =>
      (await app.inject({ method: 'POST', url: '/api/v1/sessions/pin/verify', headers, payload: { pin } })).statusCode;
    assert.equal(await enter(FALLBACK), 410);
    assert.equal(await enter(wrongPin(await api.newPin(token))), 403);
    const days = api.database.db.selectFrom('throttles').select('count').where('key', 'like', 'pin-day:%');
    assert.deepEqual(
      (await days.execute()).map(({ count }) => count),
      [1],
      'counts guesses of a valid code only',
    );
  });
});
