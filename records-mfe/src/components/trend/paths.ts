import type { PlottedPoint } from './points.ts';
import { type Axis, type Band, bandsOf, placeInTime } from './scale.ts';

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
  /** The limits of the ranges. */
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

/** Draws values, oldest first, on an axis. Takes at least one. */
export function draw(points: readonly PlottedPoint[], axis: Axis): Drawing {
  const share = placeInTime(points);
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
  const bands = bandsOf(points);
  return {
    bands: bands.map((band) => bandPath(band, axis, { x, y })).join(''),
    limits: bands.map((band) => limitsPath(band, { x, y })).join(''),
    line,
    marks,
    grid: axis.ticks.map(y),
  };
}
