/** Signs in to an API in a separate process. */
import assert from 'node:assert/strict';
import type { Outbox, OutboxMessage } from '../../src/contract.ts';
import type { ServerProcess } from '../support/server-process.ts';

export const outboxOf = async (server: ServerProcess): Promise<OutboxMessage[]> =>
  (await server.get<Outbox>('/api/dev/outbox')).messages;

/** Scans a wristband. Returns the token of the narrow session. */
export async function scan(server: ServerProcess): Promise<string> {
  const answer = await server.post('/api/v1/sessions/code', { code: 'ER10000001' });
  return ((await answer.json()) as { token: string }).token;
}

/** Signs in as staff with the code sent by email. Returns the session's token. */
export async function signInStaff(server: ServerProcess): Promise<string> {
  const token = await server.signIn('staff@example.org');
  const message = (await outboxOf(server)).find(({ to }) => to === 'staff@example.org');
  const code = message?.body.match(/\b\d{6}\b/)?.[0];
  assert.equal((await server.post('/api/v1/sessions/second-factor', { code }, token)).status, 200);
  return token;
}
