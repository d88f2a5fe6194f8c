import { boundsOf, type Histogram, SLOT_MS, type Slot, slotAt, sumOfSlots } from '../../../rollout/health/counts.ts';
import type { VersionRow } from '../rollouts.ts';
import { Html, html } from './html.ts';

/** Periods that charts can show: the number of their points, and the slots of each. */
export const PERIODS = {
  hours: { points: 36, slots: 1 },
  day: { points: 24, slots: 12 },
  week: { points: 28, slots: 72 },
} as const;

export type Period = keyof typeof PERIODS;

/** A version's reports, by point. */
export interface Line {
  version: string;
  /** Undefined where nothing was reported. */
  points: (Slot | undefined)[];
  /** Sum of all points. */
  total: Slot;
}

/** Reports about several versions in one period. */
export interface Figures {
  /** Start of each point, in milliseconds since 1970. */
  times: number[];
  lines: Line[];
}

const NOTHING: Slot = { pages: 0, failing: 0, times: {} };
/** Number of versions in a chart, each with its own dashes and marker. */
export const MAX_LINES = 4;

function lineOf({ version, series }: VersionRow, first: number, period: Period): Line {
  const { points, slots } = PERIODS[period];
  const line: Line = { version, points: new Array<Slot | undefined>(points).fill(undefined), total: NOTHING };
  for (const [key, slot] of Object.entries(series)) {
    const point = Math.floor((Number(key) - first) / slots);
    if (point < 0 || point >= points) continue;
    line.points[point] = sumOfSlots(line.points[point] ?? NOTHING, slot);
    line.total = sumOfSlots(line.total, slot);
  }
  return line;
}

/**
 * Returns the reports about the versions of a remote that had any in this period, those in use first.
 * @param now in milliseconds since 1970
 */
export function figuresOf(versions: readonly VersionRow[], period: Period, now: number): Figures {
  const { points, slots } = PERIODS[period];
  const last = Math.floor(slotAt(now) / slots) * slots;
  const first = last - (points - 1) * slots;
  const lines = versions
    .map((row) => lineOf(row, first, period))
    .filter(({ total }) => total.pages + total.failing > 0);
  const times = Array.from({ length: points }, (_, index) => (first + index * slots) * SLOT_MS);
  return { times, lines };
}

/** Returns the sum of all reports. */
export const totalOfLines = ({ lines }: Figures): Slot =>
  lines.reduce((all, { total }) => sumOfSlots(all, total), NOTHING);

/**
 * Returns the upper bound of the bucket that holds the 75th percentile: at least three quarters of the values are at
 * most that high. `Infinity` above all bounds; undefined without values.
 */
export function p75(name: string, histogram: Histogram | undefined): number | undefined {
  const total = histogram?.buckets.reduce((all, count) => all + count, 0) ?? 0;
  if (histogram === undefined || total === 0) return undefined;
  let below = 0;
  const index = histogram.buckets.findIndex((count) => {
    below += count;
    return below >= total * 0.75;
  });
  return boundsOf(name)[index] ?? Number.POSITIVE_INFINITY;
}

/** Returns the percentage of page loads that failed; undefined without page loads. */
export const failureRate = ({ pages, failing }: Slot): number | undefined =>
  pages === 0 ? undefined : Math.min(100, (failing / pages) * 100);

export interface ChartSpec {
  /** Unique on the page. */
  id: string;
  title: string;
  /** What the chart says, as a sentence for people who don't see it. */
  description: string;
  /** Returns a slot's value; undefined for a gap. */
  value(slot: Slot): number | undefined;
  format(value: number): string;
  /** Smallest upper end of the vertical axis. */
  least: number;
}

/** Sizes in units of the drawing. */
const WIDTH = 400;
const HEIGHT = 190;
const PLOT = { left: 52, right: 390, top: 12, bottom: 158 };

/** Returns the smallest of 1, 2 or 5 times a power of ten that is not below a value. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return factor * power;
}

const shown = (number: number): string => String(Math.round(number * 10) / 10);

/** Draws a version's marker; each line has its own shape, so that colour isn't needed to distinguish them. */
function marker(line: number, x: number, y: number): string {
  const [cx, cy] = [shown(x), shown(y)];
  if (line === 1) return `<rect x="${shown(x - 3)}" y="${shown(y - 3)}" width="6" height="6"/>`;
  if (line === 2) return `<path d="M${cx} ${shown(y - 4)}l4 7h-8z"/>`;
  if (line === 3) return `<path d="M${cx} ${shown(y - 4.5)}l4.5 4.5-4.5 4.5-4.5-4.5z"/>`;
  return `<circle cx="${cx}" cy="${cy}" r="3"/>`;
}

