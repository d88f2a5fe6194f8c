/** Lockouts after too many wrong attempts, and unlocking. */
import { now } from '../../common/clock.ts';
import { phoneDigits } from '../../common/phone.ts';
import type { Db } from '../../db/schema.ts';
import { clearThrottle, listThrottles } from '../../repositories/accounts/throttles.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { textCounterKeys } from '../messages/limits.ts';
import { accountKey } from './login-throttle.ts';
import { numbersKey } from './phone-change.ts';
import { phoneCodeKey } from './phone-proof.ts';
import { isPinLocked, pinDayKey } from './pin.ts';
import { secondFactorDayKey } from './second-factor.ts';
import { emailStepKey } from './sign-in.ts';

/** Returns whether wrong passwords, emails or PINs currently lock this person out. */
export async function isLockedOut(db: Db, user: UserRow): Promise<boolean> {
  const keys = [accountKey(user.email), emailStepKey(user.id)];
  const throttles = (await Promise.all(keys.map((key) => listThrottles(db, key)))).flat();
  const isBlocked = throttles.some(({ blocked_until: end }) => end !== null && end > now());
  return isBlocked || (await isPinLocked(db, user.id));
}

/**
 * Lets a person try again: resets the counts of their wrong attempts, of the numbers they asked for, and of the text
 * messages to their number and by their account.
 */
export async function unlock(db: Db, user: UserRow): Promise<void> {
  const digits = phoneDigits(user.phone_number);
  const keys = [
    accountKey(user.email),
    emailStepKey(user.id),
    pinDayKey(user.id),
    secondFactorDayKey(user.id),
    numbersKey(user.id),
    phoneCodeKey(user.id),
    ...textCounterKeys(user.id, digits),
  ];
  for (const key of keys) await clearThrottle(db, key);
}
