import { setTimeout as wait } from 'node:timers/promises';
import { hasCode } from './plain-error.ts';

/**
 * How long a starting process waits for its port, in milliseconds. A process whose supervisor was killed still finishes
 * its requests: an API for up to 12 s.
 */
export const PORT_WAIT_MS = { demo: 500, production: 15_000 };
const RETRY_INTERVAL_MS = 100;

/**
 * Calls `listen` again while it throws EADDRINUSE. @throws the last error after `waitMs`, any other one immediately
 * @param waitMs 0: one attempt
 * @param onWait called once, when the port is in use at the first attempt
 */
export async function listenWhenFree<T>(listen: () => Promise<T>, waitMs: number, onWait: () => void): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await listen();
    } catch (thrown) {
      if (!hasCode(thrown, 'EADDRINUSE') || waitMs === 0) throw thrown;
      if (attempts === 0) onWait();
      if (Date.now() >= deadline) throw thrown;
      await wait(RETRY_INTERVAL_MS);
    }
  }
}
