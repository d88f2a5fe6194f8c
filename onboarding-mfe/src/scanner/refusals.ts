import { isRefusal } from '../session/failure.ts';

/** A code whose check did not get through is asked about again after this time, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

/**
 * Codes that need no question just now. A wristband stays in the picture, so without this the same refused code would
 * go to the server twice a second.
 */
export function createRefusals(now: () => number = Date.now) {
  const until = new Map<string, number>();
  return {
    /** Whether there is no use in asking about the code. */
    holds: (code: string) => (until.get(code) ?? 0) > now(),
    /** The check of a code failed: for good when the server refused it, for a while otherwise. */
    add(code: string, error: unknown) {
      until.set(code, isRefusal(error) ? Number.POSITIVE_INFINITY : now() + ASK_AGAIN_MS);
    },
  };
}
