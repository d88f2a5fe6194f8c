/** STRICT_IDENTITY: registration with an email of someone else, and with one that has an account. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { EmailValidated, Invitation, Registered, SessionAnswer, SupporterInvited } from '../../src/contract.ts';
import type { TestApi, TestResponse } from '../support/api.ts';
import { Browser, EMAIL, FORM, isSignedIn, newEmail, nextNumber, off, on, phoneOf } from '../support/strict.ts';

describe("an account that an attacker registered with a victim's email", () => {
  /** Returns the validation's answer in the victim's browser. */
  async function plant(api: TestApi, email: string): Promise<{ uuid: string; opened: EmailValidated }> {
    await new Browser(api).register({ email });
    const uuid = await api.mailedToken(email);
    return { uuid, opened: (await new Browser(api).validate({ uuid })).body };
  }

  it("opens with the attacker's password once the victim opens the link, with the setting off", async () => {
    const email = newEmail();
    const { opened } = await plant(off, email);
    assert.ok(opened.uniqueCode);
    const { status, body } = await new Browser(off).signIn(email, FORM.password);
    assert.deepEqual([status, body.user.scope === 'full' && body.user.emailValidated], [200, true]);
  });

  it("belongs to the victim with the setting on: a new password ends the attacker's password and sessions", async () => {
    const email = newEmail();
    const { uuid, opened } = await plant(on, email);
    assert.deepEqual(opened, { hospitalStatusId: 1, passwordDue: { maskedPhone: '••••••••0177' } });
    const attacker = await new Browser(on).signIn(email, FORM.password);
    assert.equal(
      (await on.ask('GET', '/api/events', { token: attacker.body.token })).body.error.code,
      'EMAIL_NOT_VALIDATED',
    );
    const victim = new Browser(on);
    const common = await victim.validate({ uuid, password: 'Password1!' });
    assert.equal(common.status, 400);
    const own = await victim.validate({ uuid, password: 'Victims-own7', removePhone: true });
    const session = await victim.post<SessionAnswer>('sessions/code', { code: own.body.uniqueCode });
    assert.equal(session.status, 200);
    assert.equal((await new Browser(on).signIn(email, FORM.password)).status, 401);
    assert.equal((await victim.signIn(email, 'Victims-own7')).status, 200);
    assert.equal(await isSignedIn(on, attacker.body.token), false);
    assert.equal(await phoneOf(on, email), '');
    assert.equal((await victim.validate({ uuid })).status, 410);
  });

  it('is validated by the link alone in the browser that registered it', async () => {
    const browser = new Browser(on);
    const email = newEmail();
    const { headers } = await browser.register({ email });
    assert.match(
      String(headers['set-cookie']),
      /^lodestar-device=[\w-]{22}; Path=\/; Max-Age=15552000; SameSite=Lax; HttpOnly$/,
    );
    const { body } = await browser.validate({ uuid: await on.mailedToken(email) });
    assert.ok(body.uniqueCode);
    assert.equal((await browser.signIn(email, FORM.password)).status, 200);
    assert.equal(await phoneOf(on, email), FORM.phoneNumber);
  });

  it('is validated by the link alone in any browser, and sets no cookie, with the setting off', async () => {
    const email = newEmail();
    assert.equal((await new Browser(off).register({ email })).headers['set-cookie'], undefined);
    const uuid = await off.mailedToken(email);
    assert.ok((await new Browser(off).validate({ uuid, password: 'Victims-own7' })).body.uniqueCode);
    assert.equal((await new Browser(off).signIn(email, FORM.password)).status, 200);
  });
});

