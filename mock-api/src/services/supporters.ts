/** Inviting supporters and asking for support: each sends its text message. */
import { randomUUID } from 'node:crypto';
import type { Services } from '../app-types.ts';
import { EVENT_TYPE, type SupporterInvited, type SupportRequest } from '../contract.ts';
import type { EventDocument } from '../documents.ts';
import { type Locale, translate, translateAll } from '../i18n.ts';
import { phoneDigits } from '../phone.ts';
import { Problem } from '../problems.ts';
import { eventsByKey } from '../repositories/events.ts';
import { storeSupportRequest } from '../repositories/sign-ups.ts';
import { findSupporter, hasSupporterPhone, insertInvited } from '../repositories/supporters.ts';
import { lockUser, type UserRow } from '../repositories/users.ts';
import { addContent } from './demo.ts';

/** The pending event that an invite adds (specification, section 4: supporter invite). */
function pendingEvent(name: string): EventDocument {
  return {
    key: `invite-${randomUUID()}`,
    profileId: 1,
    type: EVENT_TYPE.SUPPORTER,
    status: 'PENDING',
    name: translateAll('event.invited.name', { name }),
    content: translateAll('event.invited.content', { name }),
  };
}

/** Stores the supporter and the pending event and texts the invite. @throws Problem TOO_MANY_TEXTS */
export async function inviteSupporter(
  { db, config, post }: Services,
  user: UserRow,
  invite: { name: string; phone: string },
  locale: Locale,
): Promise<SupporterInvited> {
  const name = invite.name.trim();
  const invited = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    const sender = `${user.first_name} ${user.last_name}`.trim();
    const words = { name, sender, product: config.brand.name, link: config.publicUrl };
    await post.text(trx, invite.phone, translate(locale, 'sms.invite', words));
    const id = await insertInvited(trx, user.id, {
      name,
      phoneDigits: phoneDigits(invite.phone),
      content: translateAll('supporter.invited.content'),
    });
    const document = pendingEvent(name);
    await addContent(trx, user.id, { events: [document] });
    const supporter = await findSupporter(trx, user.id, id, locale);
    const [event] = await eventsByKey(trx, user.id, [document.key], locale);
    return supporter && event ? { supporter, event } : undefined;
  });
  if (!invited) throw new Problem('NOT_FOUND');
  post.kick();
  return invited;
}

/** Keeps a support request and texts it to the support number. @throws Problem TOO_MANY_TEXTS */
export async function askForSupport(
  { db, config, post }: Services,
  user: UserRow,
  request: SupportRequest,
): Promise<void> {
  const words = {
    issue: request.issue,
    comments: request.comments,
    contactMethod: request.contactMethod,
    email: user.email,
  };
  await db.transaction().execute(async (trx) => {
    await storeSupportRequest(trx, user.id, request);
    await post.text(trx, config.brand.supportPhone, translate('en', 'sms.support', words), `support:${user.id}`);
  });
  post.kick();
}

/**
 * Texts `message` for a person: to their own number, to somebody they invited, or to the support number.
 * @param digits the number's digits
 * @throws Problem RECIPIENT_NOT_ALLOWED or TOO_MANY_TEXTS
 */
export async function textFor(
  { db, config, post }: Services,
  user: UserRow,
  digits: string,
  message: string,
): Promise<void> {
  const to = phoneDigits(digits);
  const toSupport = to === phoneDigits(config.brand.supportPhone);
  const toSelf = user.phone_number !== '' && to === phoneDigits(user.phone_number);
  if (!toSupport && !toSelf && !(await hasSupporterPhone(db, user.id, to))) {
    throw new Problem('RECIPIENT_NOT_ALLOWED');
  }
  await db.transaction().execute((trx) => post.text(trx, `+${to}`, message, toSupport ? `support:${user.id}` : to));
  post.kick();
}
