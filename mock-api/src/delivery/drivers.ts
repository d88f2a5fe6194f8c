/** Outbound channels: SMTP for emails, Twilio or a webhook for text messages, push services for pushes. */
import type { Config } from '../config/config.ts';
import type { Db, MessagesTable } from '../db/schema.ts';
import { pushDriver } from './channels/push.ts';
import { smtpDriver } from './channels/smtp.ts';
import { twilioDriver } from './channels/twilio.ts';
import { type Driver, postTo } from './delivery.ts';

export type Drivers = Partial<Record<MessagesTable['channel'], Driver>>;

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
