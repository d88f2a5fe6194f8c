import { after, HOUR, secondsUntil } from '../../common/clock.ts';
import { Problem, type ProblemCode } from '../../common/problems.ts';
import type { Limits } from '../../config/limits.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { lockThrottle, readThrottle, saveThrottle, type Throttle } from '../../repositories/accounts/throttles.ts';
import { callerKey, isInNetworks } from '../../security/address.ts';

/** How often something may happen within a window, which is in milliseconds. */
export interface Allowed {
  key: string;
  window: number;
  most: number;
}

/**
 * Returns a refusal with the time to wait: seconds for `Retry-After`; for its message, `minutes`, and `hours`, of which
 * there are at least two, as the sentences are in the plural.
 */
export function tooMany(code: ProblemCode, retryAfter: number): Problem {
  const params = { minutes: Math.ceil(retryAfter / 60), hours: Math.max(2, Math.ceil(retryAfter / 3600)) };
  return new Problem(code, { retryAfter, params });
}

function refuseReached(throttle: Throttle | undefined, { window, most }: Allowed, code: ProblemCode): void {
  if (throttle === undefined || throttle.count < most) return;
  throw tooMany(code, secondsUntil(after(window, throttle.windowStartedAt)));
}

/**
 * Counts one more. If that is one too many, what was counted in the same transaction is rolled back with it.
 * @throws Problem with this code, as `tooMany`
 */
export async function countWithin(trx: Trx, allowed: Allowed, code: ProblemCode): Promise<void> {
  const throttle = await lockThrottle(trx, allowed.key, allowed.window);
  refuseReached(throttle, allowed, code);
  await saveThrottle(trx, allowed.key, { ...throttle, count: throttle.count + 1 });
}

/**
 * Refuses if the limit has been reached, without counting or locking.
 * @throws Problem as `countWithin`
 */
export async function refuseOver(db: Db, allowed: Allowed, code: ProblemCode): Promise<void> {
  refuseReached(await readThrottle(db, allowed.key, allowed.window), allowed, code);
}

/**
 * Counts one more for a network address within the hour. Networks that the operator has named are not counted.
 * @param what prefix of the counter's key
 * @throws Problem as `countWithin`
 */
export async function countFromAddress(
  trx: Trx,
  { generousNetworks }: Pick<Limits, 'generousNetworks'>,
  { what, address, most }: { what: string; address: string; most: number },
  code: ProblemCode,
): Promise<void> {
  if (isInNetworks(address, generousNetworks)) return;
  await countWithin(trx, { key: `${what}:${callerKey(address)}`, window: HOUR, most }, code);
}
