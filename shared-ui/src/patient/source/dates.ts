import { formatDate, formatTime } from '../../platform/i18n/format.ts';
import { currentLocale, defineWords, LANGUAGE_TAG } from '../../platform/i18n/i18n.ts';
import en from './locales/en.json';
import fr from './locales/fr.json';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(LANGUAGE_TAG[currentLocale()], {
    // "yesterday", but "1 year ago": last year may be a month ago.
    numeric: unit === 'day' ? 'auto' : 'always',
  }).format(value, unit);

/**
 * Formats when the hospital was last asked, for use in a sentence: "just now", "5 minutes ago", "3 hours ago",
 * "yesterday", or after a week "on Mar 16, 2020". Times in the future (a clock ahead of the phone's) count as now.
 */
export function formatLastChecked(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return words.text('justNow');
  if (age < HOUR_MS) return relative(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return relative(-Math.floor(age / HOUR_MS), 'hour');
  if (age < 7 * DAY_MS) return relative(-Math.floor(age / DAY_MS), 'day');
  return words.text('on', { date: formatDate(iso) });
}

const MONTH = /^\d{4}-\d{2}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the local start of what a date of the hospital covers, or undefined for a year. */
function startOf(at: string): Date | undefined {
  if (/^\d{4}$/.test(at)) return undefined;
  if (MONTH.test(at)) return new Date(`${at}-01T00:00`);
  return new Date(DAY.test(at) ? `${at}T00:00` : at);
}

/**
 * Formats a date as precisely as the hospital gave it: "2012", "March 2012" or "Mar 16, 2012".
 * @param at YYYY, YYYY-MM, YYYY-MM-DD or a time
 */
export function formatRecordDate(at: string): string {
  const start = startOf(at);
  if (!start) return at;
  if (!MONTH.test(at)) return formatDate(start.toISOString());
  return new Intl.DateTimeFormat(LANGUAGE_TAG[currentLocale()], { year: 'numeric', month: 'long' }).format(start);
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/**
 * Formats how long ago a date was, no finer than it is: "3 days ago", "8 months ago", "6 years ago". Undefined for
 * today, for the future, and for the current month or year if it has no day.
 * @param at YYYY, YYYY-MM, YYYY-MM-DD or a time
 * @param now milliseconds since 1970
 */
export function formatRecordAge(at: string, now: number): string | undefined {
  const today = new Date(now);
  const start = startOf(at) ?? new Date(Number(at), today.getMonth(), today.getDate());
  const isWhole = start.getDate() <= today.getDate() || MONTH.test(at);
  const months =
    (today.getFullYear() - start.getFullYear()) * 12 + today.getMonth() - start.getMonth() - (isWhole ? 0 : 1);
  if (months >= 12) return relative(-Math.floor(months / 12), 'year');
  if (months >= 1) return relative(-months, 'month');
  const days = Math.round((startOfDay(now) - startOfDay(start.getTime())) / DAY_MS);
  return days < 1 || MONTH.test(at) ? undefined : relative(-days, 'day');
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d/;

/** Formats times of the day as people write them ("08:00" as "8:00 a.m."); other words stay as they are. */
export const clockTimes = (times: readonly string[]): string[] =>
  times.map((time) => (CLOCK.test(time) ? formatTime(`2000-01-01T${time.slice(0, 5)}`) : time));

/** Texts about where a record comes from, which no first screen needs. */
export const words = defineWords('source', { en, fr });
