import { after, secondsUntil } from '../clock.ts';
import type { Trx } from '../db/schema.ts';
import { Problem, type ProblemCode } from '../problems.ts';
import { lockThrottle, saveThrottle } from '../repositories/throttles.ts';

/** How often something may happen within a window of so many milliseconds. */
export interface Allowed {
  key: string;
  window: number;
  most: number;
}

/**
 * Counts one more; what was counted in the same transaction is taken back with it when it is one too many.
 * @throws Problem with this code, and the time to wait: `minutes` for its sentence, seconds for `Retry-After`
 */
export async function countWithin(trx: Trx, { key, window, most }: Allowed, code: ProblemCode): Promise<void> {
  const throttle = await lockThrottle(trx, key, window);
  if (throttle.count >= most) {
    const retryAfter = secondsUntil(after(window, throttle.windowStartedAt));
    throw new Problem(code, { retryAfter, params: { minutes: Math.ceil(retryAfter / 60) } });
  }
  await saveThrottle(trx, key, { ...throttle, count: throttle.count + 1 });
}
