/** Outbound channels: SMTP for emails, Twilio or a webhook for text messages, push services for pushes. */

import { createTransport } from 'nodemailer';
import { mayPushTo } from '../config/channels.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import type { MessageChannel } from '../repositories/messages/messages.ts';
import { sealedSubscription } from '../repositories/messages/push-subscriptions.ts';
import { vapidHeader } from '../security/vapid.ts';
import { DeliveryError, type Driver, postTo, RESPONSE_TIMEOUT } from './delivery.ts';
import { encryptPush, type Subscription, unsealSubscription } from './push/encryption.ts';
import { twilioDriver } from './twilio.ts';

export type Drivers = Partial<Record<MessageChannel, Driver>>;

/** Maximum length of a server's response stored as a receipt, so that it fits into a log line. */
const RECEIPT_LENGTH = 200;

/** Converts an error of the mail server. An SMTP reply of 5yz is permanent (RFC 5321, section 4.2.1). */
function toDeliveryError(error: unknown): unknown {
  const reply = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  if (reply >= 400) return new DeliveryError(`mail server answered ${reply}`, { isFinal: reply >= 550 && reply < 560 });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ECONNECTION', 'EDNS'].includes(code) ? new DeliveryError('mail server unreachable') : error;
}

/**
 * Sends emails. The receipt is the server's response, which names the message in its queue.
 * @param from the sender
 */
function smtpDriver(url: string, from: string): Driver {
  const transport = createTransport({ url, connectionTimeout: RESPONSE_TIMEOUT, socketTimeout: RESPONSE_TIMEOUT });
  return async (message) => {
    const mail = {
      from,
      to: message.recipient,
      subject: message.subject ?? '',
      text: message.body,
      messageId: `<${message.id}@${from.split('@')[1] ?? 'localhost'}>`,
    };
    const { response } = await transport.sendMail(mail).catch((error: unknown) => {
      throw toDeliveryError(error);
    });
    return { receipt: response.slice(0, RECEIPT_LENGTH) };
  };
}

/** Sends text messages to a webhook: posts `{id, to, body}`; `id` lets the receiver drop duplicates. */
function webhookDriver(url: string): Driver {
  return async ({ id, recipient, body }) => {
    const response = await postTo('text message service', url, {
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ id, to: recipient, body }),
    });
    await response.body?.cancel();
    return {};
  };
}

function textDriver({ twilio, smsWebhookUrl, publicUrl }: Config): Driver | undefined {
  if (twilio) return twilioDriver(twilio, publicUrl);
  return smsWebhookUrl === undefined ? undefined : webhookDriver(smsWebhookUrl);
}

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
function pushDriver(db: Db, { push: { keys, origins }, brand }: Config): Driver | undefined {
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

/** Creates the configured drivers; messages of the other channels stay in the outbox. */
export function createDrivers(db: Db, config: Config): Drivers {
  const sms = textDriver(config);
  const push = pushDriver(db, config);
  return {
    ...(config.smtpUrl ? { email: smtpDriver(config.smtpUrl, config.brand.supportEmail) } : {}),
    ...(sms ? { sms } : {}),
    ...(push ? { push } : {}),
  };
}
