/**
 * Entry `shared-ui/session-cache`: where the offline cache stores what a session has seen. Apart from the cache, because
 * a page's inline script reads it too.
 * @module
 */

/** Prefix of a session's vault. Names in it are hashes, of the token and of the request. */
export const CACHE_OWNER_PREFIX = 'seen/';

/**
 * Maximum length of a session (ms, docs/security.md): anything cached by an older one belongs to a session that is
 * over.
 */
export const SESSION_MAX_MS = 12 * 60 * 60_000;

/** Returns the SHA-256 of a text, in hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns whether a vault is older than any session lasts. A session creates its vault as soon as it is opened. */
export const isExpired = ({ madeAt }: { madeAt: number }) => Date.now() - madeAt > SESSION_MAX_MS;
