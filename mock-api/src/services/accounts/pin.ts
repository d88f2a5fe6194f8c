/**
 * Rules of the PIN (docs/product-rules.md#pin): a code is valid for 10 minutes and once, 5 wrong attempts invalidate
 * it, 10 wrong attempts within a day lock the account's PIN until that day is over. The fallback PIN also works when a
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
  replacePin,
  usePin,
} from '../../repositories/accounts/one-time-codes.ts';
import { type Session, upgradeSession } from '../../repositories/accounts/sessions.ts';
import {
  listThrottles,
  lockThrottle,
  partOf,
  saveThrottle,
  type Throttle,
} from '../../repositories/accounts/throttles.ts';
import { findUser, hasProvenPhone, lockUser, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { audit, failedSignIn } from '../../repositories/audit.ts';
import { hashPin, newPin, sameSecret } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { settleProven } from '../sharing/invitations.ts';

const ATTEMPTS_PER_CODE = 5;
const WRONG_PER_DAY = 10;

/** Returns the key that counts a user's wrong PINs within a day; those of known devices are its parts. */
export const pinDayKey = (userId: string) => `pin-day:${userId}`;

/** Who enters a PIN: a user, and the known device of theirs that they use. */
interface Owner {
  userId: string;
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

/** Which code to issue. */
interface NewPin {
  digits: 4 | 6;
  unlessAlive?: boolean;
  /** In milliseconds, if it is not the usual one. */
  lifetime?: number;
}

/** When a code expires, and the code itself if it is new and has to be sent. */
interface IssuedPin {
  pin?: string;
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
  { digits, unlessAlive = false, lifetime }: NewPin,
): Promise<IssuedPin> {
  const { userId } = owner;
  await lockUser(trx, userId);
  await dayCount(trx, owner);
  const last = unlessAlive ? await findPin(trx, userId) : undefined;
  if (isAlive(last)) return { expiresAt: last.expires_at };
  const pin = newPin(digits);
  return { pin, expiresAt: await replacePin(trx, userId, pin, lifetime) };
}

/** Returns whether too many wrong PINs lock this user out until the day is over, on a known device or elsewhere. */
export async function isPinLocked(db: Db, userId: string): Promise<boolean> {
  const days = await listThrottles(db, pinDayKey(userId));
  return days.some((day) => day.count >= WRONG_PER_DAY && after(DAY, day.window_started_at) > now());
}

type Verdict = 'right' | 'wrong' | 'dead';

/** Judges one guess with the user locked, so that concurrent guesses are counted one after another. */
async function judge(trx: Trx, owner: Owner, pin: string, fallback: string | undefined): Promise<Verdict> {
  const { userId } = owner;
  await lockUser(trx, userId);
  const day = await dayCount(trx, owner);
  const code = await findPin(trx, userId);
  const alive = isAlive(code);
  if (alive) await countPinAttempt(trx, userId);
  if (alive && sameSecret(hashPin(code.salt, pin), code.code_hash)) {
    await usePin(trx, userId);
    return 'right';
  }
  if (fallback !== undefined && sameSecret(pin, fallback)) {
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
  { db, config: { pinFallback } }: Pick<Services, 'db' | 'config'>,
  session: Session,
  pin: string,
  device: string | undefined,
): Promise<UserRow> {
  const userId = session.user.id;
  const outcome = await db.transaction().execute(async (trx) => {
    const verdict = await judge(trx, { userId, device }, pin, pinFallback);
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
  { db, config: { pinFallback } }: Pick<Services, 'db' | 'config'>,
  session: Session,
  pin: string,
  device: string | undefined,
): Promise<void> {
  const owner = { userId: session.user.id, device };
  const verdict = await db.transaction().execute((trx) => judge(trx, owner, pin, pinFallback));
  if (verdict !== 'right') throw refusal(verdict, session);
}
