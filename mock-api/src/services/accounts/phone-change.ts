/**
 * New mobile numbers. A full session's number waits for its code (`phone-proof.ts`). A wristband's session may ask for
 * a new one after the email step. With STRICT_IDENTITY that needs confirmation, because someone who finds a wristband
 * may also know the email: by a link sent to the old number or to the email, or by staff. Nothing changes until then.
 * So it is with any setting for accounts without a proven email, which have no email step.
 */
import type { FastifyBaseLogger } from 'fastify';
import { DAY } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { maskPhone, phoneDigits } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import type { PhoneChangeLink, PhoneChangeState } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { deletePhoneCode, deletePin } from '../../repositories/accounts/one-time-codes.ts';
import {
  consumePhoneChange,
  findPhoneChangeByLink,
  findPhoneChangeOfSession,
  type PhoneChange,
  replacePhoneChange,
} from '../../repositories/accounts/phone-changes.ts';
import {
  allowPhoneChange,
  endOtherSessions,
  endSession,
  recheckSessions,
  type Session,
} from '../../repositories/accounts/sessions.ts';
import { findUser, localeOf, lockUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { newLinkToken } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { countWithin } from '../messages/limits.ts';
import type { Notifier } from '../messages/notifier.ts';

/** Numbers that one account may ask for within a day, proven or not: each causes messages. */
const NUMBERS_PER_DAY = 3;

/** Logs that the old number was not warned, and why; the line's request identifies the account. */
export type NumberChangeLog = Pick<FastifyBaseLogger, 'warn'>;

/** Key of the counter of numbers that a user asks for. */
export const numbersKey = (userId: string): string => `phone-change:${userId}`;

/** @throws ProblemError TOO_MANY_NUMBERS */
export const countNumber = (trx: Trx, userId: string): Promise<void> =>
  countWithin(trx, { key: numbersKey(userId), window: DAY, most: NUMBERS_PER_DAY }, 'TOO_MANY_NUMBERS');

/**
 * Texts the old number. Goes on if it cannot be texted, or was texted too often just now.
 * @returns whether the text will be sent
 * @throws ProblemError TOO_MANY_TEXTS_BY_ACCOUNT…, so that an account cannot use up its text messages to change its number
 * without a warning
 */
async function textOldNumber(
  trx: Trx,
  notifier: Notifier,
  before: UserRow,
  sentence: (locale: Locale) => string,
  log: NumberChangeLog,
): Promise<boolean> {
  if (before.phone_number === '') return false;
  try {
    await notifier.warn(trx, before.phone_number, sentence(localeOf(before)), before.id);
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code.startsWith('TOO_MANY_TEXTS_BY_ACCOUNT')) throw error;
    log.warn({ code: error.code }, 'old number not warned of its change');
    return false;
  }
}

/**
 * Invalidates the codes that were sent, and notifies the user by email and by a text message to the
 * old number. A user who lost their phone and signed in by wristband is signed out everywhere else, including the lost
 * phone.
 * @param sessionHash of the session that asked for the number
 * @throws ProblemError TOO_MANY_TEXTS_BY_ACCOUNT… if the account has used up its text messages
 */
export async function followNewNumber(
  trx: Trx,
  notifier: Notifier,
  before: UserRow,
  { scope, sessionHash }: { scope: Session['scope']; sessionHash: string },
  log: NumberChangeLog,
): Promise<void> {
  await deletePin(trx, before.id);
  await deletePhoneCode(trx, before.id);
  await allowPhoneChange(trx, sessionHash, false);
  if (scope === 'narrow') await endOtherSessions(trx, before.id, sessionHash);
  await notifier.mail(trx, before, 'phoneChanged');
  await textOldNumber(trx, notifier, before, (locale) => translate(locale, 'sms.phoneChanged', notifier.contacts), log);
}

/**
 * Stores a number that a wristband's session wants, and sends the links that confirm it. Replaces an earlier one.
 * @throws ProblemError TOO_MANY_NUMBERS or TOO_MANY_TEXTS_BY_ACCOUNT…
 */
