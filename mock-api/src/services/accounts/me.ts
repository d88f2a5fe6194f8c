/**
 * A user as their own session may see and change them. A new mobile number has consequences, so that a stranger cannot
 * change it unnoticed.
 */
import type { Updateable } from 'kysely';
import { isPlainName } from 'shared-ui/contract';
import { after, now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { phoneDigits } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { Me, OpenSession, SessionState, User, UserChanges } from '../../contract.ts';
import type { Db, UsersTable } from '../../db/schema.ts';
import { endSession, liveSessions, type Session } from '../../repositories/accounts/sessions.ts';
import {
  isStaff,
  lockUser,
  provenEmailOf,
  toNarrowUser,
  toUser,
  type UserRow,
  updateUser,
} from '../../repositories/accounts/users.ts';
import { sessionName } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { refuseNumber } from '../messages/notifier.ts';
import { requireFresh } from '../own-data/confirmation.ts';
import { agreementsDue } from './agreements.ts';
import { nextFactor } from './enrolment.ts';
import { auditIdentity, isNamedByStaff } from './identity.ts';
import {
  countNumber,
  followNewNumber,
  type NumberChangeLog,
  phoneChangeState,
  requestPhoneChange,
} from './phone-change.ts';
import { askForNumber, newPhoneCode, pendingNumber } from './phone-proof.ts';

type Known = Pick<Config, 'agreements'>;

/**
 * Returns the user as a full session sees it.
 * @param db may be the transaction that has just changed the row
 */
export async function describeUser(db: Db, config: Known, row: UserRow): Promise<User> {
  const pendingPhoneNumber = await pendingNumber(db, row);
  const user = toUser(row, await agreementsDue(db, config, row.id), await isNamedByStaff(db, row));
  return { ...user, ...(pendingPhoneNumber && { pendingPhoneNumber }) };
}

/** @param session the narrow session that asks, to include what it waits for */
export async function describeMe(
  db: Db,
  config: Known,
  row: UserRow,
  scope: 'full' | 'narrow',
  session?: Session,
): Promise<Me> {
  if (scope === 'full') return describeUser(db, config, row);
  if (isStaff(row)) return toNarrowUser(row, await nextFactor(db, row.id, session));
  const phoneChange = session && (await phoneChangeState(db, session.tokenHash));
  const hasNoEmail = provenEmailOf(row) === null && { hasNoEmail: true as const };
  return { ...toNarrowUser(row), ...(phoneChange && { phoneChange }), ...hasNoEmail };
}

/** Returns the columns that a change sets; fields that were not sent are left out. */
function columnsOf(changes: UserChanges): Updateable<UsersTable> {
  const { phone } = changes;
  const columns: Record<string, string | number | null | undefined> = {
    first_name: changes.firstName?.trim(),
    last_name: changes.lastName?.trim(),
    preferred_name: changes.preferredName?.trim() ?? changes.preferredName,
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
    language: changes.language,
    needs_interpreter: changes.needsInterpreter == null ? changes.needsInterpreter : Number(changes.needsInterpreter),
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
 * @throws ProblemError NAME_BY_STAFF or VALIDATION
 */
async function refuseNewNames(db: Db, before: UserRow, columns: Updateable<UsersTable>, locale: Locale): Promise<void> {
  const { first_name: first = before.first_name, last_name: last = before.last_name } = columns;
  const [isNewFirst, isNewLast] = [first !== before.first_name, last !== before.last_name];
  if ((isNewFirst || isNewLast) && (await isNamedByStaff(db, before))) throw new ProblemError('NAME_BY_STAFF');
  const fields: Record<string, string> = {};
  if (isNewFirst && !isPlainName(first)) fields.firstName = translate(locale, 'field.firstName.format');
  if (isNewLast && !isPlainName(last)) fields.lastName = translate(locale, 'field.lastName.format');
  if (Object.keys(fields).length > 0) throw new ProblemError('VALIDATION', { fields });
}

/**
 * Returns what this session may change: everything about its user, or only the number.
 * @throws ProblemError PHONE_CHANGE_NOT_ALLOWED
 */
function allowedChanges(session: Session, changes: UserChanges): UserChanges {
  if (session.scope === 'full') return changes;
  if (!session.mayChangePhone && provenEmailOf(session.user) !== null)
    throw new ProblemError('PHONE_CHANGE_NOT_ALLOWED');
  return changes.phoneNumber === undefined ? {} : { phoneNumber: changes.phoneNumber };
}

/** Where a change comes from, and the log of its request. */
interface Caller {
  locale: Locale;
  address: string;
  log: NumberChangeLog;
}

/** Stores what a full session changes. A new number waits for its code. */
async function changeInFull(
  services: Services,
  session: Session,
  { phone_number: wanted, phone_digits: digits, ...columns }: Updateable<UsersTable>,
  { locale, address }: Caller,
): Promise<Me> {
  const { db, config, notifier } = services;
  const { user: before } = session;
  const isNew = wanted !== undefined && digits !== before.phone_digits;
  if (isNew) requireFresh(session);
  const made = isNew ? await newPhoneCode() : undefined;
  const changed = await db.transaction().execute(async (trx) => {
    await lockUser(trx, before.id);
    if (made && wanted !== undefined) await askForNumber(trx, services, before, wanted, { locale, address, made });
    const spelling = wanted === undefined || isNew ? {} : { phone_number: wanted };
    const user = await updateUser(trx, before.id, { ...columns, ...spelling });
    await auditIdentity(trx, before, user, { actor: before.id });
    return user;
  });
  notifier.kick();
  return describeUser(db, config, changed);
}

/** Stores the number that a narrow session sets; the PIN that is then sent to it proves it. */
async function changeInNarrow(
  services: Services,
  session: Session,
  columns: Updateable<UsersTable>,
  { log }: Caller,
): Promise<Me> {
  const { db, config, notifier } = services;
  const { user: before, tokenHash } = session;
  const { phone_number: wanted = before.phone_number } = columns;
  const isNew = wanted !== before.phone_number;
  if (isNew && (config.strictIdentity || provenEmailOf(before) === null)) {
    await requestPhoneChange(services, { user: before, tokenHash }, wanted, log);
    return describeMe(db, config, before, 'narrow', session);
  }
  const changed = await db.transaction().execute(async (trx) => {
    const user = await updateUser(trx, before.id, columns);
    await auditIdentity(trx, before, user, { actor: before.id });
    if (!isNew) return user;
    await countNumber(trx, before.id);
    await followNewNumber(trx, notifier, before, { scope: 'narrow', sessionHash: tokenHash }, log);
    return user;
  });
  notifier.kick();
  return { ...toNarrowUser(changed), phoneNumber: changed.phone_number };
}

/**
 * Changes a user's own data. From a full session, a new number waits for its code. From a narrow session only the
 * number is accepted, and only after the email step, unless the account has no proven email. With STRICT_IDENTITY, and
 * without such an email, it then waits for confirmation.
 * @throws ProblemError PHONE_CHANGE_NOT_ALLOWED, TOO_MANY_NUMBERS, TOO_MANY_TEXTS…, NAME_BY_STAFF, or VALIDATION for a name
 * that is refused or a number that cannot be texted
 */
export async function changeUser(
  services: Services,
  session: Session,
  changes: UserChanges,
  caller: Caller,
): Promise<Me> {
  const columns = columnsOf(allowedChanges(session, changes));
  refuseNewNumbers(services.config, session.user, columns, caller.locale);
  await refuseNewNames(services.db, session.user, columns, caller.locale);
  return session.scope === 'full'
    ? changeInFull(services, session, columns, caller)
    : changeInNarrow(services, session, columns, caller);
}

/** Returns a device in words, e.g. "Firefox on Windows", see `deviceOf`. */
export function deviceInWords(device: string | null, locale: Locale): string {
  const [browser = '', system = ''] = (device ?? '').split('/');
  if (browser === '' && system === '') return translate(locale, 'session.device.unknown');
  if (browser === '' || system === '') return browser + system;
  return translate(locale, 'session.device', { browser, system });
}

/** Returns the user's sessions; a narrow session, which a found wristband may have opened, sees only itself. */
async function ownSessions({ db, config }: Services, session: Session, locale: Locale): Promise<OpenSession[]> {
  const live = await liveSessions(db, session.user.id);
  return live
    .filter(({ token_hash: hash }) => session.scope === 'full' || hash === session.tokenHash)
    .map(({ token_hash: hash, idle_at: idleAt, device }) => ({
      id: sessionName(hash),
      current: hash === session.tokenHash,
      device: deviceInWords(device, locale),
      lastUsedAt: after(-config.limits.sessionIdle, idleAt),
    }));
}

/** Returns when a session ends, and the user's others. The idle end is never later than the final one. */
export async function stateOf(services: Services, session: Session, locale: Locale): Promise<SessionState> {
  const { idleAt, expiresAt } = session;
  return {
    now: now(),
    idleAt: idleAt < expiresAt ? idleAt : expiresAt,
    expiresAt,
    sessions: await ownSessions(services, session, locale),
  };
}

/** @throws ProblemError NOT_FOUND, or CONFIRMATION_REQUIRED for another session than this one */
export async function endOwnSession({ db }: Services, session: Session, id: string): Promise<void> {
  const live = await liveSessions(db, session.user.id);
  const found = live.find(({ token_hash: hash }) => sessionName(hash) === id);
  if (!found) throw new ProblemError('NOT_FOUND');
  if (found.token_hash !== session.tokenHash) requireFresh(session);
  await endSession(db, found.token_hash);
}
