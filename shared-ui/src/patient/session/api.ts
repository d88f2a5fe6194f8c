import type { Me } from 'mock-api/contract';
import { adoptPrefetched, call } from '../../platform/http/client.ts';
import { readCached, writeCached } from '../../platform/http/offline-cache.ts';
import { savedToken } from '../../platform/http/token.ts';

/** statusId of an expired trial (docs/product-rules.md#codes). */
export const STATUS_EXPIRED = 6 satisfies typeof import('mock-api/contract').USER_STATUS_EXPIRED;

const ME = 'v1/users/me';

/** The page itself has asked who this session belongs to, before there was code: the first `fetchCurrentUser` gets that answer. */
export function adoptPrefetchedUser(): void {
  const asked = globalThis.__lodestarWho;
  globalThis.__lodestarWho = undefined;
  if (asked) adoptPrefetched(ME, asked.headers, asked.answer);
}

/** Who the session belongs to; kept for a start without network. */
export async function fetchCurrentUser(): Promise<Me> {
  const token = savedToken();
  const me = await call<Me>('get', ME);
  void writeCached(token, ME, async () => ({ body: me }));
  return me;
}

/** Who the session belonged to when the server last said so, and when that was (milliseconds since 1970). */
export async function cachedCurrentUser(): Promise<{ me: Me; at: number } | undefined> {
  const seen = await readCached(ME);
  return seen && { me: seen.body as Me, at: seen.at };
}

/** Ends the session on the server. */
export const signOut = () => call<void>('delete', 'v1/sessions');

/** Changes fields of the signed-in user; the answer is the user as the server has them now. Throws ApiFailure. */
export const updateUser = (id: string, fields: Record<string, unknown>) =>
  call<Me>('patch', `v1/users/${encodeURIComponent(id)}`, fields);

/** Starts this user's demo again from the beginning. Throws ApiFailure. */
export const restartDemo = (userId: string) => call<unknown>('get', `v1/users/${encodeURIComponent(userId)}/reset`);
