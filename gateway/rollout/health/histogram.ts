/** Number of values per bucket, and the sum of all values, as whole numbers. */
export interface Histogram {
  /** One more than there are bounds: the last holds the values above all of them. */
  buckets: number[];
  sum: number;
}

/** Upper bounds for load times and web vitals, in milliseconds. Finer around the usual targets (2,500 ms for LCP). */
const TIMES_MS = [50, 100, 200, 400, 800, 1_200, 1_800, 2_500, 4_000, 6_000, 10_000];
/** Upper bounds for CLS, in thousandths: up to 100 is good, from 250 is poor. */
const SHIFTS = [10, 25, 50, 100, 150, 250, 500, 1_000];
/** Cap for values in the sum: higher ones come from a changed clock or a forgery. */
const HIGHEST = 600_000;

/** Returns the upper bounds of a measure's buckets. */
export const boundsOf = (name: string): readonly number[] => (name === 'CLS' ? SHIFTS : TIMES_MS);

export function emptyHistogram(name: string): Histogram {
  return { buckets: new Array<number>(boundsOf(name).length + 1).fill(0), sum: 0 };
}

/** Adds one value. */
export function observe(histogram: Histogram, name: string, value: number): void {
  const bounds = boundsOf(name);
  const found = bounds.findIndex((bound) => value <= bound);
  const index = found === -1 ? bounds.length : found;
  histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
  histogram.sum += Math.min(value, HIGHEST);
}

/** Returns the sum of two histograms. */
export function sumOf(one: Histogram, other: Histogram): Histogram {
  return {
    buckets: one.buckets.map((count, index) => count + (other.buckets[index] ?? 0)),
    sum: one.sum + other.sum,
  };
}
