/** How often a value fell between two bounds, and the sum of all values: whole numbers. */
export interface Histogram {
  /** One more than there are bounds: the last is for what is above all of them. */
  buckets: number[];
  sum: number;
}

/** Upper bounds of load times and of web vitals: milliseconds. Finer where the usual targets lie (2,500 ms for LCP). */
const TIMES_MS = [50, 100, 200, 400, 800, 1_200, 1_800, 2_500, 4_000, 6_000, 10_000];
/** Upper bounds of CLS, in thousandths: good is up to 100, poor from 250. */
const SHIFTS = [10, 25, 50, 100, 150, 250, 500, 1_000];
/** What is above is a clock that was set, or a forgery: it would spoil the sum. */
const HIGHEST = 600_000;

/** The upper bounds of a measure's buckets. */
export const boundsOf = (name: string): readonly number[] => (name === 'CLS' ? SHIFTS : TIMES_MS);

export function emptyHistogram(name: string): Histogram {
  return { buckets: new Array<number>(boundsOf(name).length + 1).fill(0), sum: 0 };
}

/** Counts one value in. */
export function observe(histogram: Histogram, name: string, value: number): void {
  const bounds = boundsOf(name);
  const found = bounds.findIndex((bound) => value <= bound);
  const index = found === -1 ? bounds.length : found;
  histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
  histogram.sum += Math.min(value, HIGHEST);
}

/** What both have counted. */
export function sumOf(one: Histogram, other: Histogram): Histogram {
  return {
    buckets: one.buckets.map((count, index) => count + (other.buckets[index] ?? 0)),
    sum: one.sum + other.sum,
  };
}
