/** Returns a quantile, interpolated linearly between two values (R's type 7). Throws without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError('There is no quantile of nothing');
  return below + (above - below) * (position % 1);
}

/**
 * Returns an interval that contains the true median with at least 95 % confidence, without assuming a distribution
 * (the sign test's interval). With seven values it is their range (98 %); with fewer than six, too, but less certain.
 */
export function medianInterval(values: readonly number[]): { low: number; high: number } {
  const sorted = values.toSorted((one, other) => one - other);
  const count = sorted.length;
  // Probability that at most `rank` of the values are below the true median.
  let chance = 0.5 ** count;
  let term = chance;
  let rank = 0;
  while (chance <= 0.025 && rank < count / 2) {
    rank += 1;
    term *= (count - rank + 1) / rank;
    chance += term;
  }
  const cut = Math.max(rank - 1, 0);
  return { low: sorted[cut] ?? Number.NaN, high: sorted[count - 1 - cut] ?? Number.NaN };
}

/** A median and the interval that contains the true one with at least 95 % (`medianInterval`). */
export interface Summary {
  median: number;
  low: number;
  high: number;
}

export const summaryOf = (values: readonly number[]): Summary => ({
  median: quantile(values, 0.5),
  ...medianInterval(values),
});

/** Returns the median of the differences `value - other` of pairs that were measured one after the other. */
export const pairedDifference = (values: readonly number[], others: readonly number[]): Summary =>
  summaryOf(values.map((value, index) => value - (others[index] ?? Number.NaN)));

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
