/** STRICT_IDENTITY on, as in production. The other tests have it off, as the demo does. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { now } from '../../src/common/clock.ts';
import type {
  AuditEntry,
  DeskPatient,
  DeskPatientDetails,
  EmailValidated,
  NarrowUser,
  PhoneChangeLink,
  Profile,
  Registered,
  SessionAnswer,
} from '../../src/contract.ts';
import { accountKey } from '../../src/services/accounts/login-throttle.ts';
import { newForm, outcomeOf, PASSWORD, startApi, type TestApi, type TestResponse, wrongPin } from '../support/api.ts';
import { sayYes } from '../support/sharing.ts';

const EMAIL = 'patient@example.org';
const OLD_NUMBER = '+1 416 555 0101';
const NEW_NUMBER = '+1 416-555-0199';
const MASKED = '•• ••••••••0199';
const ATTACKER = '203.0.113.66';
const HOME = '198.51.100.7';
const VICTIMS = { password: 'Victims-own7', confirmPassword: 'Victims-own7' };

let api: TestApi;

/** A browser that stores the cookie it is sent. */
class Browser {
  #cookie = '';

  async post<Body>(path: string, body: unknown, more: { token?: string; address?: string } = {}) {
    const headers: Record<string, string> = this.#cookie ? { cookie: this.#cookie } : {};
    const response = await api.ask<Body>('POST', `/api/v1/${path}`, { body, headers, ...more });
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    if (set) this.#cookie = String(set).split(';', 1)[0] ?? '';
    return response;
  }

  register(form: object) {
    return this.post<Registered>('users/register', form);
  }

  async validate(email: string, more = {}) {
    return this.post<EmailValidated>('users/validate-email', { uuid: await api.mailedToken(email), ...more });
  }

  async signIn(username: string, password = PASSWORD, address = HOME) {
    const answer = await this.post<SessionAnswer>('sessions', { username, password }, { address });
    return { ...answer.body, status: answer.status, wait: answer.headers['retry-after'] };
  }
}

const phoneOf = async (email = EMAIL) => (await api.user(email)).phone_number;
const isSignedIn = async (token: string) => (await api.ask('GET', '/api/v1/users/me', { token })).status === 200;
const askForNumber = (token: string, phoneNumber = NEW_NUMBER) =>
  api.ask<NarrowUser>('PATCH', '/api/v1/users/me', { token, body: { phoneNumber } });
const enterPin = async (token: string, pin: string) =>
  (await api.post('/api/v1/sessions/pin/verify', { pin }, token)).status;
const answerLink = async (uuid: string, decision = 'confirm') =>
  outcomeOf(await api.post(`/api/v1/users/phone-change/${decision}`, { uuid }));

/** Scans the patient's wristband and confirms the email. Returns the token of the narrow session. */
async function passEmailStep(): Promise<string> {
  const token = await api.scan();
  assert.equal((await api.post('/api/v1/sessions/email', { email: EMAIL }, token)).status, 204);
  return token;
}

/** Returns the token of the link in the latest message to this recipient. */
async function linkTo(recipient: string): Promise<string> {
  const { body } = await api.lastMessage(recipient);
  return /\/onboarding\/confirm-mobile\/([0-9a-f]{32})/.exec(body)?.[1] ?? assert.fail(body);
}

