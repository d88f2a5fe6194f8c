/** First delay (ms); doubles with every attempt. */
const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** Minimum delay between attempts (ms). */
const SHORTEST_MS = 1_000;

/**
 * Returns the delay after a number of failed attempts: 1 s, 2 s, 4 s … up to 5 minutes, minus up to half of it at
 * random, so that the phones of a whole ward don't retry at the same second. In milliseconds.
 * @param random a number from 0 (inclusive) to 1
 * @param askedFor minimum delay requested by the recorder (ms)
 */
export function backoff(tries: number, random: number, askedFor = 0): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries - 1));
  return Math.max(SHORTEST_MS, askedFor, whole * (1 - random / 2));
}
