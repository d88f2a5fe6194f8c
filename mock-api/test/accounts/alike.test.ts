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
  const login = (username: string) => api.post('/api/v1/sessions', { username, password: 'Wrong-pass1' });
  const ask = (path: string, email: string) => api.post(`/api/v1/users/${path}`, { email });

  const seen = ({ status, body, headers }: TestResponse<unknown>) => {
    // The request id is random.
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    return { status, body, headers: rest };
  };

  before(async () => {
    api = await startApi();
    await api.setUser('second@example.org', { password_hash: null });
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.outbox();
    await api.resetThrottles();
  });

  it('is not revealed by the work of a sign-in: one verification at the same cost and the same statements', async () => {
    const price = ['argon2id$v=19$m=19456,t=2,p=1'];
    const works: { verified: string[]; statements: string[]; response: unknown }[] = [];
    for (const email of ['patient@example.org', 'second@example.org', 'nobody@example.org']) {
      let [verified, response]: [string[], unknown] = [[], undefined];
      const statements = await statementsOf(async () => {
        verified = await messagesOf('api:password-verified', async () => {
          response = seen(await login(email));
        });
      });
      works.push({ verified, statements, response });
    }
    const [first, ...others] = works;
    const count = first?.statements.length ?? 0;
    assert.deepEqual(first?.verified, price);
    assert.ok(count > 3);
    for (const other of others) assert.deepEqual(other, first);
    console.log(
      `who has an account: ${works.length} kinds of sign-in, each ${price[0]} once and the same ${count} statements`,
    );
  });

  it('is looked up only after the response to a forgotten password or a resend', async () => {
    for (const path of ['forgot-password', 'resend-validation-email']) {
      const before_ = async (email: string) => {
        await api.outbox();
        let response: unknown;
        const statements = await statementsOf(async () => {
          response = seen(await ask(path, email));
        });
        const handedOver = statements.findIndex((sql) => /from "mail_requests"/.test(sql));
        const first = handedOver === -1 ? statements : statements.slice(0, handedOver);
        return { response, statements: first.filter((sql) => sql !== 'begin' && sql !== 'begin immediate') };
      };
      const known = await before_('unvalidated@example.org');
      assert.ok(known.statements.some((sql) => /insert into "mail_requests"/.test(sql)));
      assert.doesNotMatch(known.statements.join('\n'), /"users"|one_time_tokens|"messages"/);
      assert.deepEqual(known, await before_('nobody@example.org'));
      assert.deepEqual(known.response, seen(await ask(path, 'not an address')));
    }
  });

  it('still gets the link by email, even if the process ended right after the response', async () => {
    const { db } = api.database;
    const request = { id: 'left-behind', kind: 'reset-password', email: 'patient@example.org' } as const;
    await db
      .insertInto('mail_requests')
      .values({ ...request, created_at: '2026-01-01' })
      .execute();
    const uuid = await api.mailedToken(request.email);
    assert.equal((await api.post('/api/v1/users/reset-app-password', { uuid, password: PASSWORD })).status, 204);
    assert.deepEqual(await db.selectFrom('mail_requests').selectAll().execute(), []);
  });
});
