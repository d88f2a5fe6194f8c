import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Me, PinSent } from '../../src/contract.ts';
import { PRODUCTION, startApi, type TestApi, wrongPin } from '../support/api.ts';

const PHONE = '+1 416 555 0101';

describe('the PIN', () => {
  let api: TestApi;
  let token: string;
  const verify = (pin: string, by = token) =>
    api.ask('POST', '/api/v1/sessions/pin/verify', { token: by, body: { pin } });
  const code = async (pin: string) => (await verify(pin)).body.error?.code;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.database.db.deleteFrom('throttles').execute();
    await api.database.db.deleteFrom('pin_codes').execute();
    token = await api.scan();
  });

  it('the PIN is texted and the response shows a masked number', async () => {
    const { status, body } = await api.ask<PinSent>('POST', '/api/v1/sessions/pin', { token });
    assert.equal(status, 200);
    assert.equal(body.maskedPhone, '•• ••• ••• 0101');
    const { body: text, channel } = await api.lastMessage(PHONE);
    assert.equal(channel, 'sms');
    assert.match(text, /^Your security code is [1-9]\d{3}\./);
    assert.ok(Date.parse(body.expiresAt) > Date.now());
  });

  it('the PIN is texted in the requested language', async () => {
    await api.ask('POST', '/api/v1/sessions/pin', { token, headers: { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.1' } });
    assert.match((await api.lastMessage(PHONE)).body, /^Votre code de sécurité est \d{4}\./);
  });

  it('PINs are stored only as hashes', async () => {
    const pin = await api.newPin(token);
    const row = await api.database.db.selectFrom('pin_codes').selectAll().executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(`"${pin}"`));
    assert.equal(row.code_hash.length, 64);
  });

  it('the right PIN opens the session once', async () => {
    const pin = await api.newPin(token);
    const { status, body } = await api.ask<Me>('POST', '/api/v1/sessions/pin/verify', { token, body: { pin } });
    assert.equal(status, 200);
    assert.ok(body.scope === 'full' && body.pinEnteredAt !== null);
    assert.equal((await api.ask('GET', '/api/events', { token })).status, 200);
    assert.equal((await verify(pin, await api.scan())).body.error.code, 'PIN_DEAD');
  });

  it('is refused with the specified sentence when wrong', async () => {
    const pin = await api.newPin(token);
    const { status, body } = await verify(wrongPin(pin));
    assert.equal(status, 403);
    assert.equal(body.error.message, 'Sorry Jordan, but that PIN was incorrect. Did you need us to resend it?');
    assert.equal((await verify(pin)).status, 200);
  });

  it('five wrong attempts invalidate a PIN; a new one works', async () => {
    const pin = await api.newPin(token);
    for (let index = 0; index < 5; index += 1) assert.equal(await code(wrongPin(pin, index)), 'PIN_WRONG');
    const { status, body } = await verify(pin);
    assert.deepEqual([status, body.error.code], [410, 'PIN_DEAD']);
    assert.equal((await verify(await api.newPin(token))).status, 200);
  });

  it('allows at most 5 of 50 simultaneous guesses', async () => {
    const pin = await api.newPin(token);
    const guesses = Array.from({ length: 50 }, (_, index) => wrongPin(pin, index));
    const codes = await Promise.all(guesses.map((guess) => code(guess)));
    assert.equal(codes.filter((item) => item === 'PIN_WRONG').length, 5);
    assert.ok(codes.every((item) => ['PIN_WRONG', 'PIN_DEAD', 'PIN_LOCKED'].includes(String(item))));
    assert.notEqual((await verify(pin)).status, 200);
  });

  it('ten wrong PINs lock sign-in for the day, including the fallback', async () => {
    for (let round = 0; round < 2; round += 1) {
      const pin = await api.newPin(token);
      for (let index = 0; index < 5; index += 1) assert.equal(await code(wrongPin(pin, index)), 'PIN_WRONG');
    }
    const { status, body, headers } = await verify('1379');
    assert.deepEqual([status, body.error.code], [429, 'PIN_LOCKED']);
    assert.ok(Number(headers['retry-after']) > 0);
    assert.equal((await api.ask('POST', '/api/v1/sessions/pin', { token })).body.error.code, 'PIN_LOCKED');
  });

  it('unlocks after a day', async () => {
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    const { id } = await api.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'patient@example.org')
      .executeTakeFirstOrThrow();
    await api.database.db
      .insertInto('throttles')
      .values({ key: `pin-day:${id}`, count: 10, window_started_at: yesterday, blocked_until: null })
      .execute();
    assert.equal((await verify(await api.newPin(token))).status, 200);
  });

  it('has a fallback in the demo that works even when the code is no longer valid', async () => {
    const pin = await api.newPin(token);
    for (let index = 0; index < 5; index += 1) await verify(wrongPin(pin, index));
    assert.equal((await verify('1379')).status, 200);
  });

  it('a PIN expires after 10 minutes', async () => {
    const pin = await api.newPin(token);
    await api.database.db.updateTable('pin_codes').set({ expires_at: new Date().toISOString() }).execute();
    assert.equal(await code(pin), 'PIN_DEAD');
  });

  it('is texted at most 3 times in 10 minutes', async () => {
    for (let index = 0; index < 3; index += 1) await api.newPin(token);
    const { status, body, headers } = await api.ask('POST', '/api/v1/sessions/pin', { token });
    assert.deepEqual([status, body.error.code], [429, 'TOO_MANY_TEXTS']);
    assert.ok(Number(headers['retry-after']) <= 600);
  });

  it('is not sent again to a screen that opens twice while the code is valid', async () => {
    const open = () =>
      api.ask<PinSent>('POST', '/api/v1/sessions/pin', { token, body: { unlessAlive: true } }).then(({ body }) => body);
    const texts = async () => (await api.outbox()).filter(({ to }) => to === '14165550101').length;
    const before = await texts();
    const [first, second] = await Promise.all([open(), open()]);
    assert.deepEqual(second, first);
    assert.equal(await texts(), before + 1);
    const { body: text } = await api.lastMessage(PHONE);
    assert.equal((await verify(/\d{4}/.exec(text)?.[0] ?? '')).status, 200);
    token = await api.scan();
    assert.notDeepEqual(await open(), first);
    assert.equal(await texts(), before + 2);
  });

  it('is sent again to a screen that opens after the last code was invalidated', async () => {
    const pin = await api.newPin(token);
    for (let index = 0; index < 5; index += 1) await verify(wrongPin(pin, index));
    await api.ask('POST', '/api/v1/sessions/pin', { token, body: { unlessAlive: true } });
    assert.equal(await code(wrongPin(pin)), 'PIN_WRONG');
  });

  it('PINs are between 1000 and 9999', async () => {
    const { newPin } = await import('../../src/security/secrets.ts');
    const pins = Array.from({ length: 5_000 }, () => Number(newPin()));
    assert.ok(pins.every((pin) => Number.isInteger(pin) && pin >= 1_000 && pin <= 9_999));
    assert.ok(new Set(pins).size > 3_000);
  });
});

describe('the PIN outside a demo', () => {
  it('has no fallback', async () => {
    const api = await startApi();
    await api.app.close();
    const { buildApp } = await import('../../src/app.ts');
    const { readConfig } = await import('../../src/config/config.ts');
    const app = await buildApp(readConfig({ ...api.env, ...PRODUCTION }));
    const ask = (url: string, token: string, payload: object) =>
      app.inject({ method: 'POST', url, headers: token ? { authorization: `Bearer ${token}` } : {}, payload });
    const scanned = (await ask('/api/v1/sessions/code', '', { code: 'ER10000001' })).json<{ token: string }>();
    const answer = await ask('/api/v1/sessions/pin/verify', scanned.token, { pin: '1379' });
    await app.close();
    await api.close();
    assert.equal(answer.statusCode, 410);
  });
});
