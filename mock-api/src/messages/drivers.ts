/** The two ways out of the house: SMTP for e-mails, an HTTP webhook for texts. */
import { createTransport } from 'nodemailer';
import { SECOND } from '../clock.ts';
import type { Driver, Drivers } from './gateway.ts';

const TIMEOUT = 10 * SECOND;

function smtpDriver(url: string, from: string): Driver {
  const transport = createTransport({ url, connectionTimeout: TIMEOUT, socketTimeout: TIMEOUT });
  return async (message) => {
    await transport.sendMail({
      from,
      to: message.recipient,
      subject: message.subject ?? '',
      text: message.body,
      messageId: `<${message.id}@${from.split('@')[1] ?? 'localhost'}>`,
    });
  };
}

/** Posts `{id, to, body}`; `id` lets the receiver drop a text that it gets a second time. */
function webhookDriver(url: string): Driver {
  return async (message) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': message.id },
      body: JSON.stringify({ id: message.id, to: message.recipient, body: message.body }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The text message service answered ${answer.status}`);
  };
}

/** @param from the sender of every e-mail */
export function createDrivers(urls: { smtp: string | undefined; sms: string | undefined }, from: string): Drivers {
  return {
    ...(urls.smtp ? { email: smtpDriver(urls.smtp, from) } : {}),
    ...(urls.sms ? { sms: webhookDriver(urls.sms) } : {}),
  };
}
