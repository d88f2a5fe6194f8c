/**
 * Proof of a mobile number: a code is texted to it, and the account that wants it enters the code. Until then the
 * account's old number stays. The PIN of a sign-in proves the number that it was sent to.
 */
import { DAY, now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { maskPhone, phoneDigits } from '../../common/phone.ts';
import { ProblemError } from '../../common/problems.ts';
import type { PinSent } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  countPhoneCodeAttempt,
  deletePhoneCode,
  findPhoneCode,
  replacePhoneCode,
} from '../../repositories/accounts/one-time-codes.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import { hasProvenPhone, lockUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { fitsCode, type NewCode, newCode } from '../../security/passwords/short-codes.ts';
import { newSecondFactorCode, sameSecret } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { countWithin } from '../messages/limits.ts';
import { settleProven } from '../sharing/invitations.ts';
import { auditIdentity } from './identity.ts';
import { countNumber, followNewNumber, type NumberChangeLog } from './phone-change.ts';

const ATTEMPTS_PER_CODE = 5;
const ATTEMPTS_PER_DAY = 20;

/** Key of the counter of codes that a user enters. */
export const phoneCodeKey = (userId: string): string => `phone-code:${userId}`;

/** Where a request for a code comes from, and the code. */
interface Origin {
  locale: Locale;
  address: string;
  made: NewCode;
}

/** Returns the number that waits for its code: one that the user asked for, or their own while it is unproven. */
export async function pendingNumber(db: Db, user: UserRow): Promise<string | undefined> {
  const wanted = await findPhoneCode(db, user.id);
  if (wanted) return wanted.phone_number;
  return user.phone_number !== '' && !hasProvenPhone(user) ? user.phone_number : undefined;
}

/** Makes a code to text, before the transaction that stores it. */
export const newPhoneCode = (): Promise<NewCode> => newCode(newSecondFactorCode());

/** Texts a new code to a number, which invalidates the earlier one. Returns when it expires. */
async function textCode(
  trx: Trx,
  { notifier }: Services,
  { user, phoneNumber, locale, address, made }: Origin & { user: UserRow; phoneNumber: string },
): Promise<string> {
  const expiresAt = await replacePhoneCode(trx, user.id, phoneNumber, made.hash);
  const body = translate(locale, 'sms.phoneCode', { ...notifier.contacts, code: made.code });
  await notifier.text(trx, phoneNumber, body, { account: user.id, address });
  return expiresAt;
}

/**
 * Stores a number that a full session asks for, and texts its code. A number that waits already gets no second code:
 * the client may send the whole user again.
 * @throws ProblemError TOO_MANY_NUMBERS, COUNTRY_NOT_SERVED or TOO_MANY_TEXTS…
 */
export async function askForNumber(
  trx: Trx,
  services: Services,
  user: UserRow,
  phoneNumber: string,
  origin: Origin,
): Promise<void> {
  const waiting = await findPhoneCode(trx, user.id);
  if (waiting && phoneDigits(waiting.phone_number) === phoneDigits(phoneNumber)) return;
  await countNumber(trx, user.id);
  await textCode(trx, services, { user, phoneNumber, ...origin });
}

/**
 * Texts another code to the number that waits, or a first one to the user's own.
 * @throws ProblemError NOT_FOUND if no number waits, COUNTRY_NOT_SERVED or TOO_MANY_TEXTS…
 */
export async function sendPhoneCode(
  services: Services,
  { user }: Session,
  from: Omit<Origin, 'made'>,
): Promise<PinSent> {
  const { db, notifier } = services;
  const origin = { ...from, made: await newPhoneCode() };
  const sent = await db.transaction().execute(async (trx) => {
    await lockUser(trx, user.id);
    const phoneNumber = await pendingNumber(trx, user);
    if (phoneNumber === undefined) throw new ProblemError('NOT_FOUND');
    const expiresAt = await textCode(trx, services, { user, phoneNumber, ...origin });
    return { maskedPhone: maskPhone(phoneNumber), expiresAt };
  });
  notifier.kick();
  return sent;
}

/** Returns the number that waits with a code that can still be entered. */
async function findOpen(db: Db, userId: string) {
  const sent = await findPhoneCode(db, userId);
  return sent && sent.attempts < ATTEMPTS_PER_CODE && sent.expires_at > now() ? sent : undefined;
}

/** Compares a code before the user is locked. Returns the hash that it fits; undefined: none. */
async function matchOf({ db, config }: Services, userId: string, code: string): Promise<string | undefined> {
  const sent = await findOpen(db, userId);
  if (!sent) return undefined;
  const isFallback = config.pinFallback !== undefined && sameSecret(code, config.pinFallback);
  return isFallback || (await fitsCode(sent, code)) ? sent.code_hash : undefined;
}

/** Judges a code with the user locked. Returns the number that it proves. */
async function judge(
  trx: Trx,
  userId: string,
  hash: string | undefined,
): Promise<{ phoneNumber?: string; isDead: boolean }> {
  const sent = await findOpen(trx, userId);
  if (!sent) return { isDead: true };
  await countPhoneCodeAttempt(trx, userId);
  return { isDead: false, ...(sent.code_hash === hash && { phoneNumber: sent.phone_number }) };
}

/**
 * Proves the number that waits, by its code: it becomes the account's number, and invitations that were sent to it find
 * the account.
 * @throws ProblemError PHONE_CODE_WRONG, PIN_DEAD (a new code is needed) or PHONE_CODE_LOCKED
 */
export async function confirmNumber(
  services: Services,
  { user: before, tokenHash }: Session,
  code: string,
  log: NumberChangeLog,
): Promise<UserRow> {
  const { db, notifier } = services;
  const { id } = before;
  const hash = await matchOf(services, id, code);
  const outcome = await db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    await countWithin(trx, { key: phoneCodeKey(id), window: DAY, most: ATTEMPTS_PER_DAY }, 'PHONE_CODE_LOCKED');
    const { phoneNumber, isDead } = await judge(trx, id, hash);
    if (phoneNumber === undefined) return new ProblemError(isDead ? 'PIN_DEAD' : 'PHONE_CODE_WRONG');
    const digits = phoneDigits(phoneNumber);
    await deletePhoneCode(trx, id);
    if (digits !== before.phone_digits)
      await followNewNumber(trx, notifier, before, { scope: 'full', sessionHash: tokenHash }, log);
    const proven = { phone_number: phoneNumber, phone_digits: digits, proven_digits: digits };
    const user = await updateUser(trx, id, proven);
    await auditIdentity(trx, before, user, { actor: id });
    return user;
  });
  if (outcome instanceof ProblemError) throw outcome;
  await settleProven(db, id);
  notifier.kick();
  return outcome;
}
