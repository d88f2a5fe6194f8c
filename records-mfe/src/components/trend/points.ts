import type { Observation, Observations } from 'mock-api/contract';
import { fromHospitalTime } from 'shared-ui/details';
import { decimalsIn } from '../observations/useObservationText.ts';

/** Values of one code in one unit, newest first. */
export type Series = Observations['series'][number];

/** Values that are shown together: one number, or the two of blood pressure, with the same measurements in order. */
export interface ShownSeries {
  name: string;
  /** The number or, of blood pressure, the upper one. */
  main: Series;
  lower: Series | undefined;
}

/** Returns the series as they are shown, the two numbers of blood pressure as one. */
export function toShown(series: readonly Series[]): ShownSeries[] {
  return series.flatMap((main) => {
    if (main.pair?.place === 'lower') return [];
    const lower = main.pair && series.find(({ pair }) => pair?.place === 'lower' && pair.id === main.pair?.id);
    return [{ name: lower ? (main.pair?.name ?? main.name) : main.name, main, lower }];
  });
}

/** A value with a place in the picture. */
export interface PlottedPoint {
  id: string;
  /** When it was measured: ms since 1970. */
  time: number;
  value: number;
  /** Decimals that it is written with; those of all values of a series are alike. */
  decimals: number | undefined;
  /** The range with which it is compared. */
  range: Observation['referenceRange'];
  verdict: Observation['verdict'];
  /** Whether a value that can't be drawn lies between this one and the one before it: no line may hide that. */
  isAfterGap: boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns a date of at least the precision of a day in ms since 1970; a day starts at the hospital's midnight. */
export function timeOf(at: string | undefined): number | undefined {
  if (at === undefined || at.length < 10) return undefined;
  const time = Date.parse(DAY.test(at) ? fromHospitalTime(`${at}T00:00`) : at);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns the values that can be drawn, oldest first: exact numbers of a known day. A text, a value such as "less than
 * 5" or one of which only the month is known would be drawn as something that the hospital didn't say.
 */
export function plottable(points: readonly Observation[]): PlottedPoint[] {
  const dated = points.flatMap((point) => {
    const time = timeOf(point.effectiveDateTime);
    return time === undefined ? [] : [{ point, time }];
  });
  dated.sort((one, other) => one.time - other.time);
  return dated.flatMap(({ time, point: { id, valueQuantity, referenceRange, verdict } }, index) => {
    const isAfterGap = index > 0 && !dated[index - 1]?.point.valueQuantity;
    const range = verdict?.comparison ? referenceRange : null;
    if (!valueQuantity) return [];
    const { value, figure = '' } = valueQuantity;
    return [{ id, time, value, decimals: decimalsIn(figure), range, verdict, isAfterGap }];
  });
}

/** Change from one exact number to a later one. */
export interface Change {
  direction: 'higher' | 'lower' | 'same';
  before: ExactValue;
  now: ExactValue;
}

type ExactValue = Observation & { effectiveDateTime: string; valueQuantity: { value: number } };

const isExact = (point: Observation): point is ExactValue =>
  point.valueQuantity !== null && point.effectiveDateTime !== undefined;

/**
 * Returns how the newest value differs from the exact number before it. Undefined if the newest value is no exact
 * number, or either has no date.
 */
export function changeIn([now, ...earlier]: readonly Observation[]): Change | undefined {
  const before = earlier.find(({ valueQuantity }) => valueQuantity !== null);
  if (!now || !before || !isExact(now) || !isExact(before)) return undefined;
  const difference = now.valueQuantity.value - before.valueQuantity.value;
  return { direction: difference > 0 ? 'higher' : difference < 0 ? 'lower' : 'same', before, now };
}
