const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Returns the delay before the stream is reopened (ms). Doubles with every failure, with jitter so that the phones of
 * a hospital don't all reconnect at the same moment.
 * @param failures consecutive failures
 * @param chance random number from 0 to 1
 */
export function backoff(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * chance;
}
