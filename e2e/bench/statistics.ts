/** The quartiles of some numbers. */
export interface Quartiles {
  lower: number;
  median: number;
  upper: number;
}

/** Between two values the quantile lies on the line that joins them (R's type 7). Throws without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError('There is no quantile of nothing');
  return below + (above - below) * (position % 1);
}

export function quartiles(values: readonly number[]): Quartiles {
  return { lower: quantile(values, 0.25), median: quantile(values, 0.5), upper: quantile(values, 0.75) };
}

/** `one[i] - other[i]`. The lists are pairs: equally long, measured one right after the other. */
export function differences(one: readonly number[], other: readonly number[]): number[] {
  return one.map((value, index) => value - (other[index] ?? Number.NaN));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
