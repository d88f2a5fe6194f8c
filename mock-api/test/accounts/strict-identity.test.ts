/**
 * STRICT_IDENTITY: each attack succeeds with the setting off, as the specification has it, and fails with it on. The
 * demo has it off, production on.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type {
  AuditEntry,
  DeskPatient,
  DeskPatientDetails,
  Me,
  NarrowUser,
  PhoneChangeLink,
  SessionAnswer,
} from '../../src/contract.ts';
import { accountKey } from '../../src/services/accounts/login-throttle.ts';
import { type TestApi, type TestResponse, wrongPin } from '../support/api.ts';
import { Browser, EMAIL, isSignedIn, NEW_NUMBER, OLD_NUMBER, off, on, phoneOf, post } from '../support/strict.ts';

/** Scans the patient's wristband and confirms the email. Returns the token of the narrow session. */
async function passEmailStep(api: TestApi): Promise<string> {
  const token = await api.scan();
  const { status } = await api.ask('POST', '/api/v1/sessions/email', { token, body: { email: EMAIL } });
  assert.equal(status, 204);
  return token;
}

const askForNumber = (api: TestApi, token: string, phoneNumber = NEW_NUMBER) =>
  api.ask<NarrowUser>('PATCH', '/api/v1/users/me', { token, body: { phoneNumber } });

/** Returns the token of the link in the latest message to this recipient. */
async function linkTo(api: TestApi, recipient: string): Promise<string> {
  const { body } = await api.lastMessage(recipient);
  const token = /\/onboarding\/confirm-mobile\/([0-9a-f-]{36})/.exec(body)?.[1];
  assert.ok(token, body);
  return token;
}

describe('the finder of a wristband who knows the email', () => {
  /** Returns whether the finder gets a full session with a PIN texted to their own number. */
  async function takeOver(api: TestApi): Promise<{ isIn: boolean; victim: string }> {
    const victim = await api.signIn();
    const token = await passEmailStep(api);
    await askForNumber(api, token);
    const number = (await phoneOf(api)) === NEW_NUMBER ? NEW_NUMBER : OLD_NUMBER;
    const pin = await api.newPin(token, number);
    const stolen = number === NEW_NUMBER ? pin : wrongPin(pin);
    const { status } = await post(api, 'sessions/pin/verify', { pin: stolen }, token);
    return { isIn: status === 200, victim };
  }

  it('takes the account over, and signs its owner out, with the setting off', async () => {
    const { isIn, victim } = await takeOver(off);
    assert.deepEqual([isIn, await isSignedIn(off, victim)], [true, false]);
    assert.equal(await phoneOf(off), NEW_NUMBER);
  });

  it('gets nothing with the setting on: number, PIN and session of the owner stay', async () => {
    const { isIn, victim } = await takeOver(on);
    assert.deepEqual([isIn, await isSignedIn(on, victim)], [false, true]);
    assert.equal(await phoneOf(on), OLD_NUMBER);
    const texts = (await on.outbox()).filter(({ to }) => to === '14165550199');
    assert.deepEqual(texts, []);
  });

  it('is signed out when the owner refuses the number, by text or by email', async () => {
    for (const recipient of [OLD_NUMBER, EMAIL]) {
      const victim = await on.signIn();
      const token = await passEmailStep(on);
      await askForNumber(on, token);
      const uuid = await linkTo(on, recipient);
      assert.equal((await post(on, 'users/phone-change/refuse', { uuid })).status, 204);
      assert.deepEqual([await isSignedIn(on, token), await isSignedIn(on, victim)], [false, true]);
      assert.equal((await post(on, 'users/phone-change/confirm', { uuid })).body.error.code, 'LINK_DEAD');
      assert.equal(await phoneOf(on), OLD_NUMBER);
    }
  });

  it('can send the owner at most 5 emails an hour', async () => {
    const token = await passEmailStep(on);
    const asked: number[] = [];
    for (let index = 0; index < 6; index += 1) asked.push((await askForNumber(on, token)).status);
    assert.deepEqual(asked, [200, 200, 200, 200, 200, 429]);
  });
});