describe('strict identity', () => {
  before(async () => {
    api = await startApi({ STRICT_IDENTITY: 'on' });
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.resetThrottles();
    await api.database.db.deleteFrom('phone_changes').execute();
    await api.setUser(EMAIL, { phone_number: OLD_NUMBER, phone_digits: '14165550101' });
  });

  describe('a new mobile number by wristband', () => {
    let token: string;
    let owner: string;

    beforeEach(async () => {
      owner = await api.signIn();
      token = await passEmailStep();
      const { status, body } = await askForNumber(token);
      assert.deepEqual([status, body.phoneNumber, body.phoneChange?.maskedPhone], [200, undefined, MASKED]);
    });

    /** The session that asked goes on with a PIN to the new number, all others have ended. */
    async function expectChanged(): Promise<void> {
      assert.equal(await phoneOf(), NEW_NUMBER);
      assert.deepEqual([await isSignedIn(token), await isSignedIn(owner)], [true, false]);
      const { maskedPhone, phoneChange } = await api.get<NarrowUser>('/api/v1/users/me', token);
      assert.deepEqual([maskedPhone, phoneChange], [MASKED, undefined]);
      assert.equal(await enterPin(token, await api.newPin(token, NEW_NUMBER)), 200);
    }

    it('gets nothing with the setting on: number, PIN and session of the owner stay', async () => {
      await api.newPin(token, OLD_NUMBER);
      assert.deepEqual([await phoneOf(), await isSignedIn(owner)], [OLD_NUMBER, true]);
      assert.ok((await api.outbox()).every(({ to }) => to !== '14165550199'));
    });

    it('is signed out when the owner refuses the number, by text or by email', async () => {
      for (const recipient of [OLD_NUMBER, EMAIL]) {
        const asking = await passEmailStep();
        await askForNumber(asking);
        const uuid = await linkTo(recipient);
        assert.equal(await answerLink(uuid, 'refuse'), '204');
        assert.deepEqual([await isSignedIn(asking), await isSignedIn(owner)], [false, true]);
        assert.deepEqual([await answerLink(uuid), await phoneOf()], ['410 LINK_DEAD', OLD_NUMBER]);
      }
    });

    for (const [way, recipient, otherRecipient] of [
      ['the old number', OLD_NUMBER, EMAIL],
      ['the email', EMAIL, OLD_NUMBER],
    ] as const) {
      it(`is used once a link to ${way} confirms it, once`, async () => {
        const [uuid, other] = [await linkTo(recipient), await linkTo(otherRecipient)];
        const shown = await api.post<PhoneChangeLink>('/api/v1/users/phone-change', { uuid });
        assert.deepEqual(shown.body, { firstName: 'Jordan', maskedPhone: MASKED });
        assert.ok(await isSignedIn(owner));
        assert.equal(await answerLink(uuid), '204');
        for (const dead of [uuid, other]) assert.equal(await answerLink(dead), '410 LINK_DEAD');
        await expectChanged();
      });
    }

    it('is used once staff confirm the number that they have read, which the patient sees in the log', async () => {
      const staff = await api.signInStaff();
      const [patient] = await api.get<DeskPatient[]>('/api/v1/desk/patients?search=ER10000001', staff);
      const url = `/api/v1/desk/patients/${patient?.id}`;
      assert.equal((await api.get<DeskPatientDetails>(url, staff)).phoneChange?.phoneNumber, NEW_NUMBER);
      const decide = async (phoneNumber: string, decision = 'confirm') =>
        (await api.post(`${url}/phone-change/${decision}`, { phoneNumber }, staff)).status;
      assert.equal(await decide('+1 416-555-0188'), 404);
      assert.equal(await decide(NEW_NUMBER), 204);
      assert.equal(await decide(NEW_NUMBER), 404);
      await expectChanged();
      const whats = (await api.get<AuditEntry[]>('/api/v1/access-log', token)).map(({ what }) => what);
      for (const what of ['Confirmed your new mobile number', 'Asked for a new mobile number, with your wristband'])
        assert.ok(whats.includes(what), what);

      const refused = await passEmailStep();
      await askForNumber(refused, '+1 416-555-0188');
      assert.equal(await decide('+1 416-555-0188', 'refuse'), 204);
      assert.deepEqual([await isSignedIn(refused), await phoneOf()], [false, NEW_NUMBER]);
    });

    it('stops waiting when a newer one replaces it, a wristband is issued, or a day has passed', async () => {
      const first = await linkTo(EMAIL);
      await askForNumber(token, '+1 416-555-0188');
      assert.equal(await answerLink(first), '410 LINK_DEAD');
      await api.database.db.updateTable('phone_changes').set({ expires_at: now() }).execute();
      assert.equal(await answerLink(await linkTo(EMAIL)), '410 LINK_DEAD');
      await askForNumber(token);
      const { id, wristband_code } = await api.user(EMAIL);
      await api.post(`/api/v1/desk/patients/${id}/wristband`, undefined, await api.signInStaff());
      assert.equal(await answerLink(await linkTo(EMAIL)), '410 LINK_DEAD');
      await api.setUser(EMAIL, { wristband_code });
    });
  });

  describe('an attacker who keeps entering wrong passwords', () => {
    const wrong = (address: string, browser = new Browser()) => browser.signIn(EMAIL, 'Wrong-pass1', address);
    const set = (values: { count?: number; blocked_until?: string | null }, key = '%') =>
      api.database.db.updateTable('throttles').set(values).where('key', 'like', key).execute();

    it('waits alone with the setting on: its network waits, progressively, and other networks do not', async () => {
      for (let index = 0; index < 5; index += 1) await wrong(ATTACKER);
      const { status, wait } = await new Browser().signIn(EMAIL, PASSWORD, ATTACKER);
      assert.deepEqual([status, wait], [429, '30']);
      assert.equal((await new Browser().signIn(EMAIL)).status, 200);
    });

    it('from many networks makes unknown devices wait, never a known one, which waits at most 5 minutes for its own failures', async () => {
      const own = new Browser();
      assert.equal((await own.signIn(EMAIL)).status, 200);
      await wrong('192.0.2.1');
      await set({ count: 98 }, accountKey(EMAIL));
      await wrong('192.0.2.2');
      assert.equal((await new Browser().signIn('second@example.org')).status, 200);
      await wrong('192.0.2.3');
      assert.equal((await new Browser().signIn(EMAIL)).status, 429);
      assert.equal((await own.signIn(EMAIL, PASSWORD, ATTACKER)).status, 200);
      for (let index = 0; index < 10; index += 1) {
        if (index >= 4) await set({ blocked_until: null });
        await wrong(HOME, own);
      }
      assert.equal((await own.signIn(EMAIL)).wait, '300');
    });

    it('does not keep a known device on the same network from signing in when the network waits', async () => {
      const [own, unknown] = [new Browser(), new Browser()];
      await own.signIn(EMAIL);
      await new Browser().signIn('nobody@example.org');
      await set({ blocked_until: new Date(Date.now() + 3_600_000).toISOString() }, 'login-address:%');
      const scan = async (browser: Browser) =>
        (await browser.post('sessions/code', { code: 'ER10000001' }, { address: HOME })).status;
      assert.deepEqual([(await unknown.signIn(EMAIL)).status, await scan(unknown)], [429, 429]);
      assert.deepEqual([(await own.signIn(EMAIL)).status, await scan(own)], [200, 200]);
    });
  });

  it("the finder of a wristband who keeps entering wrong PINs does not lock out the patient's phone", async () => {
    /** Signs in with wristband and PIN in this browser. Returns the status of the last response. */
    const enter = async (browser: Browser) => {
      const { token } = (await browser.post<SessionAnswer>('sessions/code', { code: 'ER10000001' })).body;
      const sent = await browser.post('sessions/pin', null, { token });
      if (sent.status !== 200) return sent.status;
      const pin = /\b(\d{4})\b/.exec((await api.lastMessage(OLD_NUMBER)).body)?.[1];
      return (await browser.post('sessions/pin/verify', { pin }, { token })).status;
    };
    const phone = new Browser();
    assert.equal(await enter(phone), 200);
    const token = await api.scan();
    for (let round = 0; round < 2; round += 1) {
      const right = await api.newPin(token);
      for (let index = 0; index < 5; index += 1) await enterPin(token, wrongPin(right, index));
    }
    assert.equal(outcomeOf(await api.post('/api/v1/sessions/pin', undefined, token)), '429 PIN_LOCKED');
    assert.deepEqual([await enter(phone), await enter(new Browser())], [200, 429]);
  });

  describe("an account that an attacker registered with a victim's email", () => {
    it("belongs to the victim with the setting on: a new password ends the attacker's password and sessions", async () => {
      const { email, password, ...form } = newForm();
      await new Browser().register({ ...form, email, password });
      const opened = await new Browser().validate(email);
      assert.deepEqual(opened.body, { hospitalStatusId: 1, passwordDue: { maskedPhone: '••••••••0144' } });
      const attacker = (await new Browser().signIn(email, password)).token;
      assert.equal(outcomeOf(await api.ask('GET', '/api/events', { token: attacker })), '403 EMAIL_NOT_VALIDATED');
      const victim = new Browser();
      assert.equal((await victim.validate(email, { password: 'Password1!' })).status, 400);
      const own = await victim.validate(email, { password: VICTIMS.password, removePhone: true });
      assert.equal((await victim.post('sessions/code', { code: own.body.uniqueCode })).status, 200);
      assert.equal((await new Browser().signIn(email, password)).status, 401);
      assert.equal((await victim.signIn(email, VICTIMS.password)).status, 200);
      assert.deepEqual([await isSignedIn(attacker), await phoneOf(email)], [false, '']);
    });

    it('is validated by the link alone in the browser that registered it', async () => {
      const browser = new Browser();
      const form = newForm();
      const { headers } = await browser.register(form);
      const cookie = /^lodestar-device=[\w-]{22}; Path=\/; Max-Age=15552000; SameSite=Lax; HttpOnly$/;
      assert.match(String(headers['set-cookie']), cookie);
      assert.ok((await browser.validate(form.email)).body.uniqueCode);
      assert.equal((await browser.signIn(form.email, form.password)).status, 200);
      assert.equal(await phoneOf(form.email), form.phoneNumber);
    });
  });

  describe('registration with an email that has an account', () => {
    it('gets the same answer as a new one with the setting on; an email says what happened, at most 3 times', async () => {
      const shape = ({ status, headers, body }: TestResponse<Registered>) => {
        const names = Object.keys(headers).filter((name) => name !== 'content-length');
        return [status, { ...body, email: '' }, names.sort()];
      };
      for (const email of ['known@elsewhere.example.com', 'known@example.org']) {
        const first = await new Browser().register(newForm({ email }));
        await api.setUser(email, { email_validated: 1 });
        const again = await new Browser().register(newForm({ ...VICTIMS, email }));
        assert.deepEqual(shape(again), shape(first));
        assert.equal(again.body.byEmail, true);
      }
      const start = (await api.outbox()).length - 1;
      const email = 'known@example.org';
      for (let index = 0; index < 4; index += 1) await new Browser().register(newForm({ ...VICTIMS, email }));
      const sent = (await api.outbox()).slice(0, -start).map(({ subject }) => subject);
      assert.deepEqual(sent, Array(3).fill('You already have an account'));
      assert.equal((await new Browser().signIn(email, newForm().password)).status, 200);
    });

    it('takes as long as with a new one', async () => {
      for (const email of [newForm().email, EMAIL]) {
        const start = performance.now();
        await new Browser().register(newForm({ email }));
        assert.ok(performance.now() - start >= 399, email);
      }
    });

    it('gets a new validation link if it is not validated yet, which asks for a password in another browser', async () => {
      const { email } = newForm();
      await new Browser().register(newForm({ email }));
      const planted = await api.mailedToken(email);
      const victim = new Browser();
      await victim.register(newForm({ ...VICTIMS, email }));
      assert.notEqual(await api.mailedToken(email), planted);
      assert.ok((await victim.validate(email)).body.passwordDue);
    });

    it('and an invitation reveals nothing either: it stays open until the email of a new account is validated', async () => {
      const patient = await api.signIn();
      const isOpen = async (uuid: string) => (await api.ask('GET', `/api/v1/invitations/${uuid}`)).status === 200;
      const browser = new Browser();
      const register = async (email: string, invitation: string) =>
        (await browser.register(newForm({ email, invitation }))).status;
      const { email } = newForm();
      let invitation = '';
      for (const [index, invited] of ['supporter@example.org', email].entries()) {
        const phone = `+1 416 555 011${index}`;
        assert.equal((await api.post('/api/v1/supporters', { name: 'Dana', phone }, patient)).status, 201);
        invitation = /\/invitation\/([0-9a-f]{32})/.exec((await api.lastMessage(phone)).body)?.[1] ?? '';
        assert.equal(await register(invited, invitation), 201);
        assert.ok(await isOpen(invitation), invited);
        assert.equal(await register(invited, randomUUID()), 410);
      }
      const { uniqueCode } = (await browser.validate(email)).body;
      const { token } = (await browser.post<SessionAnswer>('sessions/code', { code: uniqueCode })).body;
      await sayYes(api, patient);
      assert.equal((await api.get<Profile[]>('/api/v1/profiles', token)).length, 2);
      assert.equal(await isOpen(invitation), false);
    });
  });
});
