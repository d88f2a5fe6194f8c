import { currentLocale, LANGUAGE_TAG } from './i18n.ts';

const formatter = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LANGUAGE_TAG[currentLocale()], options);

/** A day, e.g. "Mar 16, 2020". Takes an ISO 8601 time. */
export function formatDate(iso: string): string {
  return formatter({ dateStyle: 'medium' }).format(new Date(iso));
}

/** A time of day, e.g. "10:42". Takes an ISO 8601 time. */
export function formatTime(iso: string): string {
  return formatter({ hour: 'numeric', minute: '2-digit', hour12: false }).format(new Date(iso));
}

/** The time of day for today's moments, the day for all others. */
export function formatMoment(iso: string, now = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? formatTime(iso) : formatDate(iso);
}
