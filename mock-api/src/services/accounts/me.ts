/**
 * A user as their own session may see and change them. A new mobile number has consequences, so that a stranger cannot
 * change it unnoticed.
 */

import type { FastifyBaseLogger } from 'fastify';
import type { Updateable } from 'kysely';
import { isPlainName } from 'shared-ui/contract';
import { type Locale, toLocale, translate } from '../../common/i18n.ts';
import { phoneDigits } from '../../common/phone.ts';
import { Problem } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { Me, User, UserChanges } from '../../contract.ts';
import type { Db, Trx, UsersTable } from '../../db/schema.ts';
import { deletePin } from '../../repositories/accounts/one-time-codes.ts';
import { hasPasskey } from '../../repositories/accounts/passkeys.ts';
import { allowPhoneChange, endOtherSessions, type Session } from '../../repositories/accounts/sessions.ts';
import { isStaff, toNarrowUser, toUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import type { Services } from '../context.ts';
import type { Notifier } from '../messages/notifier.ts';
import { refuseNumber } from '../messages/numbers.ts';
import { agreementsDue } from './agreements.ts';

type Known = Pick<Config, 'agreements'>;

/**
 * Returns the user as a full session sees it.
 * @param db may be the transaction that has just changed the row
 */
export async function describeUser(db: Db, config: Known, row: UserRow): Promise<User> {
  return toUser(row, await agreementsDue(db, config, row.id));
}

export async function describeMe(db: Db, config: Known, row: UserRow, scope: 'full' | 'narrow'): Promise<Me> {
  if (scope === 'full') return describeUser(db, config, row);
  return toNarrowUser(row, isStaff(row) && (await hasPasskey(db, row.id)) ? 'passkey' : 'email');
}

/** Returns the columns that a change sets; fields that were not sent are left out. */
function columnsOf(changes: UserChanges): Updateable<UsersTable> {
  const { phone } = changes;
  const columns: Record<string, string | number | null | undefined> = {
    first_name: changes.firstName?.trim(),
    last_name: changes.lastName?.trim(),
    contact_email: changes.contactEmail,
    phone_number: changes.phoneNumber?.trim(),
    phone_digits: changes.phoneNumber === undefined ? undefined : phoneDigits(changes.phoneNumber),
    phone: phone == null ? phone : JSON.stringify(phone),
    mobile_phone: changes.mobilePhone,
    address: changes.address,
    address2: changes.address2,
    city: changes.city,
    suite: changes.suite,
    province: changes.province,
    country: changes.country,
    postal_code: changes.postalCode,
    organization: changes.organization,
    content: changes.content,
    text_news: changes.textNews === undefined ? undefined : Number(changes.textNews),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Checks only numbers that change: the client may send unchanged ones along. */
function refuseNewNumbers(config: Config, before: UserRow, columns: Updateable<UsersTable>, locale: Locale): void {
  const { phone_number: number, mobile_phone: mobile } = columns;
  if (number && number !== before.phone_number) refuseNumber(config, 'phoneNumber', number, locale);
  if (mobile && mobile !== before.mobile_phone) refuseNumber(config, 'mobilePhone', mobile, locale);
}

/**
 * Checks only names that change, as `refuseNewNumbers` does.
 * @throws Problem VALIDATION
 */
function refuseNewNames(before: UserRow, columns: Updateable<UsersTable>, locale: Locale): void {
  const fields: Record<string, string> = {};
  const { first_name: first, last_name: last } = columns;
  if (first !== undefined && first !== before.first_name && !isPlainName(first))
    fields.firstName = translate(locale, 'field.firstName.format');
  if (last !== undefined && last !== before.last_name && !isPlainName(last))
    fields.lastName = translate(locale, 'field.lastName.format');
  if (Object.keys(fields).length > 0) throw new Problem('VALIDATION', { fields });
}

/**
 * Returns what this session may change: everything about its user, or only the number.
 * @throws Problem PHONE_CHANGE_NOT_ALLOWED
 */
function allowedChanges(session: Session, changes: UserChanges): UserChanges {
  if (session.scope === 'full') return changes;
  if (!session.mayChangePhone) throw new Problem('PHONE_CHANGE_NOT_ALLOWED');
  return changes.phoneNumber === undefined ? {} : { phoneNumber: changes.phoneNumber };
}

/** Logs that the old number was not warned, and why; the line's request identifies the account. */
type NumberChangeLog = Pick<FastifyBaseLogger, 'warn'>;

/**
 * Texts the old number. The number is changed even if the old one cannot be texted, or was warned too often just now.
 * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT…, so that an account cannot use up its text messages to change its number
 * without a warning
 */
async function warnOldNumber(trx: Trx, notifier: Notifier, before: UserRow, log: NumberChangeLog): Promise<void> {
  if (before.phone_number === '') return;
  const words = translate(toLocale(before.locale), 'sms.phoneChanged', notifier.contacts);
  await notifier.warn(trx, before.phone_number, words, before.id).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code.startsWith('TOO_MANY_TEXTS_BY_ACCOUNT')) throw error;
    log.warn({ code: error.code }, 'old number not warned of its change');
  });
}

/**
 * Invalidates the code that was sent to the old number, and notifies the user by email and by a text message to the
 * old number. A user who lost their phone and signed in by wristband is signed out everywhere else, including the lost
 * phone.
 * @param session the one that changed the number
 * @throws Problem TOO_MANY_TEXTS_BY_ACCOUNT… if the account has used up its text messages
 */
async function followNewNumber(
  trx: Trx,
  notifier: Notifier,
  { user: before, tokenHash, scope }: Session,
  user: UserRow,
  log: NumberChangeLog,
): Promise<void> {
  await deletePin(trx, user.id);
  await allowPhoneChange(trx, tokenHash, false);
  if (scope === 'narrow') await endOtherSessions(trx, user.id, tokenHash);
  await notifier.mail(trx, user, 'phoneChanged');
  await warnOldNumber(trx, notifier, before, log);
}

/**
 * Changes a user's own data. From a narrow session only the number is accepted, and only after the email step.
 * @param caller the language of the request, and its log
 * @throws Problem PHONE_CHANGE_NOT_ALLOWED, or VALIDATION for a number that cannot be texted
 */
export async function changeUser(
  { db, config, notifier }: Services,
  session: Session,
  changes: UserChanges,
  { locale, log }: { locale: Locale; log: NumberChangeLog },
): Promise<Me> {
  const columns = columnsOf(allowedChanges(session, changes));
  const { user: before, scope } = session;
  refuseNewNumbers(config, before, columns, locale);
  refuseNewNames(before, columns, locale);
  const changed = await db.transaction().execute(async (trx) => {
    const user = await updateUser(trx, before.id, columns);
    if (user.phone_number !== before.phone_number) await followNewNumber(trx, notifier, session, user, log);
    return user;
  });
  notifier.kick();
  return scope === 'full'
    ? describeUser(db, config, changed)
    : { ...toNarrowUser(changed), phoneNumber: changed.phone_number };
}
