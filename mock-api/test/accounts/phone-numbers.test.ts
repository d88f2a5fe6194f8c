/**
 * The five places to enter a phone number: registration, settings, the wristband's new number, invitations, the desk.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { impossibleNumbers } from '../../../shared-ui/src/testing/impossible-numbers.ts';
import type { ApiError, Registered } from '../../src/contract.ts';
import { startApi, type TestApi, type TestResponse } from '../support/api.ts';

const FORM = {
  firstName: 'Kim',
  lastName: 'Nguyen',
  organization: 'Northside',
  password: 'Sturdy-pass7',
  confirmPassword: 'Sturdy-pass7',
};

let people = 0;
const newEmail = () => {
  people += 1;
  return `person${people}@example.org`;
};

/** Registers with a phone number as the form sends it: dial code and ten digits. */
const register = (api: TestApi, phoneNumber: string, email = newEmail()) =>
  api.ask<Registered>('POST', '/api/v1/users/register', { body: { ...FORM, email, phoneNumber } });

describe('a phone number', () => {
  let api: TestApi;
  let token: string;
  let narrow: string;
  let staff: string;

  /** Signs in as a patient, as staff, and by wristband up to the step with the new number. */
  async function openSessions(): Promise<void> {
    token = await api.signIn();
    staff = await api.signInStaff();
    narrow = await api.scan();
    const email = { email: 'patient@example.org' };
    assert.equal((await api.ask('POST', '/api/v1/sessions/email', { token: narrow, body: email })).status, 204);
  }

  before(async () => {
    api = await startApi({ LIMIT_TEXTS_PER_ACCOUNT_HOUR: '1000' });
  });
  after(() => api.close());
  beforeEach(openSessions);

  /**
   * Enters a number at all five places, each in its own format; the last one ends all other sessions. Returns the
   * responses by place.
   */
  async function enter(dial: string, national: string): Promise<Record<string, TestResponse<unknown>>> {
    const number = `+${dial}${national}`;
    const spaced = `+${dial} ${national.replace(/^(...)(...)(....)$/, '$1-$2-$3')}`;
    const desk = { firstName: 'Léa', lastName: 'Côté', phone: spaced };
    return {
      registration: await register(api, number),
      settings: await api.ask('PATCH', '/api/v1/users/me', { token, body: { mobilePhone: spaced } }),
      invitation: await api.ask('POST', '/api/v1/supporters', { token, body: { name: 'Dana', phone: number } }),
      desk: await api.ask('POST', '/api/v1/desk/patients', { token: staff, body: desk }),
      wristband: await api.ask('PATCH', '/api/v1/users/me', { token: narrow, body: { phoneNumber: spaced } }),
    };
  }

  it('that is impossible is refused at all five places: 20 from the numbering plans, and two that were once accepted', async (test) => {
    const known = [
      { dial: '1', national: '4160550101' },
      { dial: '1', national: '0015550101' },
    ];
    const counted: Record<string, number> = {};
    for (const { dial, national } of [...impossibleNumbers(), ...known]) {
      for (const [place, { status, body }] of Object.entries(await enter(dial, national))) {
        const { code, fields } = (body as ApiError).error;
        assert.deepEqual([status, code], [400, 'VALIDATION'], `+${dial}${national}: ${place}`);
        assert.equal(Object.keys(fields ?? {}).length, 1, `+${dial}${national}: ${place}`);
        counted[place] = (counted[place] ?? 0) + 1;
      }
    }
    assert.deepEqual(counted, { registration: 22, settings: 22, invitation: 22, desk: 22, wristband: 22 });
    assert.deepEqual((await enter('1', '4160550101')).registration?.body, {
      error: {
        code: 'VALIDATION',
        message: 'Please check what you entered.',
        fields: { phoneNumber: 'Invalid Phone Number (example 1231231234)' },
      },
    });
    test.diagnostic(`impossible numbers refused: ${JSON.stringify(counted)}`);
  });

  for (const national of ['4165550171', '5145550199', '2125550100'])
    it(`reserved for fiction is accepted at all five places: ${national}`, async () => {
      for (const [place, { status, body }] of Object.entries(await enter('1', national)))
        assert.ok(status < 300, `${place}: ${JSON.stringify(body)}`);
    });
});

describe('a registration in the demo', () => {
  it('completes from Germany, Japan, Brazil and France, and its code is texted to the number as dialled', async (test) => {
    const api = await startApi();
    test.after(() => api.close());
    const texted: Record<string, [sent: string, to: string]> = {
      Germany: ['+491701234567', '491701234567'],
      Japan: ['+819012345678', '819012345678'],
      Brazil: ['+551131234567', '551131234567'],
      'France, typed as at home': ['+330612345678', '33612345678'],
    };
    for (const [country, [sent, to]] of Object.entries(texted)) {
      const email = newEmail();
      const { status, body } = await register(api, sent, email);
      assert.deepEqual([status, body.hospitalStatusId], [201, 1], country);
      const uuid = await api.mailedToken(email);
      assert.equal((await api.ask('POST', '/api/v1/users/validate-email', { body: { uuid } })).status, 200);
      const token = await api.signIn(email, FORM.password);
      const own = { message: 'Hello', phoneNumber: sent.slice(1) };
      assert.equal((await api.ask('POST', '/api/v1/sms/', { token, body: own })).status, 204, country);
      assert.equal((await api.outbox())[0]?.to, to, country);
    }
  });

  it('is refused from other countries when the hospital restricts them', async (test) => {
    const api = await startApi({ TEXT_COUNTRIES: '+1,+49' });
    test.after(() => api.close());
    assert.equal((await register(api, '+491701234567')).status, 201);
    const { status, body } = (await register(api, '+819012345678')) as TestResponse<unknown>;
    const { fields } = (body as ApiError).error;
    assert.deepEqual(
      [status, fields],
      [400, { phoneNumber: 'We can send text messages to numbers of these countries only: +1, +49' }],
    );
  });
});

describe('ten digits with a country code', () => {
  it('are texted to that country and not to North America', async (test) => {
    const api = await startApi();
    test.after(() => api.close());
    const token = await api.signIn();
    const singapore = { phoneNumber: '+65 9123 4567' };
    assert.equal((await api.ask('PATCH', '/api/v1/users/me', { token, body: singapore })).status, 200);
    const own = { message: 'Hello', phoneNumber: '6591234567' };
    assert.equal((await api.ask('POST', '/api/v1/sms/', { token, body: own })).status, 204);
    assert.equal((await api.lastMessage('+65 9123 4567')).to, '6591234567');
  });
});
