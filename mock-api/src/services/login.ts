/**
 * Sign-in by e-mail and password: after 5 failures an account waits 30 s, then twice as long after each further one, up
 * to an hour. Unknown addresses behave alike, so that nobody can ask who has an account.
 */
import { after, HOUR, now, SECOND, secondsUntil } from '../clock.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../problems.ts';
import { blockedUntil, clearThrottle, lockThrottle, saveThrottle } from '../repositories/throttles.ts';
import { findUserByEmail, type UserRow } from '../repositories/users.ts';
import { verifyPassword } from '../security/passwords.ts';
import { sha256 } from '../security/secrets.ts';

const FREE_FAILURES = 5;
const FIRST_WAIT = 30 * SECOND;
const LONGEST_WAIT = HOUR;
/** Failures older than this are forgotten. */
const WINDOW = 24 * HOUR;

/** A wait in milliseconds after this many failures; 0 while they are free. */
export function waitAfter(failures: number): number {
  return failures < FREE_FAILURES ? 0 : Math.min(FIRST_WAIT * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT);
}

function blocked(until: string): Problem {
  const retryAfter = secondsUntil(until);
  return new Problem('LOGIN_BLOCKED', { retryAfter, params: { seconds: retryAfter } });
}

/** Counts a failure, unless others made at the same moment have already blocked the key. */
export async function countFailure(db: Db, key: string): Promise<Problem | undefined> {
  return db.transaction().execute(async (trx) => {
    const throttle = await lockThrottle(trx, key, WINDOW);
    if (throttle.blockedUntil && throttle.blockedUntil > now()) return blocked(throttle.blockedUntil);
    const count = throttle.count + 1;
    const wait = waitAfter(count);
    await saveThrottle(trx, key, { ...throttle, count, blockedUntil: wait > 0 ? after(wait) : null });
    return undefined;
  });
}

/** @throws Problem LOGIN_BLOCKED while the key has to wait */
export async function refuseWhileBlocked(db: Db, key: string): Promise<void> {
  const until = await blockedUntil(db, key);
  if (until) throw blocked(until);
}

/**
 * The user of an e-mail and password. A right password is refused too once guesses made at the same moment have
 * blocked the account.
 * @throws Problem LOGIN_FAILED or LOGIN_BLOCKED
 */
export async function checkPassword(db: Db, email: string, password: string): Promise<UserRow> {
  const key = `login:${sha256(email.trim().toLowerCase())}`;
  await refuseWhileBlocked(db, key);
  const user = await findUserByEmail(db, email);
  const right = await verifyPassword(user?.password_hash, password);
  if (!user || !right) throw (await countFailure(db, key)) ?? new Problem('LOGIN_FAILED');
  await refuseWhileBlocked(db, key);
  await clearThrottle(db, key);
  return user;
}
