/** First wait, in milliseconds; it doubles with every try. */
const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** A try within this time of the last one is of no use, whatever happened meanwhile. */
const SHORTEST_MS = 1_000;

/**
 * How long to wait after a number of failed tries, in milliseconds: 1 s, 2 s, 4 s … up to 5 minutes, of which a random
 * half is taken off, so that the phones of a whole ward don't come back in the same second. A wait that the recorder
 * asked for is the least.
 * @param random a number from 0 up to 1
 */
export function backoff(tries: number, random: number, askedFor = 0): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, tries - 1));
  return Math.max(SHORTEST_MS, askedFor, whole * (1 - random / 2));
}
