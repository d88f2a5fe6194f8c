/** A new mobile number by wristband and email. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { AuditEntry, DeskPatient, DeskPatientDetails, NarrowUser, PhoneChangeLink } from '../../src/contract.ts';
import { type TestApi, wrongPin } from '../api.ts';
import { EMAIL, isSignedIn, NEW_NUMBER, OLD_NUMBER, off, on, phoneOf, post } from './strict.ts';

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
