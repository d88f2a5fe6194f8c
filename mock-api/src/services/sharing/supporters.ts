/** Inviting supporters and requesting support, each with its text message. */
import type { EventDocument, ProfileDocument } from '../../common/documents.ts';
import { type Locale, translate, translateAll } from '../../common/i18n.ts';
import { phoneDigits } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import {
  EVENT_TYPE,
  type SupporterInvite,
  type SupporterInvited,
  type SupporterPermissions,
  type SupportRequest,
} from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { storeSupportRequest } from '../../repositories/accounts/sign-ups.ts';
import { findUserByPhone, lockUser, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { eventsByKey } from '../../repositories/care/events.ts';
import { recordShare } from '../../repositories/changes.ts';
import { issueInvitation } from '../../repositories/sharing/invitations.ts';
import {
  ALL_PERMISSIONS,
  findSupporter,
  hasAcceptedPhone,
  insertInvited,
  setPermissions,
} from '../../repositories/sharing/supporters.ts';
import { addContent } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import { refuseOverAccountLimit } from '../messages/limits.ts';
import { nameInMessage, refuseNumber, withoutLinks } from '../messages/notifier.ts';
import { inviteEvent, requestKey } from './invite-state.ts';

export const nameOf = (user: UserRow) => `${user.first_name} ${user.last_name}`.trim();

/** Returns the sender's name for a message to someone else. */
const senderOf = (user: UserRow, locale: Locale) => nameInMessage(nameOf(user), locale);

/** Returns the key of the event that says whom a supporter supports, and since when. */
export const supportingKey = (supporterId: string) => `supporting-${supporterId}`;

/** Adds a request to the timeline of an invited person with an account. */
export async function askSupporter(trx: Trx, patient: UserRow, supporter: UserRow, supporterId: string): Promise<void> {
  const name = nameOf(patient);
  const profile: ProfileDocument = {
    // Numbered when it is accepted.
    id: 0,
    firstName: patient.first_name,
    lastName: patient.last_name,
    organization: patient.organization ?? '',
    message: translateAll('event.supporting.content', { name }),
    previousStay: null,
    sharedBy: supporterId,
  };
  const welcome: EventDocument = {
    key: supportingKey(supporterId),
    profileId: profile.id,
    type: EVENT_TYPE.SUPPORTER,
    status: 'NOT_VIEWED',
    name: translateAll('event.supporting.name', { name }),
    content: translateAll('event.supporting.content', { name }),
  };
  const request: EventDocument = {
    key: requestKey(supporterId),
    profileId: 1,
    type: EVENT_TYPE.SUPPORTER_REQUEST,
    status: 'PENDING',
    name: translateAll('event.request.name', { name }),
    content: translateAll('event.request.content', { name }),
    acceptance: { profile, event: welcome },
  };
  await addContent(trx, supporter.id, { events: [request] });
}

/**
 * Changes what a supporter may see, from the next request on.
 * @throws ProblemError NOT_FOUND
 */
export async function changePermissions(
  db: Db,
  userId: string,
  id: string,
  permissions: SupporterPermissions,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    if (!(await setPermissions(trx, userId, id, permissions))) throw new ProblemError('NOT_FOUND');
    await recordShare(trx, id);
    await audit(trx, {
      action: 'PERMISSIONS_CHANGED',
      actor: userId,
      subject: userId,
      object: 'supporters',
      objectId: id,
    });
  });
}

/**
 * Stores the supporter with the chosen permissions and the pending event, and texts the invitation. The permissions
 * open nothing until the invitation is accepted.
 * @throws ProblemError VALIDATION for a number that cannot be texted, TOO_MANY_TEXTS…
 */
