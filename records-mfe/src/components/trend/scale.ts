import type { PlottedPoint } from './points.ts';

/** A linear axis with its labelled values. */
export interface Axis {
  from: number;
  to: number;
  ticks: number[];
}

/** Labelled values aimed at. */
const TICKS = 4;
const STEPS = [1, 2, 2.5, 5, 10];

/** Returns the smallest round number (1, 2, 2.5 or 5 times a power of ten) that is at least `span`. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  return power * (STEPS.find((step) => step * power >= span * (1 - 1e-9)) ?? 10);
}

/** Removes the noise of binary fractions, such as 0.30000000000000004. */
const clean = (value: number) => Number(value.toPrecision(12));

/** Returns an axis with round labels around all values and their limits. Takes at least one point. */
export function valueAxis(points: readonly PlottedPoint[]): Axis {
  const shown = points.flatMap(({ value, range }) => [value, range?.low ?? value, range?.high ?? value]);
  const [low, high] = shown.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number]);
  const step = roundStep((high - low || Math.abs(high) / 2 || 1) / (TICKS - 1));
  const first = Math.floor(low / step - 1e-9);
  // A value on the edge would be cut off.
  const last = Math.max(Math.ceil(high / step + 1e-9), first + 2);
  const from = low >= 0 ? Math.max(0, first) : first;
  const ticks = Array.from({ length: last - from + 1 }, (_, index) => clean((from + index) * step));
  return { from: clean(from * step), to: clean(last * step), ticks };
}

/** Part of the picture in which one range applies. Limits that are null are open. */
export interface Band {
  /** Share of the width, 0 to 1. */
  from: number;
  to: number;
  low: number | null;
  high: number | null;
}

/** Returns a time's share of the width (0 to 1). The only time is in the middle. */
export function placeInTime(points: readonly PlottedPoint[]): (time: number) => number {
  const first = points[0]?.time ?? 0;
  const span = (points.at(-1)?.time ?? 0) - first;
  return (time) => (span === 0 ? 0.5 : (time - first) / span);
}

const isSameRange = (band: Band | undefined, { range }: PlottedPoint) =>
  band !== undefined && range !== null && band.low === range.low && band.high === range.high;

/** Returns the ranges as bands: each value's range applies halfway to its neighbours, and values without one have none. */
export function bandsOf(points: readonly PlottedPoint[]): Band[] {
  const place = placeInTime(points);
  const between = (one: PlottedPoint, other: PlottedPoint | undefined, edge: number) =>
    other === undefined ? edge : (place(one.time) + place(other.time)) / 2;
  const bands: Band[] = [];
  points.forEach((point, index) => {
    if (point.range === null) return;
    const from = between(point, points[index - 1], 0);
    const to = between(point, points[index + 1], 1);
    const last = bands.at(-1);
    if (last && last.to === from && isSameRange(last, point)) last.to = to;
    else bands.push({ from, to, low: point.range.low, high: point.range.high });
  });
  return bands;
}
