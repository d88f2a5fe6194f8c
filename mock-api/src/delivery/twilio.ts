/**
 * Text messages through Twilio's Messages API, and its status reports
 * (https://www.twilio.com/docs/messaging/api/message-resource).
 */
import { createHmac } from 'node:crypto';
import type { TwilioAccount } from '../config/channels.ts';
import { sameSecret } from '../security/secrets.ts';
import { type Driver, postTo } from './delivery.ts';

/** Path for Twilio's status reports, below the public URL. */
export const REPORTS_PATH = '/api/v1/receipts/twilio';

const sender = ({ from }: TwilioAccount): Record<string, string> =>
  from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };

/** @param publicUrl base URL at which Twilio reaches this product, without a trailing slash */
export function twilioDriver(account: TwilioAccount, publicUrl: string): Driver {
  const { sid, token, url } = account;
  const authorization = `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`;
  return async ({ recipient, body }) => {
    const response = await postTo('Twilio', `${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
      headers: { authorization },
      body: new URLSearchParams({
        To: `+${recipient}`,
        Body: body,
        StatusCallback: publicUrl + REPORTS_PATH,
        ...sender(account),
      }),
    });
    const created = (await response.json()) as { sid?: unknown };
    return typeof created.sid === 'string' ? { receipt: created.sid, willReport: true } : {};
  };
}

/** Form fields as they were sent. */
export type Form = Readonly<Record<string, string>>;

/**
 * Returns the signature of a report: the URL and all fields, sorted by name, signed with the account's token
 * (https://www.twilio.com/docs/usage/security#validating-requests).
 */
export function signReport(token: string, url: string, form: Form): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => name + form[name]);
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64');
}

/** Returns whether a report is from Twilio: signed with the account's token, for this URL. */
export function isFromTwilio(account: TwilioAccount, publicUrl: string, form: Form, signature: string): boolean {
  return (
    sameSecret(signature, signReport(account.token, publicUrl + REPORTS_PATH, form)) && form.AccountSid === account.sid
  );
}

/** Returns the final state of a message: `delivered`, why it was not, or undefined while it is in transit. */
export function deliveryStateOf({
  MessageStatus: status,
  ErrorCode: code = '',
}: Form): 'delivered' | { failure: string } | undefined {
  if (status === 'delivered' || status === 'read') return 'delivered';
  if (status !== 'failed' && status !== 'undelivered') return undefined;
  return { failure: `Twilio: ${status}${/^\d{1,6}$/.test(code) ? ` ${code}` : ''}` };
}
