/** Locking someone else out on purpose. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Me, SessionAnswer } from '../../src/contract.ts';
import { accountKey } from '../../src/services/accounts/login-throttle.ts';
import { type TestApi, type TestResponse, wrongPin } from '../api.ts';
import { Browser, EMAIL, OLD_NUMBER, off, on, post } from './strict.ts';

describe('an attacker who keeps entering wrong passwords', () => {
  const ATTACKER = '203.0.113.66';
  const HOME = '198.51.100.7';

  async function lock(api: TestApi, times = 5, address = ATTACKER): Promise<TestResponse<SessionAnswer>> {
    for (let index = 0; index < times; index += 1) await new Browser(api).signIn(EMAIL, `Wrong-pass${index}`, address);
    return new Browser(api).signIn(EMAIL, 'Demo-pass1', address);
  }

  it('locks the owner out everywhere with the setting off', async () => {
    assert.equal((await lock(off)).status, 429);
    assert.equal((await new Browser(off).signIn(EMAIL, 'Demo-pass1', HOME)).status, 429);
  });

  it('waits alone with the setting on: its network waits, progressively, and other networks do not', async () => {
    const { status, headers } = await lock(on);
    assert.deepEqual([status, headers['retry-after']], [429, '30']);
    assert.equal((await new Browser(on).signIn(EMAIL, 'Demo-pass1', HOME)).status, 200);
  });

  it('from many networks makes unknown devices wait, never a known one, which waits at most 5 minutes for its own failures', async () => {
    const own = new Browser(on);
    assert.equal((await own.signIn(EMAIL, 'Demo-pass1', HOME)).status, 200);
    const { database } = on;
    const wrong = (index: number) => new Browser(on).signIn(EMAIL, `Wrong-pass${index}`, `192.0.2.${index}`);
    await wrong(1);
    const ofAccount = database.db.updateTable('throttles').where('key', '=', accountKey(EMAIL));
    await ofAccount.set({ count: 98 }).execute();
    await wrong(2);
    assert.equal((await new Browser(on).signIn('second@example.org', 'Demo-pass1', HOME)).status, 200);
    await wrong(3);
    assert.equal((await new Browser(on).signIn(EMAIL, 'Demo-pass1', HOME)).status, 429);
    assert.equal((await own.signIn(EMAIL, 'Demo-pass1', ATTACKER)).status, 200);
    for (let index = 0; index < 4; index += 1) await own.signIn(EMAIL, 'Wrong-pass1');
    for (let index = 0; index < 6; index += 1) {
      await database.db.updateTable('throttles').set({ blocked_until: null }).execute();
      await own.signIn(EMAIL, 'Wrong-pass1');
    }
    assert.equal((await own.signIn(EMAIL, 'Demo-pass1')).headers['retry-after'], '300');
  });

  it('does not keep a known device on the same network from signing in when the network waits', async () => {
    const own = new Browser(on);
    await own.signIn(EMAIL, 'Demo-pass1', HOME);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await new Browser(on).signIn('nobody@example.org', 'Wrong-pass1', HOME);
    await on.database.db
      .updateTable('throttles')
      .set({ blocked_until: until })
      .where('key', 'like', 'login-address:%')
      .execute();
    assert.equal((await new Browser(on).signIn(EMAIL, 'Demo-pass1', HOME)).status, 429);
    assert.equal((await own.signIn(EMAIL, 'Demo-pass1', HOME)).status, 200);
    const scan = { code: 'ER10000001' };
    assert.equal((await new Browser(on).post('sessions/code', scan, { address: HOME })).status, 429);
    assert.equal((await own.post('sessions/code', scan, { address: HOME })).status, 200);
  });
});

describe('the finder of a wristband who keeps entering wrong PINs', () => {
  async function lockPin(api: TestApi): Promise<void> {
    const token = await api.scan();
    const right = await api.newPin(token);
    for (let index = 0; index < 5; index += 1)
      await post(api, 'sessions/pin/verify', { pin: wrongPin(right, index) }, token);
    await post(api, 'sessions/pin', null, token);
    for (let index = 0; index < 5; index += 1)
      await post(api, 'sessions/pin/verify', { pin: wrongPin(right, index) }, token);
    assert.equal((await post(api, 'sessions/pin', null, token)).body.error.code, 'PIN_LOCKED');
  }

  /** Signs in with wristband and PIN in this browser. Returns the response to the PIN. */
  async function enterPin(api: TestApi, browser: Browser) {
    const { token } = (await browser.post<SessionAnswer>('sessions/code', { code: 'ER10000001' })).body;
    const sent = await browser.post('sessions/pin', null, { token });
    if (sent.status !== 200) return sent;
    const pin = /\b(\d{4})\b/.exec((await api.lastMessage(OLD_NUMBER)).body)?.[1];
    return browser.post<Me>('sessions/pin/verify', { pin }, { token });
  }

  for (const [name, apiOf, expected] of [
    ['locks the patient out for the day, on their own phone, too, with the setting off', () => off, 429],
    ["does not lock out the patient's phone with the setting on", () => on, 200],
  ] as const) {
    it(name, async () => {
      const api = apiOf();
      const phone = new Browser(api);
      assert.equal((await enterPin(api, phone)).status, 200);
      await lockPin(api);
      assert.equal((await enterPin(api, phone)).status, expected);
      assert.equal((await enterPin(api, new Browser(api))).status, 429);
    });
  }
});
