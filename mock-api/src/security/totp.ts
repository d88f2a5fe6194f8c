/** Time-based one-time passwords (RFC 6238), as authenticator apps compute them: SHA-1, six digits, 30 seconds. */
import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from './secrets.ts';

const PERIOD = 30_000;
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Steps by which a phone's clock may be off, and in which a person still types. */
const TOLERANCE = 1;

/** Returns bytes in base32 without padding (RFC 4648), which people can type. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns a new secret: 160 random bits in base32. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

/** Returns the step in which a time lies. @param time in milliseconds since 1970 */
export const totpStep = (time: number): number => Math.floor(time / PERIOD);

/** Returns the code of a step (RFC 4226, 5.3). @param secret in base32 */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) % 16;
  const number = hash.readUInt32BE(offset) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Returns the step of which this is the code; undefined if it is wrong, too old or already used.
 * @param lastStep of the code that was used last; null if none was
 */
export function stepOfCode(secret: string, code: string, time: number, lastStep: number | null): number | undefined {
  const here = totpStep(time);
  const steps = Array.from({ length: 2 * TOLERANCE + 1 }, (_, index) => here - TOLERANCE + index);
  return steps.find((step) => step > (lastStep ?? -1) && sameSecret(totpCode(secret, step), code));
}

/** Returns what an authenticator app scans: the key URI of Google Authenticator's wiki, which all apps read. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = [issuer, account].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' })}`;
}
