/** Twilio's status reports on text messages; only if text messages are sent through Twilio. */

import { Problem } from '../../common/problems.ts';
import { deliveryStateOf, type Form, isFromTwilio, REPORTS_PATH } from '../../delivery/twilio.ts';
import { reportDelivery } from '../../repositories/messages/messages.ts';
import type { App, Services } from '../../services/context.ts';

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

export async function twilioRoutes(app: App, { db, config }: Services): Promise<void> {
  const { twilio, publicUrl } = config;
  if (!twilio) return;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post(REPORTS_PATH, { config: { auth: 'none' }, schema: { hide: true } }, async (request, reply) => {
    const form = (request.body ?? {}) as Form;
    if (!isFromTwilio(twilio, publicUrl, form, header(request.headers['x-twilio-signature']))) {
      throw new Problem('SIGNATURE_WRONG');
    }
    const state = deliveryStateOf(form);
    if (state && form.MessageSid) await reportDelivery(db, form.MessageSid, state);
    return reply.code(204).send();
  });
}
