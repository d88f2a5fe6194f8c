import { currentLocale, LANGUAGE_TAG } from './i18n.ts';

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const TIME: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: false };

/** Made once for each language: making one takes far longer than using it, and long lists use many. */
const made = new Map<string, Record<'day' | 'time', Intl.DateTimeFormat>>();

function formatters() {
  const tag = LANGUAGE_TAG[currentLocale()];
  const known = made.get(tag) ?? {
    day: new Intl.DateTimeFormat(tag, DAY),
    time: new Intl.DateTimeFormat(tag, TIME),
  };
  made.set(tag, known);
  return known;
}

/** A day, e.g. "Mar 16, 2020". Takes an ISO 8601 time. */
export function formatDate(iso: string): string {
  return formatters().day.format(new Date(iso));
}

/** A time of day, e.g. "10:42". Takes an ISO 8601 time. */
export function formatTime(iso: string): string {
  return formatters().time.format(new Date(iso));
}

/** The time of day for today's moments, the day for all others. */
export function formatMoment(iso: string, now = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? formatTime(iso) : formatDate(iso);
}
