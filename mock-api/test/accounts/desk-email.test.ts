/** Emails that the desk has entered: a mistyped one may belong to a stranger. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import type { AuditEntry, DeskPatient, NarrowUser, SessionAnswer } from '../../src/contract.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';
import { newForm, outcomeOf, startApi, type TestApi } from '../support/api.ts';

const NUMBER = '+1 613 555 0181';
const NEW_NUMBER = '+1 416-555-0199';
const PASSWORD = 'Sturdy-river-pass7';
const RESET = '/api/v1/users/reset-app-password';
const OWN = '/api/v1/users/me/password';

let api: TestApi;
let staff: string;
let email: string;
let code: string;
let count = 0;

const wasSent = async (to: string, text: RegExp) =>
  (await api.outbox()).some((message) => message.to === to && text.test(message.body));

/** Requests a reset link as anyone can. Returns its token. */
async function requestLink(): Promise<string> {
  assert.equal((await api.post('/api/v1/users/forgot-password', { email })).status, 204);
  return api.mailedToken(email);
}

/** Signs in with wristband and PIN. Returns the session's token. */
async function enter(): Promise<string> {
  const token = await api.scan(code);
  const pin = await api.newPin(token, NUMBER);
  assert.equal((await api.post('/api/v1/sessions/pin/verify', { pin }, token)).status, 200);
  return token;
}

const signIn = (password = PASSWORD) => api.post<SessionAnswer>('/api/v1/sessions', { username: email, password });

for (const strict of ['off', 'on']) {
  describe(`an email that the desk has entered, with STRICT_IDENTITY ${strict}`, () => {
    before(async () => {
      api = await startApi({ STRICT_IDENTITY: strict });
      staff = await api.signInStaff();
    });
    after(() => api.close());
    beforeEach(async () => {
      await api.resetThrottles();
      count += 1;
      email = `mistyped${count}@elsewhere.example.com`;
      const person = { firstName: 'Odile', lastName: 'Sauvé', phone: NUMBER, email };
      const made = await api.post<DeskPatient>('/api/v1/desk/patients', person, staff);
      const url = `/api/v1/desk/patients/${made.body.id}/wristband`;
      code = (await api.post<{ code: string }>(url, undefined, staff)).body.code;
    });

    it('does not open the record to a stranger who owns it', async () => {
      const uuid = await requestLink();
      assert.equal(outcomeOf(await api.post(RESET, { uuid, password: PASSWORD })), '403 WRISTBAND_REQUIRED');
      assert.equal((await signIn()).status, 401);
      assert.ok(!(await wasSent(email, /Odile/)), 'nor does it tell the stranger whose account it is');
    });

    it('gets a first password by wristband, PIN and the emailed link, and is proven by that', async () => {
      const uuid = await requestLink();
      const body = { uuid, password: PASSWORD };
      assert.equal(outcomeOf(await api.post(OWN, body)), '401 UNAUTHENTICATED');
      assert.equal(outcomeOf(await api.post(OWN, body, await api.scan(code))), '403 PIN_REQUIRED');
      assert.equal(outcomeOf(await api.post(OWN, body, await api.signIn())), '410 LINK_DEAD', 'of another account');
      const token = await enter();
      assert.equal((await api.post(OWN, { uuid, password: 'Password1!' }, token)).status, 400);
      assert.equal((await api.post(OWN, body, token)).status, 204);
      assert.equal(outcomeOf(await api.post(OWN, body, token)), '401 UNAUTHENTICATED', 'every session has ended');
      const log = await api.get<AuditEntry[]>('/api/v1/access-log', (await signIn()).body.token);
      assert.ok(log.some(({ what }) => what === 'Confirmed your email address'));
      const again = { uuid: await requestLink(), password: 'Another-pass7' };
      assert.equal((await api.post(RESET, again)).status, 204);
      assert.equal((await signIn('Another-pass7')).status, 200);
    });

    it('confirms no new mobile number, not even with the wristband', async () => {
      const token = await api.scan(code);
      const change = { token, body: { phoneNumber: NEW_NUMBER } };
      await api.post('/api/v1/sessions/email', { email }, token);
      const { body } = await api.ask<NarrowUser>('PATCH', '/api/v1/users/me', change);
      assert.deepEqual([body.phoneNumber, body.hasNoEmail, !!body.phoneChange], [undefined, true, true]);
      assert.equal((await api.user(email)).phone_number, NUMBER);
      assert.ok(!(await wasSent(email, /./)));
      assert.match((await api.lastMessage(NUMBER)).body, /confirm-mobile/);
    });
  });
}

it('registering with an email that the desk has entered sends the same email as a forgotten password', async () => {
  api = await startApi({ STRICT_IDENTITY: 'on' });
  try {
    const form = newForm({ email: 'mistyped@example.org' });
    const person = { firstName: 'Odile', lastName: 'Sauvé', phone: NUMBER, email: form.email };
    await api.post('/api/v1/desk/patients', person, await api.signInStaff());
    assert.equal((await api.post('/api/v1/users/register', form)).status, 201);
    const { body } = await api.lastMessage(form.email);
    assert.match(body, /wristband/);
    assert.doesNotMatch(body, /Odile/);
  } finally {
    await api.close();
  }
});

it('the migration marks emails of patients without a password, whom only the desk can have made', async () => {
  api = await startApi();
  try {
    const { db } = api.database;
    const marked = async () => {
      const rows = await db.selectFrom('users').select('email').where('email_unproven', '=', 1).execute();
      return rows.map((row) => row.email);
    };
    assert.deepEqual(await marked(), []);
    const token = await api.signInStaff();
    const person = { firstName: 'Odile', lastName: 'Sauvé', phone: NUMBER };
    await api.post('/api/v1/desk/patients', { ...person, email: 'odile@example.org' }, token);
    await api.post('/api/v1/desk/patients', person, token);
    await api.setUser('staff@example.org', { password_hash: null });
    await db.schema.alterTable('users').dropColumn('email_unproven').execute();
    await sql`delete from schema_migrations where name = '0053-unproven-emails'`.execute(db);
    await prepareDatabase(api.database, readConfig(api.env));
    assert.deepEqual(await marked(), ['odile@example.org']);
  } finally {
    await api.close();
  }
});
