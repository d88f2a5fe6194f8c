import { isRefusal } from '../session/failure.ts';

/** Delay before a code is checked again when its check did not get through (ms). */
const ASK_AGAIN_MS = 5_000;

/**
 * Tracks codes that must not be checked right now. A wristband stays in the picture, so without this the same refused
 * code would be sent to the server twice a second.
 */
export function createRefusals(now: () => number = Date.now) {
  const until = new Map<string, number>();
  return {
    /** Returns whether the code should not be checked right now. */
    holds: (code: string) => (until.get(code) ?? 0) > now(),
    /** Records a failed check: permanently if the server refused the code, otherwise for a while. */
    add(code: string, error: unknown) {
      until.set(code, isRefusal(error) ? Number.POSITIVE_INFINITY : now() + ASK_AGAIN_MS);
    },
  };
}
