import { type Locale, translate } from '../common/i18n.ts';
import { ProblemError } from '../common/problems.ts';
import { mayPushTo } from '../config/channels.ts';
import type { Config } from '../config/config.ts';
import { NewPushSubscription, PushEndpoint, PushKey } from '../contract.ts';
import { type BrowserKeys, encryptPush, sealSubscription } from '../delivery/push/encryption.ts';
import type { Session } from '../repositories/accounts/sessions.ts';
import { deleteEndpoint, storeSubscription } from '../repositories/messages/push-subscriptions.ts';
import { isPoint, type VapidKeys } from '../security/vapid.ts';
import { type App, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';

const options = routeOptions('push');

export async function pushRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.get(
    '/api/v1/push/key',
    options('full', 'The key with which browsers subscribe to push', { response: { 200: PushKey } }, { watches: true }),
    async () => ({ key: vapidKeys(config).publicKey }),
  );

  app.post(
    '/api/v1/push/subscriptions',
    options(
      'full',
      'Subscribe this browser to push until its session ends; idempotent',
      { body: NewPushSubscription, response: NO_CONTENT },
      { watches: true },
    ),
    (request, reply) => sendEmpty(reply, subscribe(services, sessionOf(request), request.body, request.locale)),
  );

  app.delete(
    '/api/v1/push/subscriptions',
    options('full', 'Unsubscribe this browser from push', { body: PushEndpoint, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, deleteEndpoint(db, sessionOf(request).user.id, request.body.endpoint)),
  );
}

const AUTH_LENGTH = 16;

/** @throws ProblemError PUSH_OFF if the operator has set no keys */
function vapidKeys({ push: { keys } }: Config): VapidKeys {
  if (!keys) throw new ProblemError('PUSH_OFF');
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

/** @throws ProblemError PUSH_OFF, or VALIDATION if the endpoint is not one of a push service, or the keys are invalid */
async function subscribe(
  { db, config }: Services,
  { user, tokenHash }: Session,
  { endpoint, keys: browser }: NewPushSubscription,
  locale: Locale,
): Promise<void> {
  const keys = vapidKeys(config);
  if (!mayPushTo(endpoint, config.push.origins)) {
    throw new ProblemError('VALIDATION', { fields: { endpoint: translate(locale, 'field.endpoint.unknown') } });
  }
  if (!areUsable(browser)) {
    throw new ProblemError('VALIDATION', { fields: { keys: translate(locale, 'field.invalid') } });
  }
  const sealed = sealSubscription(keys, { endpoint, keys: browser });
  await storeSubscription(db, { userId: user.id, sessionHash: tokenHash, endpoint, sealed });
}
