/** Dates as people read them, as precise as the source gave them. */
import type { Text } from '../../common/documents.ts';
import { LANGUAGE_TAGS, type Locale } from '../../common/i18n.ts';
import type { Period } from '../fhir/datatypes.ts';
import { asMoment, readTime } from '../fhir/time.ts';
import { inBoth, sameInBoth } from './concept.ts';
import { filled, PHRASES } from './phrases.ts';

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
  return inBoth((locale) => format(locale, precisionOf(date), new Date(asMoment(date))));
}

/**
 * Returns the date at the start of a period; in French with its preposition: "du 2 mars 2013", "d’avril 2013", "de
 * 2013".
 */
function fromText(written: string): Text {
  const { en, fr } = dayText(written);
  const preposition = precisionOf(written) === 'day' ? 'du ' : /^[aeiou]/i.test(fr) ? 'd’' : 'de ';
  return { en, fr: `${preposition}${fr}` };
}

/** Returns a date after "to"; in French with its preposition, which depends on whether it names a day. */
function toText(written: string, french: 'à' | 'en'): Text {
  const { en, fr } = dayText(written);
  return { en, fr: `${precisionOf(written) === 'day' ? 'au' : french} ${fr}` };
}

/** Returns a period in words, or undefined if it has neither start nor end. */
export function periodText({ start, end }: Period): Text | undefined {
  if (start && end && dayText(start).en === dayText(end).en) return dayText(start);
  if (start && end) {
    const { en, fr } = fromText(start);
    return filled(PHRASES.fromUntil, { start: { en, fr: `D${fr.slice(1)}` }, end: toText(end, 'à') });
  }
  if (start) return filled(PHRASES.from, { start: fromText(start) });
  return end ? filled(PHRASES.until, { end: toText(end, 'en') }) : undefined;
}
