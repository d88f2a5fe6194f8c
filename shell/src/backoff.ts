/** Delay after the first failure (ms); doubles with every further one. */
const FIRST_MS = 1_000;

interface BackoffOptions {
  /** Longest delay (ms). */
  longestMs: number;
  /** Share of the delay that is subtracted at random, at most: 0 to 1. Keeps phones from retrying in step. */
  jitter: number;
  /** Shortest delay, whatever the jitter (ms). */
  shortestMs?: number;
}

/** For reopening the event stream. */
export const STREAM_BACKOFF: BackoffOptions = { longestMs: 60_000, jitter: 0.5 };

/** For sending surveys and reporting their receipts. */
export const SURVEY_BACKOFF: BackoffOptions = { longestMs: 5 * 60_000, jitter: 0.5, shortestMs: 1_000 };

/**
 * Returns the delay before the next attempt (ms).
 * @param failures consecutive failures, at least 1
 * @param random a number from 0 (inclusive) to 1; 0 gives the whole delay
 * @param requestedMs minimum delay that the server requested (ms)
 */
export function backoff(
  failures: number,
  random: number,
  { longestMs, jitter, shortestMs = 0 }: BackoffOptions,
  requestedMs = 0,
): number {
  const whole = Math.min(longestMs, FIRST_MS * 2 ** (failures - 1));
  return Math.max(shortestMs, requestedMs, whole * (1 - jitter * random));
}