export async function requestPhoneChange(
  { db, notifier, config }: Services,
  { user, tokenHash }: Pick<Session, 'user' | 'tokenHash'>,
  phoneNumber: string,
  log: NumberChangeLog,
): Promise<void> {
  const [textToken, emailToken] = [newLinkToken(), newLinkToken()];
  const pathOf = (token: string) => `/onboarding/confirm-mobile/${token}`;
  const number = phoneNumber.slice(-4);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    await countNumber(trx, user.id);
    await replacePhoneChange(trx, { userId: user.id, sessionHash: tokenHash, phoneNumber, textToken, emailToken });
    await notifier.mail(trx, user, 'phoneChange', pathOf(emailToken), { number });
    const words = { ...notifier.contacts, number, link: `${config.publicUrl}${pathOf(textToken)}` };
    await textOldNumber(trx, notifier, user, (locale) => translate(locale, 'sms.phoneChange', words), log);
    await audit(trx, { action: 'PHONE_CHANGE_REQUESTED', actor: user.id, subject: user.id, object: 'phone-change' });
  });
  notifier.kick();
}

/** Returns the number that a session waits for; undefined if it waits for none. */
export async function phoneChangeState(db: Db, sessionHash: string): Promise<PhoneChangeState | undefined> {
  const change = await findPhoneChangeOfSession(db, sessionHash);
  return change && { maskedPhone: maskPhone(change.phone_number), expiresAt: change.expires_at };
}

/** @throws ProblemError LINK_DEAD for a link that was used, has expired or was replaced */
async function changeOf(db: Db, token: string): Promise<{ change: PhoneChange; user: UserRow }> {
  const change = await findPhoneChangeByLink(db, token);
  const user = change && (await findUser(db, change.user_id));
  if (!change || !user) throw new ProblemError('LINK_DEAD');
  return { change, user };
}

/** @throws ProblemError LINK_DEAD */
export async function readPhoneChange(db: Db, token: string): Promise<PhoneChangeLink> {
  const { change, user } = await changeOf(db, token);
  return { firstName: user.first_name, maskedPhone: maskPhone(change.phone_number) };
}

/**
 * Gives a user the number that waits. The session that asked goes on with a code to it; all others end.
 * @throws ProblemError LINK_DEAD if it no longer waits
 */
export async function applyPhoneChange(
  trx: Trx,
  notifier: Notifier,
  { change, user }: { change: PhoneChange; user: UserRow },
  log: NumberChangeLog,
): Promise<void> {
  const { phone_number: number, session_hash: sessionHash } = change;
  await lockUser(trx, user.id);
  if (!(await consumePhoneChange(trx, change))) throw new ProblemError('LINK_DEAD');
  await updateUser(trx, user.id, { phone_number: number, phone_digits: phoneDigits(number) });
  await followNewNumber(trx, notifier, user, { scope: 'narrow', sessionHash }, log);
}

/** @throws ProblemError LINK_DEAD */
export async function confirmPhoneChange(
  { db, notifier }: Services,
  token: string,
  log: NumberChangeLog,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await changeOf(trx, token);
    await applyPhoneChange(trx, notifier, found, log);
    await audit(trx, { action: 'IDENTITY_CHANGED', actor: null, subject: found.user.id, object: 'number' });
  });
  notifier.kick();
}

/** Drops a number that waits, and ends the session that asked for it. */
export async function dropPhoneChange(trx: Trx, change: PhoneChange): Promise<void> {
  await consumePhoneChange(trx, change);
  await endSession(trx, change.session_hash);
  await recheckSessions(trx, change.user_id);
}

/**
 * Keeps the old number, by a link, and signs out the device that asked for the new one.
 * @throws ProblemError LINK_DEAD
 */
export async function refusePhoneChange({ db }: Services, token: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { change, user } = await changeOf(trx, token);
    await dropPhoneChange(trx, change);
    await audit(trx, { action: 'PHONE_CHANGE_REFUSED', actor: null, subject: user.id, object: 'phone-change' });
  });
}