describe('registration with an email that has an account', () => {
  it('says so with the setting off, so that anyone can find out who has one', async () => {
    const taken = await new Browser(off).register({ email: EMAIL });
    assert.deepEqual(
      [taken.status, taken.body],
      [
        409,
        {
          error: {
            code: 'ACCOUNT_EXISTS',
            message: `The email address ${EMAIL} is already in use. Please try another email address.`,
          },
        },
      ],
    );
  });

  it('gets the same answer as a new one with the setting on; an email says what happened, at most 3 times', async () => {
    const shape = ({ status, headers, body }: TestResponse<Registered>) => [
      status,
      { ...body, email: '' },
      Object.keys(headers)
        .filter((name) => name !== 'content-length')
        .sort(),
    ];
    for (const domain of ['example.org', 'elsewhere.example.com']) {
      const known = `known.${newEmail().split('@')[0]}@${domain}`;
      const first = await new Browser(on).register({ email: known });
      await on.database.db.updateTable('users').set({ email_validated: 1 }).where('email', '=', known).execute();
      const again = await new Browser(on).register({
        email: known,
        password: 'Other-pass12',
        confirmPassword: 'Other-pass12',
      });
      assert.deepEqual(shape(again), shape(first));
      assert.equal(again.body.byEmail, true);
    }
    const known = newEmail();
    await new Browser(on).register({ email: known });
    await on.database.db.updateTable('users').set({ email_validated: 1 }).where('email', '=', known).execute();
    const start = (await on.outbox()).length;
    for (let index = 0; index < 5; index += 1) await new Browser(on).register({ email: known });
    const sent = (await on.outbox()).slice(0, -start);
    assert.deepEqual(
      sent.map(({ subject }) => subject),
      Array(3).fill('You already have an account'),
    );
    assert.equal((await new Browser(on).signIn(known, FORM.password)).status, 200);
  });

  it('takes as long as with a new one', async () => {
    const timed = async (email: string) => {
      const start = performance.now();
      await new Browser(on).register({ email });
      return performance.now() - start;
    };
    for (const email of [newEmail(), EMAIL]) assert.ok((await timed(email)) >= 399, email);
  });

  it('gets a new validation link if it is not validated yet, which asks for a password in another browser', async () => {
    const email = newEmail();
    await new Browser(on).register({ email });
    const planted = await on.mailedToken(email);
    const victim = new Browser(on);
    await victim.register({ email, password: 'Victims-own7', confirmPassword: 'Victims-own7' });
    const uuid = await on.mailedToken(email);
    assert.notEqual(uuid, planted);
    assert.ok((await victim.validate({ uuid })).body.passwordDue);
  });

  it('and an invitation reveals nothing either: it stays open until the email of a new account is validated', async () => {
    const patient = await on.signIn();
    const invite = async () => {
      const body = { name: 'Dana', phone: `+1 416 555 01${10 + nextNumber()}` };
      const { status } = await on.ask<SupporterInvited>('POST', '/api/v1/supporters', { token: patient, body });
      assert.equal(status, 201);
      return /\/onboarding\/invitation\/([0-9a-f-]{36})/.exec((await on.lastMessage(body.phone)).body)?.[1] ?? '';
    };
    const isOpen = async (uuid: string) =>
      (await on.ask<Invitation>('GET', `/api/v1/invitations/${uuid}`)).status === 200;
    const states: boolean[] = [];
    const browser = new Browser(on);
    const email = newEmail();
    for (const invited of ['supporter@example.org', email]) {
      const invitation = await invite();
      assert.equal((await browser.register({ email: invited, invitation })).status, 201);
      states.push(await isOpen(invitation));
      assert.equal((await browser.register({ email: invited, invitation: randomUUID() })).status, 410);
      if (invited === email) {
        const { body } = await browser.validate({ uuid: await on.mailedToken(email) });
        const { token } = (await browser.post<SessionAnswer>('sessions/code', { code: body.uniqueCode })).body;
        const profiles = await on.ask<{ isShared?: boolean }[]>('GET', '/api/v1/profiles', { token });
        assert.equal(profiles.body.length, 2);
        states.push(await isOpen(invitation));
      }
    }
    assert.deepEqual(states, [true, true, false]);
  });
});
