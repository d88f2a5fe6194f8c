/** Dates and times as people read them: those of the hospital's time zone, wherever the phone is. */
import { fromRight, isolate, LANGUAGES, type Language } from '../../contract/languages/languages.ts';
import { localTime, timeOfLocal } from '../../contract/time/zone.ts';
import { hospitalTimeZone } from '../runtime.ts';
import { currentLanguage } from './i18n.ts';

type Parts = Pick<Intl.DateTimeFormatOptions, 'year' | 'month' | 'day' | 'timeStyle'>;

/** Created once per language, on first use: creating one takes far longer than using it, and long lists use many. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(parts: Parts, language: Language): Intl.DateTimeFormat {
  const { intlTag } = LANGUAGES[language];
  const key = `${intlTag} ${Object.entries(parts)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(intlTag, { ...parts, timeZone: 'UTC' });
  formatters.set(key, known);
  return known;
}

/** Names of months from January on, as CLDR has them, where some browsers have none: Chrome in Punjabi. */
export const MONTHS: Partial<Record<Language, readonly string[]>> = {
  pa: 'ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ'.split(' '),
};

/** What browsers write for a month whose name they don't know: "M11". */
const NO_NAME = /M\d\d/;

/** Formats a day with our names of months, or as ISO 8601 without any. */
function formatWithout({ year, day }: Parts, at: Date, language: Language): string {
  const iso = at.toISOString();
  const months = MONTHS[language];
  if (!months) return iso.slice(0, day ? 10 : 7);
  return [day && at.getUTCDate(), months[at.getUTCMonth()], year && at.getUTCFullYear()].filter(Boolean).join(' ');
}

/**
 * Formats parts of a day, such as month and year, in a language that its browser may not know.
 * @param day YYYY-MM-DD, YYYY-MM or YYYY
 */
export function formatParts(day: string, parts: Omit<Parts, 'timeStyle'>, language = currentLanguage()): string {
  const at = new Date(day);
  const text = formatterOf(parts, language).format(at);
  return NO_NAME.test(text) ? formatWithout(parts, at, language) : text;
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;

const nextTask = () => new Promise<void>((resume) => setTimeout(resume));

/**
 * Warms up date formatting: its first use is slow on a slow phone and should be over before a response arrives. Most of
 * it is the browser going through every language it knows, which it does in parts. In this order each part gets a task
 * to itself (7, 5 and 2 ms, where dates alone took 18 in one).
 */
export async function readyDates(): Promise<void> {
  const tag = LANGUAGES[currentLanguage()].intlTag;
  const clock = () => hospitalTime(Date.now());
  const day = () => formatDate('1970-01-01');
  for (const make of [() => Intl.Collator(tag), () => Intl.NumberFormat(tag), day, clock]) {
    make();
    await nextTask();
  }
}

/**
 * Returns day and time of day at the hospital as `YYYY-MM-DDTHH:mm`, the value of a `datetime-local` field. Times of two
 * days differ in the first ten characters.
 * @param at ISO 8601 time, or milliseconds since 1970
 */
export const hospitalTime = (at: string | number): string =>
  localTime(typeof at === 'number' ? at : Date.parse(at), hospitalTimeZone());

/** Converts the value of a `datetime-local` field, in the hospital's time, to an ISO 8601 time. */
export const fromHospitalTime = (local: string): string =>
  new Date(timeOfLocal(local, hospitalTimeZone())).toISOString();

/** Returns the day of an ISO 8601 time at the hospital, or a day as it is: YYYY-MM-DD. */
export const hospitalDay = (at: string): string => (at.length === 10 ? at : hospitalTime(at).slice(0, 10));

/** Formats a day, e.g. "Mar 16, 2020". Takes an ISO 8601 time, or a day as YYYY-MM-DD. */
export function formatDate(iso: string): string {
  return formatParts(hospitalDay(iso), DAY);
}

/** Returns what stands between the entries of a list, without the "and" of its last: ", ", "، " or "、". */
const commaOf = ({ intlTag }: (typeof LANGUAGES)[Language]): string =>
  new Intl.ListFormat(intlTag).formatToParts(['a', 'b', 'c'])[1]?.value.replaceAll(/\p{L}/gu, '') ?? ', ';

/** Lists names, values or times in one line, without empty ones. From right to left, each keeps its own direction. */
export function formatList(all: readonly (string | null | undefined)[], separator?: string): string {
  const entries = all.flatMap((entry) => entry || []);
  const language = LANGUAGES[currentLanguage()];
  const isFromRight = language.direction === 'rtl' && entries.length > 1;
  const list = (isFromRight ? entries.map(isolate) : entries).join(separator ?? commaOf(language));
  return isFromRight ? fromRight(list) : list;
}

/** Formats a time of day, such as 15:44. */
export function formatClock(clock: string): string {
  const [hours, minutes] = [Number(clock.slice(0, 2)), clock.slice(3, 5)];
  const language = currentLanguage();
  if (language === 'fr') return `${hours}\u00a0h\u00a0${minutes}`;
  if (language !== 'en')
    return formatterOf({ timeStyle: 'short' }, language).format(Date.UTC(1970, 0, 1, hours, Number(minutes)));
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'a.m.' : 'p.m.'}`;
}

/**
 * Formats a time of day as Canadians write it, e.g. "3:44 p.m." and "15 h 44", which never break over two lines. Takes
 * an ISO 8601 time. In English and French not by Intl, because browsers differ in "p.m.", "PM" and the kind of space.
 */
export function formatTime(iso: string): string {
  return formatClock(hospitalTime(iso).slice(11));
}

/** Formats a time of today as time of day, any other as day. */
export function formatMoment(iso: string, now = new Date()): string {
  return hospitalDay(iso) === hospitalTime(now.getTime()).slice(0, 10) ? formatTime(iso) : formatDate(iso);
}
