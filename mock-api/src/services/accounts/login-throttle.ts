/**
 * Sign-in by email and password: after 5 failures an account waits 30 s, then twice as long after each further one, up
 * to an hour. Unknown emails behave the same, so that a caller cannot find out who has an account. A network address
 * that fails too often, at any account, waits likewise. A password reset ends an account's wait: no user can be locked
 * out for good. A network that the operator has named, such as a ward's Wi-Fi, never waits.
 *
 * With STRICT_IDENTITY no one can lock others out on purpose: failures count for the account and the network that they
 * come from, for the account as a whole only after many. A known device of the account waits for its own failures only.
 */

import { after, HOUR, MINUTE, now, SECOND, secondsUntil } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Db } from '../../db/schema.ts';
import {
  blockedUntil,
  clearThrottle,
  lockThrottle,
  partOf,
  saveThrottle,
} from '../../repositories/accounts/throttles.ts';
import { findUserByEmail, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { type AuditFact, audit, failedSignIn } from '../../repositories/audit.ts';
import { callerKey, isInNetworks } from '../../security/address.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '../../security/passwords/passwords.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Services } from '../context.ts';

const FIRST_WAIT = 30 * SECOND;
const LONGEST_WAIT = HOUR;
const LONGEST_WAIT_OF_DEVICE = 5 * MINUTE;
/** Failures from all networks together, as a multiple of those from one. */
const ALL_NETWORKS = 20;
/** Failures older than this are forgotten. */
const WINDOW = 24 * HOUR;

/** Returns the wait in milliseconds after this many failures. Fewer than `free` failures cause no wait. */
export function waitAfter(failures: number, free: number, longest = LONGEST_WAIT): number {
  return failures < free ? 0 : Math.min(FIRST_WAIT * 2 ** (failures - free), longest);
}

/**
 * Returns the key that counts an account's failures.
 * @param email any case
 */
export const accountKey = (email: string) => `login:${sha256(email.trim().toLowerCase())}`;

const addressKey = (address: string) => `login-address:${callerKey(address)}`;

function blocked(until: string): ProblemError {
  const retryAfter = secondsUntil(until);
  return new ProblemError('LOGIN_BLOCKED', { retryAfter, params: { seconds: retryAfter } });
}

/** Counts failures, and causes a wait after more than `free` of them. */
interface Counter {
  key: string;
  free: number;
  /** Longest wait in milliseconds. */
  longest?: number;
}

/** Where an attempt comes from. */
export interface Origin {
  address: string;
  /** The known device of the account, see `KnownDevices`. */
  device: string | undefined;
}

/** Returns the counters of an attempt at an account, by the account's key. */
function countersOf({ config }: Services, key: string, { address, device }: Origin): Counter[] {
  const free = config.limits.loginFailures;
  if (!config.strictIdentity) return [{ key, free }];
  if (device !== undefined) return [{ key: partOf(key, device), free, longest: LONGEST_WAIT_OF_DEVICE }];
  return [
    { key: partOf(key, callerKey(address)), free },
    { key, free: free * ALL_NETWORKS },
  ];
}

/**
 * Counts a failure, unless concurrent ones have already blocked the key.
 * @param subject owner of the account, if the key is that of one: its wait is written to the audit log
 * @returns the error for a key that was already blocked
 */
async function countFailure(
  db: Db,
  { key, free, longest }: Counter,
  subject?: string | null,
): Promise<ProblemError | undefined> {
  return db.transaction().execute(async (trx) => {
    const throttle = await lockThrottle(trx, key, WINDOW);
    if (throttle.blockedUntil && throttle.blockedUntil > now()) return blocked(throttle.blockedUntil);
    const count = throttle.count + 1;
    const wait = waitAfter(count, free, longest);
    await saveThrottle(trx, key, { ...throttle, count, blockedUntil: wait > 0 ? after(wait) : null });
    if (wait > 0 && subject !== undefined) {
      await audit(trx, { action: 'SIGN_IN_LOCKED', actor: null, subject, object: 'sessions' });
    }
    return undefined;
  });
}

/** @throws ProblemError LOGIN_BLOCKED while the key is blocked */
async function refuseWhileBlocked(db: Db, key: string): Promise<void> {
  const until = await blockedUntil(db, key);
  if (until) throw blocked(until);
}

/** @throws ProblemError LOGIN_BLOCKED while the network address is blocked */
export async function refuseAddressWhileBlocked({ db, config }: Services, address: string): Promise<void> {
  if (!isInNetworks(address, config.limits.generousNetworks)) await refuseWhileBlocked(db, addressKey(address));
}

/**
 * Counts a failure of a network address.
 * @returns the error for one that was already blocked
 */
export async function countAddressFailure(
  { db, config }: Services,
  address: string,
): Promise<ProblemError | undefined> {
  if (isInNetworks(address, config.limits.generousNetworks)) return undefined;
  return countFailure(db, { key: addressKey(address), free: config.limits.loginFailuresPerAddress });
}

/** An attempt to prove who one is, which waits after failures. */
interface Attempt extends Origin {
  /** Counts failures of the account. */
  key: string;
  /** Owner of the account, whose audit log names a wait; null without an account, undefined if nothing is written. */
  subject?: string | null;
  /** The failure as the audit log records it. */
  failure: AuditFact;
  isRight(): Promise<boolean> | boolean;
}

/**
 * Returns whether an attempt succeeds; counts a failure, and records it in the audit log. A correct one is rejected,
 * too, once concurrent guesses have blocked the account.
 * @throws ProblemError LOGIN_BLOCKED
 */
export async function tryOnce(
  services: Services,
  { key, subject, failure, isRight, ...origin }: Attempt,
): Promise<boolean> {
  const { db } = services;
  const counters = countersOf(services, key, origin);
  for (const counter of counters) await refuseWhileBlocked(db, counter.key);
  if (!(await isRight())) {
    await audit(db, failure);
    for (const counter of counters) {
      const early = await countFailure(db, counter, subject);
      if (early) throw early;
    }
    return false;
  }
  for (const counter of counters) await refuseWhileBlocked(db, counter.key);
  const [own] = counters;
  if (own) await clearThrottle(db, own.key);
  return true;
}

/** Replaces a password's hash that an earlier release made with other parameters. */
async function withCurrentHash(db: Db, user: UserRow, password: string): Promise<UserRow> {
  if (user.password_hash === null || !isOutdatedHash(user.password_hash)) return user;
  return updateUser(db, user.id, { password_hash: await hashPassword(password) });
}

/** Email and password, and where they come from. */
interface PasswordAttempt {
  email: string;
  password: string;
  address: string;
  /** The request's cookies. */
  cookies: string | undefined;
}

/** @throws ProblemError LOGIN_FAILED or LOGIN_BLOCKED */
export async function checkPassword(
  services: Services,
  { email, password, address, cookies }: PasswordAttempt,
): Promise<UserRow> {
  const { db, devices } = services;
  const user = await findUserByEmail(db, email);
  const device = devices.recognise(cookies, user);
  if (device === undefined) await refuseAddressWhileBlocked(services, address);
  const isRight = () => verifyPassword(user?.password_hash, password);
  const subject = user?.id ?? null;
  const failure = failedSignIn('password', subject);
  if ((await tryOnce(services, { key: accountKey(email), subject, failure, address, device, isRight })) && user)
    return withCurrentHash(db, user, password);
  const early = device === undefined ? await countAddressFailure(services, address) : undefined;
  throw early ?? new ProblemError('LOGIN_FAILED');
}
