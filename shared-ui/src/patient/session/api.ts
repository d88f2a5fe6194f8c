import type { Me, SignedOut } from 'mock-api/contract';
import { call, callFromOutside } from '../../platform/http/client.ts';
import { readCached, writeCached } from '../../platform/http/offline-cache.ts';
import { savedToken } from '../../platform/http/token.ts';

const ME = 'v1/users/me';

/** Fetches the session's user, and caches them for a start without network. */
export async function fetchCurrentUser(): Promise<Me> {
  const token = savedToken();
  const me = await call<Me>('get', ME);
  void writeCached(token, ME, async () => ({ body: me }));
  return me;
}

/** Returns the session's user as the server last confirmed it, and when (milliseconds since 1970). */
export async function cachedCurrentUser(): Promise<{ me: Me; at: number } | undefined> {
  const cached = await readCached(ME);
  return cached && { me: cached.body as Me, at: cached.at };
}

/**
 * Ends the session on the server. Resolves with where staff also sign out of their identity provider, if they need to.
 * The response arrives after this phone has ended the session.
 * @throws ApiFailure
 */
export const signOut = () => callFromOutside<SignedOut | undefined>('delete', 'v1/sessions');

/** Changes fields of a user. Resolves with the updated user. @throws ApiFailure */
export const updateUser = (id: string, fields: Record<string, unknown>) =>
  call<Me>('patch', `v1/users/${encodeURIComponent(id)}`, fields);

/** @throws ApiFailure */
export const restartDemo = (userId: string) => call<unknown>('get', `v1/users/${encodeURIComponent(userId)}/reset`);
