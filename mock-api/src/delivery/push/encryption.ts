/// <reference path="./http-ece.d.ts" />
/**
 * Encryption for Web Push. Messages (RFC 8291): only the subscribed browser can read a push. Subscriptions in the
 * database: with a key that is not in the database.
 */
import { createECDH, type ECDH } from 'node:crypto';
import ece from 'http_ece';
import { seal, unseal } from '../../security/sealed.ts';
import type { VapidKeys } from '../../security/vapid.ts';

/** Keys of a browser's subscription, as base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** All messages are padded to this length, so that it reveals nothing. */
const PADDED_LENGTH = 1024;

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
  const { sender = newSender(), salt, paddedLength = PADDED_LENGTH } = fixed;
  const plain = Buffer.from(text);
  if (plain.length > PADDED_LENGTH) throw new RangeError('The text of a push is too long');
  const pad = Math.max(0, paddedLength - plain.length);
  return ece.encrypt(plain, { version: 'aes128gcm', privateKey: sender, dh: p256dh, authSecret: auth, salt, pad });
}

/** What is needed to push to a browser. */
export interface Subscription {
  endpoint: string;
  keys: BrowserKeys;
}

/** A separate key is derived from the operator's private key: without that one, subscriptions are of no use. */
const secretOf = ({ privateKey }: VapidKeys) => Buffer.from(privateKey, 'base64url');
const PURPOSE = 'push subscriptions at rest';

/** Encrypts a subscription for the database. */
export const sealSubscription = (keys: VapidKeys, subscription: Subscription): string =>
  seal(secretOf(keys), JSON.stringify(subscription), PURPOSE);

/** Decrypts a subscription. Returns undefined if it was sealed with another key. */
export function unsealSubscription(keys: VapidKeys, sealed: string): Subscription | undefined {
  try {
    return JSON.parse(unseal(secretOf(keys), sealed, PURPOSE)) as Subscription;
  } catch {
    return undefined;
  }
}
