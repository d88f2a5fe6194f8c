import type { PlottedPoint } from './points.ts';

/** Size of the picture's coordinate system. */
export const SIZE = { width: 320, height: 180 };
/** Space at the left and right, so that the first and the last mark are whole. */
const SIDE = 10;
/** Half the size of a mark: small enough to keep hundreds of them apart. */
const radiusFor = (count: number) => (count > 100 ? 2.5 : count > 30 ? 3.5 : 5);

/** What a mark means. `none`: nothing says how the value compares with a range. */
export type Mark = 'inside' | 'above' | 'below' | 'none';

export const markOf = ({ verdict }: Pick<PlottedPoint, 'verdict'>): Mark => verdict?.comparison ?? 'none';

/** A picture as paths: few elements, whatever the number of values. */
export interface Drawing {
  /** Where a range applies. */
  bands: string;
  limits: string;
  line: string;
  /** One path for each meaning that occurs. */
  marks: Partial<Record<Mark, string>>;
  /** Heights of the axis's labelled values. */
  grid: number[];
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Shape of each mark, drawn around its centre: a disc, a triangle up, a triangle down, or a ring's outline. */
export const SHAPES: Readonly<Record<Mark, (x: number, y: number, radius: number) => string>> = {
  inside: (x, y, r) => `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  none: (x, y, r) => `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  above: (x, y, r) => `M${x} ${round(y - 1.4 * r)}l${1.3 * r} ${2.3 * r}h${-2.6 * r}z`,
  below: (x, y, r) => `M${x} ${round(y + 1.4 * r)}l${1.3 * r} ${-2.3 * r}h${-2.6 * r}z`,
};

interface Places {
  x(share: number): number;
  y(value: number): number;
}

/** A band at an end of the picture reaches its edge. */
const edgesOf = ({ from, to }: Band, { x }: Places) =>
  [from === 0 ? 0 : x(from), to === 1 ? SIZE.width : x(to)] as const;

function bandPath(band: Band, axis: Axis, places: Places): string {
  const [left, right] = edgesOf(band, places);
  const [top, bottom] = [places.y(band.high ?? axis.to), places.y(band.low ?? axis.from)];
  return `M${left} ${top}H${right}V${bottom}H${left}z`;
}

function limitsPath(band: Band, places: Places): string {
  const [left, right] = edgesOf(band, places);
  const limits = [band.low, band.high].filter((limit) => limit !== null);
  return limits.map((limit) => `M${left} ${places.y(limit)}H${right}`).join('');
}

/**
 * Draws values, oldest first, on an axis. Takes at least one.
 * @param all values of all lines in the picture, oldest first, which share their time
 */
export function draw(points: readonly PlottedPoint[], axis: Axis, all = points): Drawing {
  const share = shareOfTime(all);
  const x = (part: number) => round(SIDE + part * (SIZE.width - 2 * SIDE));
  const y = (value: number) => round(((axis.to - value) / (axis.to - axis.from)) * SIZE.height);
  const radius = radiusFor(points.length);
  const marks: Drawing['marks'] = {};
  let line = '';
  for (const point of points) {
    const [left, top] = [x(share(point.time)), y(point.value)];
    const mark = markOf(point);
    line += `${line === '' || point.isAfterGap ? 'M' : 'L'}${left} ${top}`;
    marks[mark] = (marks[mark] ?? '') + SHAPES[mark](left, top, radius);
  }
  const bands = bandsOf(points, all);
  return {
    bands: bands.map((band) => bandPath(band, axis, { x, y })).join(''),
    limits: bands.map((band) => limitsPath(band, { x, y })).join(''),
    line,
    marks,
    grid: axis.ticks.map(y),
  };
}

/** A linear axis with its labelled values. */
interface Axis {
  from: number;
  to: number;
  ticks: number[];
  /** Decimals of all labels. */
  decimals: number;
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
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  return { from: clean(from * step), to: clean(last * step), ticks, decimals };
}

/** Part of the picture in which one range applies. Limits that are null are open. */
interface Band {
  /** Share of the width, 0 to 1. */
  from: number;
  to: number;
  low: number | null;
  high: number | null;
}

/** Returns a time's share of the width (0 to 1). The only time is in the middle. */
function shareOfTime(points: readonly PlottedPoint[]): (time: number) => number {
  const first = points[0]?.time ?? 0;
  const span = (points.at(-1)?.time ?? 0) - first;
  return (time) => (span === 0 ? 0.5 : (time - first) / span);
}

const isSameRange = (band: Band | undefined, { range }: PlottedPoint) =>
  band !== undefined && range !== null && band.low === range.low && band.high === range.high;

/** Returns the ranges as bands: each value's range applies halfway to its neighbours, and values without one have none. */
export function bandsOf(points: readonly PlottedPoint[], all = points): Band[] {
  const shareOf = shareOfTime(all);
  const between = (one: PlottedPoint, other: PlottedPoint | undefined, edge: number) =>
    other === undefined ? edge : (shareOf(one.time) + shareOf(other.time)) / 2;
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
