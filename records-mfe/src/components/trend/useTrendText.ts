import type { Observation } from 'mock-api/contract';
import { formatTime, useText } from 'shared-ui';
import { formatParts, formatRecordDate, hospitalDay, hospitalTime } from 'shared-ui/details';
import { words } from '../../words-trend.ts';
import { useObservationText } from '../observations/useObservationText.ts';
import { type Change, changeIn, timeOf } from './points.ts';

/** Age up to which the newest value counts as the present one (ms). */
const NOW_MS = 2 * 24 * 60 * 60_000;

/** Keeps a figure and its unit on one line. */
const unbroken = (amount: string) => amount.replace(' ', '\u00a0');

const isWithTime = (at: string) => at.length > 10;

/** Returns the day at the hospital; the month or year if the day is unknown. */
const dayOf = (at: string) => (at.length < 10 ? at : hospitalDay(at));

/** Returns formatters for how a value has changed and compares with its range, in the current language. */
export function useTrendText() {
  const t = useText(words);
  const { value } = useObservationText();

  /** Formats when the earlier value was measured, as part of a comparison: "in March", "on March 4", "at 3:44 p.m.". */
  const when = (before: string, now: string): string => {
    if (before.length === 4) return t('trend.when.month', { month: before });
    const [day, later] = [dayOf(before), dayOf(now)];
    const ofYear = day.startsWith(hospitalTime(Date.now()).slice(0, 4)) ? {} : ({ year: 'numeric' } as const);
    if (day.slice(0, 7) !== later.slice(0, 7) || day.length < 10)
      return t('trend.when.month', { month: formatParts(day, { month: 'long', ...ofYear }) });
    if (day !== later)
      return t('trend.when.day', { day: formatParts(day, { month: 'long', day: 'numeric', ...ofYear }) });
    return isWithTime(before) ? t('trend.when.time', { time: formatTime(before) }) : t('trend.when.sameDay');
  };

  const comparison = ({ direction, before, now }: Change): string =>
    t(`trend.${direction}`, { when: when(before.effectiveDateTime, now.effectiveDateTime) });

  const changeText = (change: Change): string => {
    const { direction, before, now } = change;
    const values = { comparison: comparison(change), before: unbroken(value(before)), now: unbroken(value(now)) };
    if (direction === 'same') return t('trend.unchanged', values);
    const time = timeOf(now.effectiveDateTime);
    const date = formatRecordDate(now.effectiveDateTime);
    if (time === undefined) return t('trend.changeIn', { ...values, date });
    return Date.now() - time < NOW_MS ? t('trend.change', values) : t('trend.changeOn', { ...values, date });
  };

  return {
    /** Returns "Higher than in March: 176 g/L then, 181 g/L now", or null if there is nothing to compare. */
    change: (points: readonly Observation[]): string | null => {
      const change = changeIn(points);
      return change ? changeText(change) : null;
    },
    /** Returns how a value compares with its range, or null if nothing can be said. */
    comparison: ({ verdict, referenceRange }: Observation): string | null =>
      verdict?.comparison ? t(`trend.verdict.${verdict.comparison}`, { range: referenceRange?.text ?? '' }) : null,
  };
}
