/** Encryption with a secret that is not in the database, which alone can't read them. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

type Secret = string | Buffer;

const keyOf = (secret: Secret, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
const PURPOSE = 'lodestar-sealed';

/**
 * Encrypts bytes (AES-256-GCM) as base64url.
 * @param secret at least 128 random bits
 * @param purpose separates keys that are derived from the same secret
 */
export function sealBytes(secret: Secret, bytes: Uint8Array, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv);
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts what `sealBytes` returned. Throws if the secret is another one or the bytes were changed. */
export function unsealBytes(secret: Secret, sealed: string, purpose: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/** Encrypts a text as `sealBytes` does. */
export const seal = (secret: Secret, text: string, purpose = PURPOSE): string =>
  sealBytes(secret, Buffer.from(text), purpose);

/** Decrypts what `seal` returned. Throws if the secret is another one or the text was changed. */
export const unseal = (secret: Secret, sealed: string, purpose = PURPOSE): string =>
  unsealBytes(secret, sealed, purpose).toString('utf8');
