import type { Me } from 'mock-api/contract';
import { call, takeOver } from '../../platform/http/client.ts';
import { keepSeen, lastSeen } from '../../platform/http/offline-cache.ts';
import { savedToken } from '../../platform/http/token.ts';

/** statusId of an expired trial (docs/product-rules.md#codes). */
export const STATUS_EXPIRED = 6 satisfies typeof import('mock-api/contract').USER_STATUS_EXPIRED;

const ME = 'v1/users/me';

/** The page itself has asked who this session belongs to, before there was code: the first `whoAmI` gets that answer. */
export function takeOverWho(): void {
  const asked = globalThis.__lodestarWho;
  globalThis.__lodestarWho = undefined;
  if (asked) takeOver(ME, asked.headers, asked.answer);
}

/** Who the session belongs to; kept for a start without network. */
export async function whoAmI(): Promise<Me> {
  const token = savedToken();
  const me = await call<Me>('get', ME);
  void keepSeen(token, ME, async () => ({ body: me }));
  return me;
}

/** Who the session belonged to when the server last said so, and when that was (milliseconds since 1970). */
export async function whoWasI(): Promise<{ me: Me; at: number } | undefined> {
  const seen = await lastSeen(ME);
  return seen && { me: seen.body as Me, at: seen.at };
}

/** Ends the session on the server. */
export const signOut = () => call<void>('delete', 'v1/sessions');

/** Changes fields of the signed-in user; the answer is the user as the server has them now. Throws ApiFailure. */
export const updateUser = (id: string, fields: Record<string, unknown>) =>
  call<Me>('patch', `v1/users/${encodeURIComponent(id)}`, fields);

/** Starts this user's demo again from the beginning. Throws ApiFailure. */
export const restartDemo = (userId: string) => call<unknown>('get', `v1/users/${encodeURIComponent(userId)}/reset`);
