const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before the stream is opened again, in milliseconds: longer after every failure, and never the same for
 * all phones of a hospital whose network is back.
 * @param failures since anything came
 * @param chance 0 to 1
 */
export function backoff(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * chance;
}