describe('a new mobile number with the setting on', () => {
  let token: string;
  let victim: string;

  beforeEach(async () => {
    victim = await on.signIn();
    token = await passEmailStep(on);
    const { status, body } = await askForNumber(on, token);
    assert.deepEqual([status, body.phoneNumber, body.phoneChange?.maskedPhone], [200, undefined, '•• ••••••••0199']);
  });

  /** The session that asked goes on with a PIN to the new number, all others have ended. */
  async function expectChanged(): Promise<void> {
    assert.equal(await phoneOf(on), NEW_NUMBER);
    assert.deepEqual([await isSignedIn(on, token), await isSignedIn(on, victim)], [true, false]);
    const { body } = await on.ask<NarrowUser>('GET', '/api/v1/users/me', { token });
    assert.deepEqual([body.maskedPhone, body.phoneChange], ['•• ••••••••0199', undefined]);
    const pin = await on.newPin(token, NEW_NUMBER);
    assert.equal((await post(on, 'sessions/pin/verify', { pin }, token)).status, 200);
  }

  for (const [way, recipient] of [
    ['the old number', OLD_NUMBER],
    ['the email', EMAIL],
  ] as const) {
    it(`is used once a link to ${way} confirms it, once`, async () => {
      const uuid = await linkTo(on, recipient);
      const other = await linkTo(on, recipient === EMAIL ? OLD_NUMBER : EMAIL);
      const shown = await on.ask<PhoneChangeLink>('POST', '/api/v1/users/phone-change', { body: { uuid } });
      assert.deepEqual(shown.body, { firstName: 'Jordan', maskedPhone: '•• ••••••••0199' });
      assert.ok(await isSignedIn(on, victim));
      assert.equal((await post(on, 'users/phone-change/confirm', { uuid })).status, 204);
      for (const dead of [uuid, other])
        assert.equal((await post(on, 'users/phone-change/confirm', { uuid: dead })).status, 410);
      await expectChanged();
    });
  }

  it('is used once staff confirm the number that they have read, which the patient sees in the log', async () => {
    const staff = await on.signInStaff();
    const [patient] = (await on.ask<DeskPatient[]>('GET', '/api/v1/desk/patients?search=ER10000001', { token: staff }))
      .body;
    const url = `/api/v1/desk/patients/${patient?.id}`;
    const details = await on.ask<DeskPatientDetails>('GET', url, { token: staff });
    assert.equal(details.body.phoneChange?.phoneNumber, NEW_NUMBER);
    const confirm = (phoneNumber: string) =>
      on.ask('POST', `${url}/phone-change/confirm`, { token: staff, body: { phoneNumber } });
    assert.equal((await confirm('+1 416-555-0188')).status, 404);
    assert.equal((await confirm(NEW_NUMBER)).status, 204);
    assert.equal((await confirm(NEW_NUMBER)).status, 404);
    await expectChanged();
    const { body: log } = await on.ask<AuditEntry[]>('GET', '/api/v1/access-log', { token });
    const whats = log.map(({ what }) => what);
    assert.ok(whats.includes('Confirmed your new mobile number'));
    assert.ok(whats.includes('Asked for a new mobile number, with your wristband'));
  });

  it('is refused by staff, who sign out the device that asked', async () => {
    const staff = await on.signInStaff();
    const { id } = await on.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow();
    const url = `/api/v1/desk/patients/${id}/phone-change/refuse`;
    const answer = await on.ask('POST', url, { token: staff, body: { phoneNumber: NEW_NUMBER } });
    assert.deepEqual([answer.status, await isSignedIn(on, token), await phoneOf(on)], [204, false, OLD_NUMBER]);
  });

  it('stops waiting when a newer one replaces it, a wristband is issued, or a day has passed', async () => {
    const first = await linkTo(on, EMAIL);
    await askForNumber(on, token, '+1 416-555-0188');
    assert.equal((await post(on, 'users/phone-change/confirm', { uuid: first })).status, 410);
    const second = await linkTo(on, EMAIL);
    await on.database.db.updateTable('phone_changes').set({ expires_at: new Date().toISOString() }).execute();
    assert.equal((await post(on, 'users/phone-change/confirm', { uuid: second })).status, 410);
    await askForNumber(on, token);
    const staff = await on.signInStaff();
    const { id, wristband_code: code } = await on.database.db
      .selectFrom('users')
      .select(['id', 'wristband_code'])
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow();
    await on.ask('POST', `/api/v1/desk/patients/${id}/wristband`, { token: staff });
    const uuid = await linkTo(on, EMAIL);
    assert.equal((await post(on, 'users/phone-change/confirm', { uuid })).status, 410);
    await on.database.db.updateTable('users').set({ wristband_code: code }).where('id', '=', id).execute();
  });
});

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

describe('a patient without an email', () => {
  for (const [setting, apiOf] of [
    ['off', () => off],
    ['on', () => on],
  ] as const) {
    it(`gets a new number at the desk, signs in with it and erases the account, with the setting ${setting}`, async () => {
      const api = apiOf();
      const staff = await api.signInStaff();
      const atDesk = <Body>(method: 'GET' | 'POST', path: string, body?: unknown) =>
        api.ask<Body>(method, `/api/v1/desk/patients${path}`, {
          token: staff,
          ...(body === undefined ? {} : { body }),
        });
      const phone = '+1 613 555 0181';
      const form = { firstName: 'Odile', lastName: 'Sauvé', phone };
      const { id } = (await atDesk<DeskPatient>('POST', '', form)).body;
      const { code } = (await atDesk<{ code: string }>('POST', `/${id}/wristband`)).body;

      const token = await api.scan(code);
      const asked = await askForNumber(api, token);
      assert.equal(asked.status, 200);
      assert.deepEqual([asked.body.hasNoEmail, asked.body.phoneChange?.maskedPhone], [true, '•• ••••••••0199']);
      const details = await atDesk<DeskPatientDetails>('GET', `/${id}`);
      const { phoneNumber, phoneChange } = details.body;
      assert.deepEqual([phoneNumber, phoneChange?.phoneNumber], [phone, NEW_NUMBER], 'nothing changes before that');
      assert.ok(await linkTo(api, phone), 'the old number is asked');
      const decision = { phoneNumber: NEW_NUMBER };
      assert.equal((await atDesk('POST', `/${id}/phone-change/confirm`, decision)).status, 204);

      const pin = await api.newPin(token, NEW_NUMBER);
      const signedIn = await post(api, 'sessions/pin/verify', { pin }, token);
      assert.equal(signedIn.status, 200);
      const proof = await api.newPin(token, NEW_NUMBER);
      assert.equal((await post(api, 'own-data/confirmation', { pin: proof }, token)).status, 200);
      assert.equal((await api.ask('DELETE', '/api/v1/own-data', { token })).status, 204);
      assert.equal((await atDesk('GET', `/${id}`)).status, 404);
    });
  }
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
