/** Subscribes browsers to push. */

import { type Locale, translate } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import { mayPushTo } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import type { NewPushSubscription } from '../../contract.ts';
import { type BrowserKeys, encryptPush, sealSubscription } from '../../delivery/push/encryption.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { storeSubscription } from '../../repositories/messages/push-subscriptions.ts';
import { isPoint, type VapidKeys } from '../../security/vapid.ts';
import type { Services } from '../context.ts';

const AUTH_LENGTH = 16;

/** @throws Problem PUSH_OFF if the operator has set no keys */
export function vapidKeys({ push: { keys } }: Config): VapidKeys {
  if (!keys) throw new Problem('PUSH_OFF');
  return keys;
}

/** Returns whether messages can be encrypted with a browser's keys. */
function areUsable(keys: BrowserKeys): boolean {
  if (!isPoint(keys.p256dh) || Buffer.from(keys.auth, 'base64url').length !== AUTH_LENGTH) return false;
  try {
    encryptPush('', keys);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores a browser's subscription for the session's user.
 * @throws Problem PUSH_OFF, or VALIDATION if the endpoint is not one of a push service, or the keys are invalid
 */
export async function subscribe(
  { db, config }: Services,
  { user, tokenHash }: Session,
  { endpoint, keys: browser }: NewPushSubscription,
  locale: Locale,
): Promise<void> {
  const keys = vapidKeys(config);
  if (!mayPushTo(endpoint, config.push.origins)) {
    throw new Problem('VALIDATION', { fields: { endpoint: translate(locale, 'field.endpoint.unknown') } });
  }
  if (!areUsable(browser)) {
    throw new Problem('VALIDATION', { fields: { keys: translate(locale, 'field.invalid') } });
  }
  const sealed = sealSubscription(keys, { endpoint, keys: browser });
  await storeSubscription(db, { userId: user.id, sessionHash: tokenHash, endpoint, sealed });
}
