/** Push subscriptions as stored in the database: encrypted with a key that is not in the database. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { VapidKeys } from '../../security/vapid.ts';
import type { BrowserKeys } from './encrypt.ts';

/** What is needed to push to a browser. */
export interface Subscription {
  endpoint: string;
  keys: BrowserKeys;
}

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const KEY_LENGTH = 32;

/** Derives a separate key from the operator's private key: without that one, subscriptions are of no use. */
const keyOf = ({ privateKey }: VapidKeys) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(privateKey, 'base64url'), '', 'push subscriptions at rest', KEY_LENGTH));

export function seal(keys: VapidKeys, subscription: Subscription): string {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(subscription)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns undefined if it was sealed with another key. */
export function unseal(keys: VapidKeys, sealed: string): Subscription | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys), bytes.subarray(0, NONCE_LENGTH));
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  try {
    const text = decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
    return JSON.parse(text) as Subscription;
  } catch {
    return undefined;
  }
}
