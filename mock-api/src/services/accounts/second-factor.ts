/**
 * Codes as the second factor of staff: of their authenticator app, a recovery code, or one by email for the session that
 * is waiting for it, valid for 10 minutes and 5 attempts. 20 wrong ones within a day lock the account's second factor
 * until that day is over. Attempts of a known device are counted separately.
 */

import { after, DAY, MINUTE, now, secondsUntil } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { Me } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  countSecondFactorAttempt,
  findSecondFactor,
  replaceSecondFactor,
} from '../../repositories/accounts/one-time-codes.ts';
import type { Session } from '../../repositories/accounts/sessions.ts';
import {
  lockThrottle,
  partOf,
  readThrottle,
  saveThrottle,
  type Throttle,
} from '../../repositories/accounts/throttles.ts';
import { lockUser, toNarrowUser, type UserRow } from '../../repositories/accounts/users.ts';
import { audit, failedSignIn } from '../../repositories/audit.ts';
import { fitsCode, type NewCode, newCode } from '../../security/passwords/short-codes.ts';
import { newSecondFactorCode } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import type { Notifier } from '../messages/notifier.ts';
import { type AppCode, hasAuthenticator, matchRecoveryCode, takeAppCode } from './authenticator.ts';
import { openByEmail, openFully, strongFactorOf } from './enrolment.ts';
import { describeUser } from './me.ts';

const TRIES = 5;
const WRONG_PER_DAY = 20;
const MAILS = 20;
const MAIL_WINDOW = 10 * MINUTE;

/** Returns the key that counts an account's wrong codes. */
export const secondFactorDayKey = (userId: string) => `second-factor-day:${userId}`;

const locked = ({ windowStartedAt }: Throttle, window: number) =>
  new ProblemError('SECOND_FACTOR_LOCKED', { retryAfter: secondsUntil(after(window, windowStartedAt)) });

/** Who is signing in: a user's session, and the known device of theirs that it uses. */
interface PendingSession {
  user: UserRow;
  tokenHash: string;
  device: string | undefined;
}

const keyOf = (key: string, device: string | undefined) => (device === undefined ? key : partOf(key, device));

async function dayCount(trx: Trx, { user, device }: PendingSession): Promise<Throttle> {
  const day = await lockThrottle(trx, keyOf(secondFactorDayKey(user.id), device), DAY);
  if (day.count >= WRONG_PER_DAY) throw locked(day, DAY);
  return day;
}

/**
 * Emails a new code for a session, which invalidates its earlier one.
 * @throws ProblemError SECOND_FACTOR_LOCKED
 */
export async function mailSecondFactor(
  notifier: Notifier,
  trx: Trx,
  waiting: PendingSession,
  { code, hash }: NewCode,
): Promise<void> {
  const { user, tokenHash, device } = waiting;
  await dayCount(trx, waiting);
  const key = keyOf(`second-factor-mails:${user.id}`, device);
  const mails = await lockThrottle(trx, key, MAIL_WINDOW);
  if (mails.count >= MAILS) throw locked(mails, MAIL_WINDOW);
  await saveThrottle(trx, key, { ...mails, count: mails.count + 1 });
  await replaceSecondFactor(trx, tokenHash, hash);
  await notifier.mail(trx, user, 'secondFactor', '', { code });
}

/** Returns the emailed code of a session that can still be entered. */
async function findOpen(db: Db, tokenHash: string) {
  const sent = await findSecondFactor(db, tokenHash);
  return sent && sent.attempts < TRIES && sent.expires_at > now() ? sent : undefined;
}

/** The code that was entered, and the hashes of an emailed code or a recovery code that it fits. */
interface Guess {
  code: string;
  emailed?: string;
  recovery?: string;
}

