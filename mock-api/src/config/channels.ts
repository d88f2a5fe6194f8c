/** Settings of the channels that reach people outside the app: Twilio for text messages, and Web Push. */

import { type EnvironmentReader, HTTP } from 'server-kit/environment';
import { isKeyPair, isPoint, type VapidKeys } from '../security/vapid.ts';

export interface TwilioAccount {
  sid: string;
  token: string;
  /** A phone number with plus sign, or the id of a messaging service (`MG…`). */
  from: string;
  /** Base URL of the API: one of Twilio's regions, or a test server. No trailing slash. */
  url: string;
}

/** Reads the Twilio account. Returns undefined if all of its settings are absent. */
export function readTwilio(env: EnvironmentReader): TwilioAccount | undefined {
  const sid = env.matching('TWILIO_ACCOUNT_SID', /^AC[0-9a-fA-F]{32}$/, 'AC and 32 hexadecimal digits');
  const token = env.matching('TWILIO_AUTH_TOKEN', /^[0-9A-Za-z]{16,128}$/, '16 to 128 letters and digits');
  const from = env.matching(
    'TWILIO_FROM',
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/,
    'a number such as +14165550190, or the id of a messaging service (MG…)',
  );
  const url = (env.url('TWILIO_URL', HTTP) ?? 'https://api.twilio.com').replace(/\/+$/, '');
  if (sid !== undefined && token !== undefined && from !== undefined) return { sid, token, from, url };
  const all = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from };
  const lacking = Object.entries(all).filter(([, value]) => value === undefined);
  if (lacking.length < 3) for (const [name] of lacking) env.problems.push(`${name} is missing: Twilio needs all three`);
  return undefined;
}

/**
 * Push services of the browsers: Chrome, Edge and Samsung; Firefox; Safari; Edge on Windows. Browsers supply their own
 * endpoints, and none may lead into the hospital's network.
 */
export const BROWSER_SERVICES: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.notify.windows.com',
];

/**
 * Accepts an https origin, whose first label may be a wildcard (`https://*.example.org`), or a local one, for tests.
 */
const isPushOrigin = (text: string): boolean =>
  /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(text) ||
  /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/i.test(text);

/** Returns whether an origin is in the list; a star matches exactly one label. */
function isAllowed(origin: string, allowed: readonly string[]): boolean {
  const wild = origin.replace(/^https:\/\/[^.]+\./, 'https://*.');
  return allowed.some((item) => item.toLowerCase() === origin || item.toLowerCase() === wild);
}

/** Returns whether pushes may go to this URL: an allowed origin, without credentials. */
export function mayPushTo(endpoint: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, username, password } = new URL(endpoint);
  return username === '' && password === '' && isAllowed(origin, allowed);
}

export interface PushSettings {
  /** Undefined: no push is sent. */
  keys: VapidKeys | undefined;
  /** Allowed origins of endpoints. */
  origins: readonly string[];
}

/** Reads both keys or neither. */
function readKeys(env: EnvironmentReader): VapidKeys | undefined {
  const publicKey = env.matching('VAPID_PUBLIC_KEY', /^[A-Za-z0-9_-]{87}$/, 'a P-256 public key in base64url');
  const privateKey = env.matching('VAPID_PRIVATE_KEY', /^[A-Za-z0-9_-]{43}$/, 'a P-256 private key in base64url');
  if (publicKey === undefined && privateKey === undefined) return undefined;
  if (publicKey === undefined) env.problems.push('VAPID_PUBLIC_KEY is missing: it goes with VAPID_PRIVATE_KEY');
  if (privateKey === undefined) env.problems.push('VAPID_PRIVATE_KEY is missing: it goes with VAPID_PUBLIC_KEY');
  if (publicKey === undefined || privateKey === undefined) return undefined;
  const keys = { publicKey, privateKey };
  const isWellFormed = publicKey.length === 87 && privateKey.length === 43;
  if (isWellFormed && !(isPoint(publicKey) && isKeyPair(keys))) {
    env.problems.push('VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY');
  }
  return keys;
}

/** Reads the Web Push settings. Invalid values are added to the reader's problems. */
export function readPush(env: EnvironmentReader): PushSettings {
  const rule = 'https origins separated by commas, such as https://fcm.googleapis.com';
  return { keys: readKeys(env), origins: env.list('PUSH_ORIGINS', BROWSER_SERVICES, isPushOrigin, rule) };
}
