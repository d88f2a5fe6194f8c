import { after, HOUR, secondsUntil } from '../../common/clock.ts';
import { Problem, type ProblemCode } from '../../common/problems.ts';
import type { Limits } from '../../config/limits.ts';
import type { Trx } from '../../db/schema.ts';
import { lockThrottle, saveThrottle } from '../../repositories/accounts/throttles.ts';
import { callerKey, isInNetworks } from '../../security/address.ts';

/** How often something may happen within a window, which is in milliseconds. */
interface Allowed {
  key: string;
  window: number;
  most: number;
}

/**
 * Counts one more. If that is one too many, what was counted in the same transaction is rolled back with it.
 * @throws Problem with this code, and the time to wait: `minutes` for its message, seconds for `Retry-After`
 */
export async function countWithin(trx: Trx, { key, window, most }: Allowed, code: ProblemCode): Promise<void> {
  const throttle = await lockThrottle(trx, key, window);
  if (throttle.count >= most) {
    const retryAfter = secondsUntil(after(window, throttle.windowStartedAt));
    throw new Problem(code, { retryAfter, params: { minutes: Math.ceil(retryAfter / 60) } });
  }
  await saveThrottle(trx, key, { ...throttle, count: throttle.count + 1 });
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
