/** Outbound channels: SMTP for emails, Twilio or a webhook for text messages, push services for pushes. */
import type { Config } from '../config.ts';
import type { Db, MessagesTable } from '../db/schema.ts';
import { pushDriver } from '../push/driver.ts';
import type { Driver } from './delivery.ts';
import { smtpDriver } from './smtp.ts';
import { twilioDriver } from './twilio.ts';
import { webhookDriver } from './webhook.ts';

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
