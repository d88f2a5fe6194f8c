import { mayPushTo } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/schema.ts';
import { sealedSubscription } from '../../repositories/messages/push-subscriptions.ts';
import { vapidHeader } from '../../security/vapid.ts';
import { DeliveryError, type Driver, postTo } from '../delivery.ts';
import { encryptPush, type Subscription, unsealSubscription } from '../push/encryption.ts';

/** How long a service stores a push for a phone that is off, in seconds: one day. */
const TIME_TO_LIVE_S = 86_400;
/** Returns a topic of allowed characters and length (RFC 8030, section 5.4). */
const topicOf = (id: string) => id.replaceAll('-', '').slice(0, 32);

const UNKNOWN_SUBSCRIPTION: readonly string[] = ['push service answered 404', 'push service answered 410'];

/** Posts to the service. A subscription that it no longer knows will not come back (RFC 8030, section 7.3). */
async function post(endpoint: string, init: RequestInit): Promise<Response> {
  return postTo('push service', endpoint, init).catch((error: unknown) => {
    const isRecipientRemoved = error instanceof DeliveryError && UNKNOWN_SUBSCRIPTION.includes(error.message);
    throw isRecipientRemoved ? new DeliveryError(error.message, { isRecipientRemoved }) : error;
  });
}

/**
 * Sends pushes (RFC 8030). The body is encrypted for the browser; the service only learns that there is a push, for
 * which subscription, and who sends it. A retried push replaces the previous one by its topic, in case that got
 * through.
 */
export function pushDriver(db: Db, { push: { keys, origins }, brand }: Config): Driver | undefined {
  if (!keys) return undefined;
  const find = async (id: string): Promise<Subscription> => {
    const sealed = await sealedSubscription(db, id);
    const subscription = sealed === undefined ? undefined : unsealSubscription(keys, sealed);
    if (!subscription) throw new DeliveryError('no such browser', { isRecipientRemoved: true });
    if (!mayPushTo(subscription.endpoint, origins))
      throw new DeliveryError('endpoint not allowed', { isRecipientRemoved: true });
    return subscription;
  };
  return async ({ id, recipient, body }) => {
    const { endpoint, keys: browser } = await find(recipient);
    const response = await post(endpoint, {
      headers: {
        authorization: await vapidHeader(keys, new URL(endpoint).origin, `mailto:${brand.supportEmail}`),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TIME_TO_LIVE_S),
        topic: topicOf(id),
        urgency: 'high',
      },
      body: new Uint8Array(encryptPush(body, browser)),
    });
    await response.body?.cancel();
    const receipt = response.headers.get('location');
    return receipt === null ? {} : { receipt };
  };
}
