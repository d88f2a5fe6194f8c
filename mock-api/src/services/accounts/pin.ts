/**
 * Rules of the PIN (docs/product-rules.md#pin): a code is valid for 10 minutes and once, 5 wrong attempts invalidate
 * it, 10 wrong attempts within a day lock the account's PIN until that day is over. A PIN by text works only in the
 * session that asked for it. The fallback PIN also works when a
 * code is no longer valid, but not while the PIN is locked. Wrong PINs of a known device are counted separately, so
 * that others cannot lock its owner out.
 */
import { after, DAY, now, secondsUntil } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  countPinAttempt,
  findPin,
  type PinCode,
  type PinOwner,
  replacePin,
  usePin,
} from '../../repositories/accounts/one-time-codes.ts';
import { type Session, upgradeSession } from '../../repositories/accounts/sessions.ts';
import {
  listThrottles,
  lockThrottle,
  partOf,
  readThrottle,
  saveThrottle,
  type Throttle,
} from '../../repositories/accounts/throttles.ts';
import { findUser, hasProvenPhone, lockUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit, failedSignIn } from '../../repositories/audit.ts';
import { fitsCode, type NewCode } from '../../security/passwords/short-codes.ts';
import { sameSecret } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { settleProven } from '../sharing/invitations.ts';

type Needs = Pick<Services, 'db' | 'config'>;

const ATTEMPTS_PER_CODE = 5;
const WRONG_PER_DAY = 10;

/** Returns the key that counts a user's wrong PINs within a day; those of known devices are its parts. */
export const pinDayKey = (userId: string) => `pin-day:${userId}`;

/** Who enters a PIN: a user's session, and the known device of theirs that they use. */
interface Owner extends PinOwner {
  device: string | undefined;
}

const dayKeyOf = ({ userId, device }: Owner) => {
  const key = pinDayKey(userId);
  return device === undefined ? key : partOf(key, device);
};

async function dayCount(trx: Trx, owner: Owner): Promise<Throttle> {
  const day = await lockThrottle(trx, dayKeyOf(owner), DAY);
  if (day.count >= WRONG_PER_DAY) {
    throw new ProblemError('PIN_LOCKED', { retryAfter: secondsUntil(after(DAY, day.windowStartedAt)) });
  }
  return day;
}

function isAlive(code: PinCode | undefined): code is PinCode {
  return code !== undefined && code.used_at === null && code.attempts < ATTEMPTS_PER_CODE && code.expires_at > now();
}

/** How to issue a code. */
interface Issue {
  unlessAlive?: boolean;
  /** In milliseconds, if it is not the usual one. */
  lifetime?: number;
}

/** When a code expires, and whether it is the new one, which has to be sent. */
interface IssuedPin {
  isNew: boolean;
  expiresAt: string;
}

/**
 * Issues a code for the user, which invalidates any earlier one; with `unlessAlive` only if the earlier one is no
 * longer valid. Locks the user, so that two screens that open at the same time get one code.
 * @throws ProblemError PIN_LOCKED
 */
export async function issuePin(
  trx: Trx,
  owner: Owner,
  { hash }: NewCode,
  { unlessAlive = false, lifetime }: Issue = {},
): Promise<IssuedPin> {
  await lockUser(trx, owner.userId);
  await dayCount(trx, owner);
  const last = unlessAlive ? await findPin(trx, owner) : undefined;
  if (isAlive(last)) return { isNew: false, expiresAt: last.expires_at };
  return { isNew: true, expiresAt: await replacePin(trx, owner, hash, lifetime) };
}

/** Returns whether too many wrong PINs lock this user out until the day is over, on a known device or elsewhere. */
export async function isPinLocked(db: Db, userId: string): Promise<boolean> {
  const days = await listThrottles(db, pinDayKey(userId));
  return days.some((day) => day.count >= WRONG_PER_DAY && after(DAY, day.window_started_at) > now());
}

