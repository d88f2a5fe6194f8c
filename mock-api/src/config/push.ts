import { isPair, isPoint, type VapidKeys } from '../security/vapid.ts';
import type { EnvironmentReader } from './environment.ts';
import { BROWSER_SERVICES, isPushOrigin } from './push-endpoints.ts';

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
  if (isWellFormed && !(isPoint(publicKey) && isPair(keys))) {
    env.problems.push('VAPID_PUBLIC_KEY must be the public key of VAPID_PRIVATE_KEY');
  }
  return keys;
}

/** Reads the Web Push settings. Invalid values are added to the reader's problems. */
export function readPush(env: EnvironmentReader): PushSettings {
  const rule = 'https origins separated by commas, such as https://fcm.googleapis.com';
  return { keys: readKeys(env), origins: env.list('PUSH_ORIGINS', BROWSER_SERVICES, isPushOrigin, rule) };
}
