import { createTransport } from 'nodemailer';
import { DeliveryFailure, type Driver, RESPONSE_TIMEOUT } from '../delivery.ts';

/** Maximum length of a server's response kept as a receipt, so that it fits into a log line. */
const RECEIPT_LENGTH = 200;

/** Converts an error of the mail server. An SMTP reply of 5yz is permanent (RFC 5321, section 4.2.1). */
function toDeliveryFailure(error: unknown): unknown {
  const reply = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  if (reply >= 400)
    return new DeliveryFailure(`mail server answered ${reply}`, { isFinal: reply >= 550 && reply < 560 });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ECONNECTION', 'EDNS'].includes(code) ? new DeliveryFailure('mail server unreachable') : error;
}

/**
 * Sends emails. The receipt is the server's response, which names the message in its queue.
 * @param from the sender
 */
export function smtpDriver(url: string, from: string): Driver {
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
      throw toDeliveryFailure(error);
    });
    return { receipt: response.slice(0, RECEIPT_LENGTH) };
  };
}