/** A guess: the hash that it fits, if any, and whether it is the fallback, which may be switched off. */
interface Guess {
  hash: string | undefined;
  fallback: boolean | undefined;
}

/** Compares a PIN before the user is locked. Nothing is compared while a guess can't be right. */
async function guessOf({ db, config: { pinFallback } }: Needs, owner: Owner, pin: string): Promise<Guess> {
  const code = await findPin(db, owner);
  const day = await readThrottle(db, dayKeyOf(owner), DAY);
  const isOpen = isAlive(code) && (day?.count ?? 0) < WRONG_PER_DAY;
  return {
    hash: isOpen && (await fitsCode(code, pin)) ? code.code_hash : undefined,
    fallback: pinFallback === undefined ? undefined : sameSecret(pin, pinFallback),
  };
}

type Verdict = 'right' | 'wrong' | 'dead';

/** Judges one guess with the user locked, so that concurrent guesses are counted one after another. */
async function judge(trx: Trx, owner: Owner, { hash, fallback }: Guess): Promise<Verdict> {
  const { userId } = owner;
  await lockUser(trx, userId);
  const day = await dayCount(trx, owner);
  const code = await findPin(trx, owner);
  const alive = isAlive(code);
  if (alive) await countPinAttempt(trx, userId);
  if ((alive && code.code_hash === hash) || fallback === true) {
    await usePin(trx, userId);
    return 'right';
  }
  await audit(trx, failedSignIn('pin', userId, userId));
  if (alive || fallback !== undefined) {
    await saveThrottle(trx, dayKeyOf(owner), { ...day, count: day.count + 1 });
    if (day.count + 1 === WRONG_PER_DAY) {
      await audit(trx, { action: 'PIN_LOCKED', actor: userId, subject: userId, object: 'sessions' });
    }
  }
  return alive ? 'wrong' : 'dead';
}

/**
 * Checks a PIN; a correct one sets `pinEnteredAt`, proves the number that it was sent to, and widens the session.
 * @param device the known device of the user that sends it, see `KnownDevices`
 * @throws ProblemError PIN_WRONG, PIN_DEAD (a new code is needed) or PIN_LOCKED
 */
export async function verifyPin(
  services: Needs,
  session: Session,
  pin: string,
  device: string | undefined,
): Promise<UserRow> {
  const { db } = services;
  const userId = session.user.id;
  const owner = { userId, sessionHash: session.tokenHash, device };
  const guess = await guessOf(services, owner, pin);
  const outcome = await db.transaction().execute(async (trx) => {
    const verdict = await judge(trx, owner, guess);
    if (verdict !== 'right') return verdict;
    await upgradeSession(trx, session.tokenHash);
    await audit(trx, { action: 'SIGNED_IN', actor: userId, subject: userId, object: 'full' });
    const { phone_digits: digits } = (await findUser(trx, userId)) ?? session.user;
    return updateUser(trx, userId, { pin_entered_at: now(), proven_digits: digits });
  });
  if (typeof outcome === 'string') throw refusal(outcome, session);
  if (!hasProvenPhone(session.user)) await settleProven(db, userId);
  return outcome;
}

const refusal = (verdict: 'wrong' | 'dead', { user }: Session) =>
  verdict === 'wrong'
    ? new ProblemError('PIN_WRONG', { params: { name: user.first_name } })
    : new ProblemError('PIN_DEAD');

/**
 * Checks a PIN of a session that is full already.
 * @throws ProblemError as `verifyPin`
 */
export async function checkPin(
  services: Needs,
  session: Session,
  pin: string,
  device: string | undefined,
): Promise<void> {
  const owner = { userId: session.user.id, sessionHash: session.tokenHash, device };
  const guess = await guessOf(services, owner, pin);
  const verdict = await services.db.transaction().execute((trx) => judge(trx, owner, guess));
  if (verdict !== 'right') throw refusal(verdict, session);
}
