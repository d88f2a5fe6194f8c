/** Outbound channels: SMTP for emails, Twilio or a webhook for text messages, push services for pushes. */

import { createTransport } from 'nodemailer';
import type { Config } from '../config/config.ts';
import type { Db, MessagesTable } from '../db/schema.ts';
import { pushDriver } from './channels/push.ts';
import { twilioDriver } from './channels/twilio.ts';
import { DeliveryError, type Driver, postTo, RESPONSE_TIMEOUT } from './delivery.ts';

export type Drivers = Partial<Record<MessagesTable['channel'], Driver>>;

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
