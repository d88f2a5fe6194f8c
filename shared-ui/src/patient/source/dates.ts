import { LANGUAGES } from '../../contract/languages/languages.ts';
import {
  formatClock,
  formatDate,
  formatMoment,
  formatParts,
  formatTime,
  hospitalDay,
  hospitalTime,
} from '../../platform/i18n/format.ts';
import { currentLanguage, defineCatalogue } from '../../platform/i18n/i18n.ts';
import en from './locales/en.json';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a distance in time; undefined if the browser has no words for it in this language ("-3 d"). */
function relative(value: number, unit: Intl.RelativeTimeFormatUnit): string | undefined {
  // "yesterday", but "1 year ago": last year may be a month ago.
  const numeric = unit === 'day' ? 'auto' : 'always';
  const text = new Intl.RelativeTimeFormat(LANGUAGES[currentLanguage()].intlTag, { numeric }).format(value, unit);
  return /^[-+]/.test(text) ? undefined : text;
}

/** Returns "5 minutes ago", "3 hours ago", "yesterday"; undefined after a week, or without words for it. */
function recent(age: number): string | undefined {
  if (age < HOUR_MS) return relative(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return relative(-Math.floor(age / HOUR_MS), 'hour');
  return age < 7 * DAY_MS ? relative(-Math.floor(age / DAY_MS), 'day') : undefined;
}

/**
 * Formats when the hospital was last asked, for use in a sentence: "just now", "5 minutes ago", "3 hours ago",
 * "yesterday", or after a week "on Mar 16, 2020". Times in the future (a clock ahead of the phone's) count as now.
 */
export function formatLastChecked(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) return words.text('justNow');
  return recent(age) ?? words.text('on', { date: formatMoment(iso, new Date(now)) });
}

const MONTH = /^\d{4}-\d{2}$/;

/**
 * Formats a date as precisely as the hospital gave it: "2012", "March 2012" or "Mar 16, 2012".
 * @param at YYYY, YYYY-MM, YYYY-MM-DD or a time
 */
export function formatRecordDate(at: string): string {
  if (at.length === 4) return formatParts(at, { year: 'numeric' });
  if (!MONTH.test(at)) return formatDate(at);
  return formatParts(at, { year: 'numeric', month: 'long' });
}

/** Returns year, month and day of a day; the missing ones of a month or year as given by `rest`. */
function partsOf(at: string, rest: readonly [month: number, day: number]): [number, number, number] {
  const [year = 0, month = rest[0], day = rest[1]] = at.split('-').map(Number);
  return [year, month, day];
}

/**
 * Formats how long ago a date was, no finer than it is: "3 days ago", "8 months ago", "6 years ago". Undefined for
 * today, for the future, and for the current month or year if it has no day.
 * @param at YYYY, YYYY-MM, YYYY-MM-DD or a time
 * @param now milliseconds since 1970
 */
export function formatRecordAge(at: string, now: number): string | undefined {
  const today = hospitalTime(now).slice(0, 10);
  const date = at.length < 10 ? at : hospitalDay(at);
  const [year, month, day] = partsOf(today, [1, 1]);
  const [fromYear, fromMonth, fromDay] = partsOf(date, [month, MONTH.test(at) ? 1 : day]);
  const months = (year - fromYear) * 12 + month - fromMonth - (fromDay <= day ? 0 : 1);
  if (months >= 12) return relative(-Math.floor(months / 12), 'year');
  if (months >= 1) return relative(-months, 'month');
  const days = (Date.parse(today) - Date.parse(date)) / DAY_MS;
  return days < 1 || MONTH.test(at) || date.length === 4 ? undefined : relative(-days, 'day');
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d/;

/** Formats times of the day as people write them ("08:00" as "8:00 a.m."); other words stay as they are. */
export const clockTimes = (times: readonly string[]): string[] =>
  times.map((time) => (CLOCK.test(time) ? formatClock(time) : time));

/**
 * Formats when something is planned: "Today, 3:30 p.m.", "Tomorrow, 3:30 p.m.", or "Mar 16, 2020, 3:30 p.m.". A day
 * without a time stays a day.
 * @param at YYYY-MM-DD or a time
 * @param now milliseconds since 1970
 */
export function formatPlanned(at: string, now: number): string {
  const day = hospitalDay(at);
  const ahead = (Date.parse(day) - Date.parse(hospitalTime(now).slice(0, 10))) / DAY_MS;
  const word = (ahead === 0 || ahead === 1 ? relative(ahead, 'day') : undefined) ?? formatDate(day);
  const shown = word.charAt(0).toLocaleUpperCase() + word.slice(1);
  return at.length === 10 ? shown : words.text('planned', { day: shown, time: formatTime(at) });
}

/** Texts about where a record comes from, which no first screen needs. */
export const words = defineCatalogue('shared-ui/patient/source', en, (tag) => import(`./locales/${tag}.json`));
