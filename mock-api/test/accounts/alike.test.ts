/**
 * The API doesn't reveal who has an account: the responses are identical, and so is the work done before them. The
 * resulting time is measured by `npm run bench -- --only alike`, not here.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { messagesOf, statementsOf } from '../messages/channel-messages.ts';
import { PASSWORD, startApi, type TestApi, type TestResponse } from '../support/api.ts';

describe('who has an account', () => {
  let api: TestApi;
  const login = (username: string, password = 'Wrong-pass1') =>
    api.ask('POST', '/api/v1/sessions', { body: { username, password } });
  const ask = (path: string, email: string) => api.ask('POST', `/api/v1/users/${path}`, { body: { email } });

  const seen = ({ status, body, headers }: TestResponse<unknown>) => {
    // The request id is random.
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    return { status, body, headers: rest };
  };

  before(async () => {
    api = await startApi();
    await api.database.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('email', '=', 'second@example.org')
      .execute();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.outbox();
    await api.database.db.deleteFrom('throttles').execute();
  });

  it('is not revealed by the response to a sign-in, a forgotten password or a resend', async () => {
    assert.deepEqual(seen(await login('patient@example.org')), seen(await login('nobody@example.org')));
    assert.deepEqual(seen(await login('second@example.org')), seen(await login('nobody@example.org')));
    for (const path of ['forgot-password', 'resend-validation-email']) {
      const known = await ask(path, 'unvalidated@example.org');
      assert.equal(known.status, 204);
      assert.deepEqual(seen(known), seen(await ask(path, 'nobody@example.org')));
      assert.deepEqual(seen(known), seen(await ask(path, 'not an address')));
    }
  });

  it('is not revealed by the work of a sign-in: one verification at the same cost and the same statements', async () => {
    const price = ['argon2id$v=19$m=19456,t=2,p=1'];
    const works: { verified: string[]; statements: string[] }[] = [];
    for (const email of ['patient@example.org', 'second@example.org', 'nobody@example.org']) {
      let verified: string[] = [];
      const statements = await statementsOf(async () => {
        verified = await messagesOf('api:password-verified', () => login(email));
      });
      works.push({ verified, statements });
    }
    const [first, ...others] = works;
    assert.deepEqual(first?.verified, price);
    assert.ok((first?.statements.length ?? 0) > 3);
    for (const other of others) assert.deepEqual(other, first);
    console.log(
      `who has an account: ${works.length} kinds of sign-in, each ${price[0]} once and the same ${first?.statements.length} statements`,
    );
  });

  it('is looked up only after the response to a forgotten password or a resend', async () => {
    for (const path of ['forgot-password', 'resend-validation-email']) {
      const before_ = async (email: string) => {
        await api.outbox();
        const statements = await statementsOf(() => ask(path, email));
        const handedOver = statements.findIndex((sql) => /from "mail_requests"/.test(sql));
        return handedOver === -1 ? statements : statements.slice(0, handedOver);
      };
      const known = await before_('unvalidated@example.org');
      assert.ok(known.some((sql) => /insert into "mail_requests"/.test(sql)));
      assert.ok(!known.some((sql) => /"users"|one_time_tokens|"messages"/.test(sql)), known.join('\n'));
      const settled = (statements: string[]) =>
        statements.filter((sql) => sql !== 'begin' && sql !== 'begin immediate');
      assert.deepEqual(settled(known), settled(await before_('nobody@example.org')));
    }
  });

  it('still gets the link by email, even if the process ended right after the response', async () => {
    await api.database.db
      .insertInto('mail_requests')
      .values({ id: 'left-behind', kind: 'reset-password', email: 'patient@example.org', created_at: '2026-01-01' })
      .execute();
    const uuid = await api.mailedToken('patient@example.org');
    const answer = await api.ask('POST', '/api/v1/users/reset-app-password', { body: { uuid, password: PASSWORD } });
    assert.equal(answer.status, 204);
    assert.deepEqual(await api.database.db.selectFrom('mail_requests').selectAll().execute(), []);
  });
});