/** Compares a code before the user is locked. Nothing is compared while the account is locked for the day. */
async function guessOf(db: Db, { tokenHash, user, device }: PendingSession, code: string): Promise<Guess> {
  const day = await readThrottle(db, keyOf(secondFactorDayKey(user.id), device), DAY);
  if (day && day.count >= WRONG_PER_DAY) return { code };
  const sent = await findOpen(db, tokenHash);
  if (sent && (await fitsCode(sent, code))) return { code, emailed: sent.code_hash };
  const recovery = await matchRecoveryCode(db, user.id, code);
  return { code, ...(recovery !== undefined && { recovery }) };
}

type Verdict = NonNullable<AppCode> | 'email-code' | 'wrong' | 'dead';

/** Judges one guess with the user locked, so that concurrent guesses are counted one after another. */
async function judge(trx: Trx, config: Config, waiting: PendingSession, guess: Guess): Promise<Verdict> {
  const { tokenHash, user, device } = waiting;
  await lockUser(trx, user.id);
  const day = await dayCount(trx, waiting);
  const byApp = await takeAppCode(trx, config, user.id, guess);
  if (byApp) return byApp;
  const sent = await findOpen(trx, tokenHash);
  const isRight = sent !== undefined && sent.code_hash === guess.emailed;
  if (!isRight) await audit(trx, failedSignIn('email-code', user.id, user.id));
  if (!sent && !(await hasAuthenticator(trx, user.id))) return 'dead';
  await countSecondFactorAttempt(trx, tokenHash);
  if (isRight) return 'email-code';
  await saveThrottle(trx, keyOf(secondFactorDayKey(user.id), device), { ...day, count: day.count + 1 });
  if (day.count + 1 === WRONG_PER_DAY) {
    await audit(trx, { action: 'SIGN_IN_LOCKED', actor: user.id, subject: user.id, object: 'second-factor' });
  }
  return 'wrong';
}

/** Returns the refusal of emailed codes to staff who have something better; undefined if they may use one. */
const needsStrong = async ({ mailedCodes }: Config, db: Db, { user }: Session) =>
  mailedCodes === 'enrolment' && (await strongFactorOf(db, user.id)) ? 'SECOND_FACTOR_STRONG' : undefined;

/**
 * Checks a code; a correct one widens the session. Outside a demo an emailed one only lets staff set up their first
 * passkey or authenticator app.
 * @throws ProblemError SECOND_FACTOR_WRONG, SECOND_FACTOR_DEAD (a new code is needed), SECOND_FACTOR_STRONG (the user has
 * a passkey and no app) or SECOND_FACTOR_LOCKED
 */
export async function verifySecondFactor(
  { db, config }: Services,
  session: Session,
  code: string,
  device: string | undefined,
): Promise<Me> {
  const waiting = { ...session, device };
  const guess = await guessOf(db, waiting, code);
  const verdict = await db.transaction().execute(async (trx) => {
    const judged = await judge(trx, config, waiting, guess);
    if (judged === 'email-code') await openByEmail(trx, config, session);
    else if (judged === 'authenticator' || judged === 'recovery-code') await openFully(trx, session, judged);
    return judged;
  });
  if (verdict === 'wrong') throw new ProblemError('SECOND_FACTOR_WRONG');
  if (verdict === 'dead') throw new ProblemError((await needsStrong(config, db, session)) ?? 'SECOND_FACTOR_DEAD');
  if (verdict !== 'email-code' || config.mailedCodes === 'sign-in') return describeUser(db, config, session.user);
  return toNarrowUser(session.user, 'enrol');
}

/**
 * Emails another code to a session that is waiting for one.
 * @throws ProblemError SECOND_FACTOR_LOCKED, or SECOND_FACTOR_STRONG if the user has something better than email
 */
export async function resendSecondFactor(
  { db, notifier, config }: Services,
  session: Session,
  device: string | undefined,
): Promise<void> {
  if (session.scope === 'full') return;
  const strong = await needsStrong(config, db, session);
  if (strong) throw new ProblemError(strong);
  const made = await newCode(newSecondFactorCode());
  await db.transaction().execute((trx) => mailSecondFactor(notifier, trx, { ...session, device }, made));
  notifier.kick();
}
