/** Outbound channels: SMTP for emails, Twilio or a webhook for text messages, push services for pushes. */
import type { Config } from '../config/config.ts';
import type { Db, MessagesTable } from '../db/schema.ts';
import { pushDriver } from './channels/push.ts';
import { smtpDriver } from './channels/smtp.ts';
import { twilioDriver } from './channels/twilio.ts';
import { webhookDriver } from './channels/webhook.ts';
import type { Driver } from './delivery.ts';

export type Drivers = Partial<Record<MessagesTable['channel'], Driver>>;

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
