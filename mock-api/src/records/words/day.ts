/** Dates as people read them, as precise as the source gave them. */
import { inEach, type Locale, mapText, sameInEach, type Text, tagOf } from '../../common/i18n.ts';
import type { Period } from '../fhir/datatypes.ts';
import { asMoment, readTime } from '../fhir/time.ts';
import { filled } from './phrases.ts';

type Precision = 'year' | 'month' | 'day';

function precisionOf(written: string): Precision {
  if (written.length >= 10) return 'day';
  return written.length === 7 ? 'month' : 'year';
}

const OPTIONS: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  day: { year: 'numeric', month: 'long', day: 'numeric' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, precision: Precision, at: Date): string {
  const key = `${locale}/${precision}`;
  const known = formatters.get(key);
  const formatter = known ?? new Intl.DateTimeFormat(tagOf(locale), { ...OPTIONS[precision], timeZone: 'UTC' });
  if (!known) formatters.set(key, formatter);
  // In French, the first of a month is an ordinal number.
  return locale === 'fr' ? formatter.format(at).replace(/^1 /, '1er ') : formatter.format(at);
}

/**
 * Returns the day, month or year that the source wrote; of a time, the day where it was written. What is no date is
 * returned unchanged.
 */
export function dayText(written: string): Text {
  if (readTime(written) === null) return sameInEach(written);
  const date = written.slice(0, 10);
  return inEach((locale) => format(locale, precisionOf(date), new Date(asMoment(date))));
}

/** Returns a date in a phrase that depends on whether it names a day, a month or a year. */
const datePhrase = (phrase: 'from' | 'until' | 'start' | 'end', written: string): Text =>
  mapText(filled(`${phrase}.${precisionOf(written)}`, { date: dayText(written) }), (words, locale) =>
    locale === 'fr' ? words.replace(/\b([Dd])e (?=[aeiou])/, '$1’') : words,
  );

/** Returns a period in words, or undefined if it has neither start nor end. */
export function periodText({ start, end }: Period): Text | undefined {
  if (start && end && dayText(start).en === dayText(end).en) return dayText(start);
  if (start && end) return filled('period', { start: datePhrase('start', start), end: datePhrase('end', end) });
  if (start) return datePhrase('from', start);
  return end ? datePhrase('until', end) : undefined;
}
