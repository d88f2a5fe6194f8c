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
 * (the sign test's interval). With fewer than six values it is their whole range.
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

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
