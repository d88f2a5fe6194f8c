/** Random secrets, and the hashes that are stored in their place. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

export function sha256(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Returns an opaque session token: 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the secret of a link in an email or text: 128 random bits in hexadecimal digits. Some email programs leave out
 * a final "-" or "_", which base64url could have, and a longer one would lengthen texts.
 */
export function newLinkToken(): string {
  return randomBytes(16).toString('hex');
}

/** Returns a challenge for a passkey to sign: 256 random bits. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a security code from 1000 to 9999 or, of six digits, from 100000 to 999999 (docs/product-rules.md#pin). */
export function newPin(digits: 4 | 6 = 4): string {
  return String(randomInt(10 ** (digits - 1), 10 ** digits));
}

/** Returns the six digits that staff get by email. */
export function newSecondFactorCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}

/** Compares two secrets without revealing by timing where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));
}

/** Returns the public id of a session, from which its token's hash cannot be derived. */
export const sessionName = (tokenHash: string): string => stableId('session', tokenHash);

/**
 * Returns a UUID that is always the same for the same parts: content keys become ids that no other user's content has.
 */
export function stableId(...parts: readonly string[]): string {
  const hex = sha256(parts.join('\u0000')).slice(0, 32);
  const version = `8${hex.slice(13, 16)}`;
  const variant = `${((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16)}${hex.slice(17, 20)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join('-');
}
