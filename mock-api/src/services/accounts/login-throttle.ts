/**
 * Sign-in by email and password: after 5 failures an account waits 30 s, then twice as long after each further one, up
 * to an hour. Unknown emails behave the same, so that a caller cannot find out who has an account. A network address
 * that fails too often, at any account, waits likewise. A password reset ends an account's wait: no user can be locked
 * out for good. A network that the operator has named, such as a ward's Wi-Fi, never waits.
 */

import { after, HOUR, now, SECOND, secondsUntil } from '../../common/clock.ts';
import { Problem } from '../../common/problems.ts';
import type { Db } from '../../db/schema.ts';
import { blockedUntil, clearThrottle, lockThrottle, saveThrottle } from '../../repositories/accounts/throttles.ts';
import { findUserByEmail, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { callerKey, isInNetworks } from '../../security/address.ts';
import { verifyPassword } from '../../security/passwords.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Services } from '../context.ts';

const FIRST_WAIT = 30 * SECOND;
const LONGEST_WAIT = HOUR;
/** Failures older than this are forgotten. */
const WINDOW = 24 * HOUR;

/** Returns the wait in milliseconds after this many failures. Fewer than `free` failures cause no wait. */
export function waitAfter(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(FIRST_WAIT * 2 ** (failures - free), LONGEST_WAIT);
}

/**
 * Returns the key that counts an account's failures.
 * @param email any case
 */
export const accountKey = (email: string) => `login:${sha256(email.trim().toLowerCase())}`;

/** Returns the key that counts a network address's failures. */
const addressKey = (address: string) => `login-address:${callerKey(address)}`;

function blocked(until: string): Problem {
  const retryAfter = secondsUntil(until);
  return new Problem('LOGIN_BLOCKED', { retryAfter, params: { seconds: retryAfter } });
}

/**
 * Counts a failure, unless concurrent ones have already blocked the key.
 * @param free failures without a wait
 * @param subject owner of the account, if the key is that of one: its wait is written to the audit log
 * @returns the error for a key that was already blocked
 */
export async function countFailure(
  db: Db,
  key: string,
  free: number,
  subject?: string | null,
): Promise<Problem | undefined> {
  return db.transaction().execute(async (trx) => {
    const throttle = await lockThrottle(trx, key, WINDOW);
    if (throttle.blockedUntil && throttle.blockedUntil > now()) return blocked(throttle.blockedUntil);
    const count = throttle.count + 1;
    const wait = waitAfter(count, free);
    await saveThrottle(trx, key, { ...throttle, count, blockedUntil: wait > 0 ? after(wait) : null });
    if (wait > 0 && subject !== undefined) {
      await audit(trx, { action: 'SIGN_IN_LOCKED', actor: null, subject, object: 'sessions' });
    }
    return undefined;
  });
}

/** @throws Problem LOGIN_BLOCKED while the key is blocked */
export async function refuseWhileBlocked(db: Db, key: string): Promise<void> {
  const until = await blockedUntil(db, key);
  if (until) throw blocked(until);
}

/** @throws Problem LOGIN_BLOCKED while the network address is blocked */
export async function refuseAddressWhileBlocked({ db, config }: Services, address: string): Promise<void> {
  if (!isInNetworks(address, config.limits.generousNetworks)) await refuseWhileBlocked(db, addressKey(address));
}

/**
 * Counts a failure of a network address.
 * @returns the error for one that was already blocked
 */
export async function countAddressFailure({ db, config }: Services, address: string): Promise<Problem | undefined> {
  if (isInNetworks(address, config.limits.generousNetworks)) return undefined;
  return countFailure(db, addressKey(address), config.limits.loginFailuresPerAddress);
}

/**
 * Returns the user with this email and password. A correct password is rejected, too, once concurrent guesses have
 * blocked the account.
 * @throws Problem LOGIN_FAILED or LOGIN_BLOCKED
 */
export async function checkPassword(
  services: Services,
  email: string,
  password: string,
  address: string,
): Promise<UserRow> {
  const { db, config } = services;
  const key = accountKey(email);
  await refuseWhileBlocked(db, key);
  await refuseAddressWhileBlocked(services, address);
  const user = await findUserByEmail(db, email);
  const right = await verifyPassword(user?.password_hash, password);
  if (!user || !right) {
    const early = await countFailure(db, key, config.limits.loginFailures, user?.id ?? null);
    throw early ?? (await countAddressFailure(services, address)) ?? new Problem('LOGIN_FAILED');
  }
  await refuseWhileBlocked(db, key);
  await clearThrottle(db, key);
  return user;
}
