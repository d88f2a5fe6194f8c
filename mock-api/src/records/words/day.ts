/** Dates as people read them, as precise as the source gave them. */
import type { Text } from '../../common/documents.ts';
import { LANGUAGE_TAGS, type Locale } from '../../common/i18n.ts';
import type { Period } from '../fhir/datatypes.ts';
import { asMoment, readTime } from '../fhir/time.ts';
import { inBoth, sameInBoth } from './concept.ts';
import { filled, PHRASES } from './phrases.ts';

type Precision = 'year' | 'month' | 'day';

const OPTIONS: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  year: { year: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  day: { year: 'numeric', month: 'long', day: 'numeric' },
};

const formatters = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, precision: Precision, at: Date): string {
  const key = `${locale}/${precision}`;
  const known = formatters.get(key);
  const formatter = known ?? new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { ...OPTIONS[precision], timeZone: 'UTC' });
  if (!known) formatters.set(key, formatter);
  // In French, the first of a month is an ordinal number.
  return locale === 'fr' ? formatter.format(at).replace(/^1 /, '1er ') : formatter.format(at);
}

/**
 * Returns the day, month or year that the source wrote; of a time, the day where it was written. What is no date is
 * returned unchanged.
 */
export function dayText(written: string): Text {
  if (readTime(written) === null) return sameInBoth(written);
  const date = written.slice(0, 10);
  const precision = date.length === 10 ? 'day' : date.length === 7 ? 'month' : 'year';
  return inBoth((locale) => format(locale, precision, new Date(asMoment(date))));
}

/** Returns a period in words, or undefined if it has neither start nor end. */
export function periodText({ start, end }: Period): Text | undefined {
  if (start && end && dayText(start).en === dayText(end).en) return dayText(start);
  if (start && end) return filled(PHRASES.fromUntil, { start: dayText(start), end: dayText(end) });
  if (start) return filled(PHRASES.from, { start: dayText(start) });
  return end ? filled(PHRASES.until, { end: dayText(end) }) : undefined;
}