export async function inviteSupporter(
  { db, config, notifier }: Services,
  user: UserRow,
  invite: SupporterInvite,
  { locale, address }: { locale: Locale; address: string },
): Promise<SupporterInvited> {
  refuseNumber(config, 'phone', invite.phone, locale);
  await refuseOverAccountLimit(db, config.limits, user.id);
  const name = invite.name.trim();
  const invited = await db.transaction().execute(async (trx) => {
    const known = await findUserByPhone(trx, phoneDigits(invite.phone));
    const supporterUser = known?.id === user.id ? undefined : known;
    await lockUsers(trx, [user.id, ...(supporterUser ? [supporterUser.id] : [])]);
    const id = await insertInvited(trx, user.id, {
      name,
      phoneDigits: phoneDigits(invite.phone),
      supporterUserId: supporterUser?.id ?? null,
      content: translateAll('supporter.invited.content'),
      permissions: invite.permissions ?? ALL_PERMISSIONS,
    });
    await recordShare(trx, id);
    const link = `${config.publicUrl}/onboarding/invitation/${await issueInvitation(trx, id)}`;
    const words = {
      name: nameInMessage(name, locale),
      sender: senderOf(user, locale),
      product: config.brand.name,
      link,
    };
    await notifier.text(trx, invite.phone, translate(locale, 'sms.invite', words), { account: user.id, address });
    if (supporterUser) await askSupporter(trx, user, supporterUser, id);
    const document = inviteEvent('invited', id, name);
    await addContent(trx, user.id, { events: [document] });
    const supporter = await findSupporter(trx, user.id, id, locale);
    const [event] = await eventsByKey(trx, user.id, [document.key], locale);
    return supporter && event ? { supporter, event } : undefined;
  });
  if (!invited) throw new ProblemError('NOT_FOUND');
  notifier.kick();
  return invited;
}

/**
 * Stores a support request and texts it to the support number.
 * @throws ProblemError TOO_MANY_TEXTS…
 */
export async function requestSupport(
  { db, config, notifier }: Services,
  user: UserRow,
  request: SupportRequest,
  address: string,
): Promise<void> {
  await refuseOverAccountLimit(db, config.limits, user.id);
  const words = {
    issue: withoutLinks(request.issue, 'en'),
    comments: withoutLinks(request.comments, 'en'),
    contactMethod: withoutLinks(request.contactMethod, 'en'),
    email: user.email,
  };
  await db.transaction().execute(async (trx) => {
    await storeSupportRequest(trx, user.id, request);
    await notifier.text(trx, config.brand.supportPhone, translate('en', 'sms.support', words), {
      account: user.id,
      address,
      limitedBy: `support:${user.id}`,
    });
  });
  notifier.kick();
}

/**
 * Texts `message` for a user: to their own number, to a supporter who has accepted, or to the support number. It names
 * the user, and its links are removed.
 * @throws ProblemError RECIPIENT_NOT_ALLOWED, TOO_MANY_TEXTS…
 */
export async function textFor(
  { db, config, notifier }: Services,
  user: UserRow,
  { digits, message, address, locale }: { digits: string; message: string; address: string; locale: Locale },
): Promise<void> {
  const support = phoneDigits(config.brand.supportPhone);
  const own = phoneDigits(user.phone_number);
  // Ten digits can be a North American number, or one that includes a country code, such as Singapore's.
  const readings = [phoneDigits(digits), phoneDigits(`+${digits}`)];
  const known = readings.find((to) => to === support || to === own);
  const to = known ?? phoneDigits(digits);
  if (known === undefined && !(await hasAcceptedPhone(db, user.id, to)))
    throw new ProblemError('RECIPIENT_NOT_ALLOWED');
  await refuseOverAccountLimit(db, config.limits, user.id);
  const words = {
    sender: senderOf(user, locale),
    product: config.brand.name,
    message: withoutLinks(message, locale),
  };
  const body = translate(locale, 'sms.message', words);
  const limitedBy = to === support ? `support:${user.id}` : to;
  await db.transaction().execute((trx) => notifier.text(trx, `+${to}`, body, { account: user.id, address, limitedBy }));
  notifier.kick();
}
