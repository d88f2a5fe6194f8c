/**
 * Encryption for Web Push. Messages (RFC 8291, content encoding aes128gcm of RFC 8188): only the subscribed browser can
 * read a push. Subscriptions in the database: with a key that is not in the database.
 */
import { createCipheriv, createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { VapidKeys } from '../../security/vapid.ts';

/** Keys of a browser's subscription, as base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

const SALT_LENGTH = 16;
const KEY_LENGTH = 16;
const NONCE_LENGTH = 12;
const SECRET_LENGTH = 32;
/** Octets of a record: the whole message is one. Services accept a body of 4096 (RFC 8291, section 4). */
const RECORD_SIZE = 4096;
/** All messages are padded to this length, so that it reveals nothing. */
const PADDED_LENGTH = 1024;
/** Delimiter after the text of the last record (RFC 8188, section 2). */
const LAST_RECORD = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

const label = (text: string) => Buffer.from(`${text}\0`);

/** Generates the sender's key for one message. */
function newSender(): ECDH {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return sender;
}

interface FixedInputs {
  sender?: ECDH;
  salt?: Buffer;
  paddedLength?: number;
}

/**
 * Encrypts a text for one browser.
 * @param fixed replaces what is otherwise generated for every message, for the example in the standard
 * @returns the body of a push, including its header
 * @throws if the browser's key is not a point of P-256, or the text is too long
 */
export function encryptPush(text: string, { p256dh, auth }: BrowserKeys, fixed: FixedInputs = {}): Buffer {
  const { sender = newSender(), salt = randomBytes(SALT_LENGTH), paddedLength = PADDED_LENGTH } = fixed;
  const receiverKey = Buffer.from(p256dh, 'base64url');
  const senderKey = sender.getPublicKey();
  const shared = sender.computeSecret(receiverKey);
  const info = Buffer.concat([label('WebPush: info'), receiverKey, senderKey]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, SECRET_LENGTH);
  const key = derive(secret, salt, label('Content-Encoding: aes128gcm'), KEY_LENGTH);
  const nonce = derive(secret, salt, label('Content-Encoding: nonce'), NONCE_LENGTH);
  const plain = Buffer.from(text);
  if (plain.length > PADDED_LENGTH) throw new RangeError('The text of a push is too long');
  const padding = Buffer.alloc(Math.max(0, paddedLength - plain.length));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(Buffer.concat([plain, Buffer.from([LAST_RECORD]), padding])), cipher.final()];
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, header, senderKey, ...sealed, cipher.getAuthTag()]);
}

/** What is needed to push to a browser. */
export interface Subscription {
  endpoint: string;
  keys: BrowserKeys;
}

const TAG_LENGTH = 16;
const STORAGE_KEY_LENGTH = 32;

/** Derives a separate key from the operator's private key: without that one, subscriptions are of no use. */
const storageKeyOf = ({ privateKey }: VapidKeys) =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(privateKey, 'base64url'), '', 'push subscriptions at rest', STORAGE_KEY_LENGTH),
  );

/** Encrypts a subscription for the database. */
export function seal(keys: VapidKeys, subscription: Subscription): string {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv('aes-256-gcm', storageKeyOf(keys), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(subscription)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a subscription. Returns undefined if it was sealed with another key. */
export function unseal(keys: VapidKeys, sealed: string): Subscription | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', storageKeyOf(keys), bytes.subarray(0, NONCE_LENGTH));
  decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
  try {
    const text = decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH), undefined, 'utf8') + decipher.final('utf8');
    return JSON.parse(text) as Subscription;
  } catch {
    return undefined;
  }
}