interface Scale {
  x(index: number): number;
  y(value: number): number;
}

/** Draws one version: a line between neighbouring points, interrupted where nothing was reported. */
function drawLine({ points }: Line, line: number, { value }: ChartSpec, { x, y }: Scale): string {
  let path = '';
  let isDrawing = false;
  const markers: string[] = [];
  for (const [index, slot] of points.entries()) {
    const found = slot === undefined ? undefined : value(slot);
    if (found === undefined) {
      isDrawing = false;
      continue;
    }
    path += `${isDrawing ? 'L' : 'M'}${shown(x(index))} ${shown(y(found))}`;
    isDrawing = true;
    markers.push(marker(line, x(index), y(found)));
  }
  return `<g class="line line-${line}"><path class="stroke" d="${path}"/>${markers.join('')}</g>`;
}

const text = (x: number, y: number, anchor: 'start' | 'middle' | 'end', content: string) =>
  html`<text x="${shown(x)}" y="${shown(y)}" text-anchor="${anchor}">${content}</text>`;

/**
 * Draws a chart of one measure over time, one line a version. Values that no page has reported are gaps.
 * @param formatTime returns the label of a time on the horizontal axis
 */
export function drawChart(spec: ChartSpec, { times, lines }: Figures, formatTime: (time: number) => string): Html {
  const { id, title, description, value, format, least } = spec;
  const values = lines.flatMap(({ points }) => points.flatMap((slot) => (slot && value(slot)) ?? []));
  const top = roundUp(Math.max(least, ...values));
  const step = (PLOT.right - PLOT.left) / (times.length - 1);
  const scale: Scale = {
    x: (index) => PLOT.left + index * step,
    y: (one) => PLOT.bottom - (one / top) * (PLOT.bottom - PLOT.top),
  };
  const grid = [0, top / 2, top].map(
    (one) =>
      html`<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${shown(scale.y(one))}" y2="${shown(scale.y(one))}"/>${text(PLOT.left - 6, scale.y(one) + 4, 'end', one === 0 ? '0' : format(one))}`,
  );
  const middle = Math.floor(times.length / 2);
  const labels = [
    text(PLOT.left, HEIGHT - 12, 'start', formatTime(times[0] ?? 0)),
    text(scale.x(middle), HEIGHT - 12, 'middle', formatTime(times[middle] ?? 0)),
    text(PLOT.right, HEIGHT - 12, 'end', formatTime(times.at(-1) ?? 0)),
  ];
  const drawn = lines.map((line, index) => new Html(drawLine(line, index, spec, scale)));
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-text"><title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>${grid}${labels}${drawn}</svg>`;
}

/** Draws the sample of a line for the legend. */
export const legendMark = (line: number): Html =>
  new Html(
    `<svg class="mark" viewBox="0 0 34 12" aria-hidden="true" focusable="false"><g class="line line-${line}"><path class="stroke" d="M1 6h32"/>${marker(line, 17, 6)}</g></svg>`,
  );

/** Draws page loads over time as bars, with a bar of another colour for those that failed in front of each. */
export function drawBars({ lines, times }: Figures, label: string): Html {
  const sums = times.map((_, index) =>
    lines.reduce((all, { points }) => sumOfSlots(all, points[index] ?? NOTHING), NOTHING),
  );
  const most = Math.max(1, ...sums.map(({ pages, failing }) => Math.max(pages, failing)));
  const width = 240 / times.length;
  const bar = (kind: string, index: number, count: number) => {
    const height = (count / most) * 36;
    return `<rect class="${kind}" x="${shown(index * width)}" y="${shown(38 - height)}" width="${shown(width - 2)}" height="${shown(height)}"/>`;
  };
  const bars = sums.flatMap(({ pages, failing }, index) => [
    ...(pages > 0 ? [bar('bar', index, pages)] : []),
    ...(failing > 0 ? [bar('bar-failing', index, failing)] : []),
  ]);
  return html`<svg class="bars" viewBox="0 0 240 40" role="img" aria-label="${label}"><path class="grid" d="M0 38.5h240"/>${new Html(bars.join(''))}</svg>`;
}
