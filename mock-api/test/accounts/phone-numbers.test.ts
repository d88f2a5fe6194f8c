/**
 * The five places to enter a phone number: registration, settings, the wristband's new number, invitations, the desk.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { impossibleNumbers } from 'shared-ui/testing/impossible-numbers';
import type { ApiError, Registered } from '../../src/contract.ts';
import { newForm, outcomeOf, startApi, type TestApi, type TestResponse } from '../support/api.ts';

/** Registers with a phone number as the form sends it: dial code and ten digits. */
const register = (api: TestApi, phoneNumber: string, form = newForm()) =>
  api.post<Registered & ApiError>('/api/v1/users/register', { ...form, phoneNumber });

/** Starts an API with what the five places need: a patient, staff, and a wristband up to the step with the new number. */
async function startPlaces(test: TestContext, env: Record<string, string> = {}) {
  const api = await startApi({ LIMIT_TEXTS_PER_ACCOUNT_HOUR: '1000', ...env });
  test.after(() => api.close());
  const [token, staff, narrow] = [await api.signIn(), await api.signInStaff(), await api.scan()];
  assert.equal((await api.post('/api/v1/sessions/email', { email: 'patient@example.org' }, narrow)).status, 204);
  /** Enters a number at all places, each in its own format; the last one ends all other sessions. */
  return async (dial: string, national: string): Promise<Record<string, TestResponse<ApiError>>> => {
    const number = `+${dial}${national}`;
    const spaced = `+${dial} ${national.replace(/^(...)(...)(....)$/, '$1-$2-$3')}`;
    const desk = { firstName: 'Léa', lastName: 'Côté', phone: spaced };
    return {
      registration: await register(api, number),
      settings: await api.ask('PATCH', '/api/v1/users/me', { token, body: { mobilePhone: spaced } }),
      invitation: await api.post('/api/v1/supporters', { name: 'Dana', phone: number }, token),
      desk: await api.post('/api/v1/desk/patients', desk, staff),
      wristband: await api.ask('PATCH', '/api/v1/users/me', { token: narrow, body: { phoneNumber: spaced } }),
    };
  };
}

describe('a phone number', () => {
  it('that is impossible is refused at all five places: 20 from the numbering plans, and two that were once accepted', async (test) => {
    const enter = await startPlaces(test);
    const known = ['4160550101', '0015550101'].map((national) => ({ dial: '1', national }));
    let refused = 0;
    for (const { dial, national } of [...impossibleNumbers(), ...known]) {
      for (const [place, answer] of Object.entries(await enter(dial, national))) {
        const fields = Object.keys(answer.body.error.fields ?? {});
        assert.deepEqual([outcomeOf(answer), fields.length], ['400 VALIDATION', 1], `+${dial}${national}: ${place}`);
        refused += 1;
      }
    }
    assert.equal(refused, 5 * 22);
    test.diagnostic(`impossible numbers refused: ${refused}`);
  });

  it('that costs extra is refused at all five places, also in the demo', async (test) => {
    const enter = await startPlaces(test);
    for (const national of ['9002345678', '4169762345'])
      for (const [place, answer] of Object.entries(await enter('1', national)))
        assert.equal(outcomeOf(answer), '400 VALIDATION', `${national}: ${place}`);
  });

  it('that costs extra is never texted, even if it was stored earlier', async (test) => {
    const api = await startApi();
    test.after(() => api.close());
    await api.setUser('patient@example.org', { phone_number: '+1 900 234 5678', phone_digits: '19002345678' });
    const asked = await api.post<ApiError>('/api/v1/sessions/pin', {}, await api.scan());
    assert.equal(outcomeOf(asked), '403 COUNTRY_NOT_SERVED');
  });

  it('of another country within +1 is refused at all five places, with the names of those served', async (test) => {
    const enter = await startPlaces(test, { TEXT_COUNTRIES: 'CA,US' });
    const message = 'We can send text messages to numbers of these countries only: Canada, United States';
    for (const [place, { status, body }] of Object.entries(await enter('1', '8762345678')))
      assert.deepEqual([status, Object.values(body.error.fields ?? {})], [400, [message]], place);
  });

  it('can be changed three times a day, proven or not', async (test) => {
    const threeOnly = async (api: TestApi, token: string) => {
      const change = async (line: number) => {
        await api.database.db.updateTable('sessions').set({ may_change_phone: 1 }).execute();
        const body = { phoneNumber: `+1 514-555-010${line}` };
        return outcomeOf(await api.ask('PATCH', '/api/v1/users/me', { token, body }));
      };
      for (const line of [1, 2, 3]) assert.doesNotMatch(await change(line), /^[45]/);
      assert.equal(await change(4), '429 TOO_MANY_NUMBERS');
    };
    for (const strict of ['0', '1']) {
      const api = await startApi({ STRICT_IDENTITY: strict });
      test.after(() => api.close());
      const token = await api.scan();
      assert.equal((await api.post('/api/v1/sessions/email', { email: 'patient@example.org' }, token)).status, 204);
      await threeOnly(api, token);
      await threeOnly(api, await api.signIn('second@example.org'));
    }
  });

  it('reserved for fiction is accepted at all five places', async (test) => {
    const enter = await startPlaces(test);
    for (const [place, { status, body }] of Object.entries(await enter('1', '5145550199')))
      assert.ok(status < 300, `${place}: ${JSON.stringify(body)}`);
  });

  it('unusable phone numbers are refused, naming the served countries', async (test) => {
    const enter = await startPlaces(test, { TEXT_COUNTRIES: '+1,+33' });
    const message = 'We can send text messages to numbers of these countries only: +1, +33';
    for (const dial of ['44', '000', '65']) {
      const { invitation, ...others } = await enter(dial, '9123456789');
      assert.equal(invitation?.status, 400, dial);
      for (const [place, { status, body }] of Object.entries(others))
        assert.deepEqual([status, Object.values(body.error.fields ?? {})], [400, [message]], `${place}: +${dial}`);
    }
    assert.equal((await enter('33', '0612345678')).wristband?.status, 200);
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
    let token = '';
    const textOwn = async (phoneNumber: string, to: string) => {
      assert.equal((await api.post('/api/v1/sms/', { message: 'Hello', phoneNumber }, token)).status, 204);
      assert.equal((await api.outbox())[0]?.to, to);
    };
    for (const [country, [sent, to]] of Object.entries(texted)) {
      const form = newForm();
      const { status, body } = await register(api, sent, form);
      assert.deepEqual([status, body.hospitalStatusId], [201, 1], country);
      const uuid = await api.mailedToken(form.email);
      assert.equal((await api.post('/api/v1/users/validate-email', { uuid })).status, 200);
      token = await api.signIn(form.email, form.password);
      await textOwn(sent.slice(1), to);
    }
    // Ten digits with a country code are no North American number.
    const singapore = { phoneNumber: '+65 9123 4567' };
    assert.equal((await api.ask('PATCH', '/api/v1/users/me', { token, body: singapore })).status, 200);
    assert.equal((await api.proveNumber(token, singapore.phoneNumber)).status, 200);
    await textOwn('6591234567', '6591234567');
  });
});
