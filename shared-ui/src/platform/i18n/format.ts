import { currentLocale, LANGUAGE_TAG } from './i18n.ts';

/** Created once per language, on first use: creating one takes far longer than using it, and long lists use many. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function dayFormatter(): Intl.DateTimeFormat {
  const tag = LANGUAGE_TAG[currentLocale()];
  const known = formatters.get(tag) ?? new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  formatters.set(tag, known);
  return known;
}

const nextTask = () => new Promise<void>((resume) => setTimeout(resume));

/**
 * Warms up date formatting: its first use is slow on a slow phone and should be over before a response arrives. Most of
 * it is the browser going through every language it knows, which it does in parts. In this order each part gets a task
 * to itself (7, 5 and 2 ms, where dates alone took 18 in one).
 */
export async function readyDates(): Promise<void> {
  const tag = LANGUAGE_TAG[currentLocale()];
  for (const make of [() => Intl.Collator(tag), () => Intl.NumberFormat(tag), dayFormatter]) {
    make();
    await nextTask();
  }
}

/** Formats a day, e.g. "Mar 16, 2020". Takes an ISO 8601 time. */
export function formatDate(iso: string): string {
  return dayFormatter().format(new Date(iso));
}

const twoDigits = (minutes: number) => String(minutes).padStart(2, '0');

/**
 * Formats a time of day as Canadians write it, e.g. "3:44 p.m." and "15 h 44", which never break over two lines. Takes
 * an ISO 8601 time. Not by Intl, because browsers differ in "p.m.", "PM" and the kind of space.
 */
export function formatTime(iso: string): string {
  const time = new Date(iso);
  const hours = time.getHours();
  const minutes = twoDigits(time.getMinutes());
  if (currentLocale() === 'fr') return `${hours}\u00a0h\u00a0${minutes}`;
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'a.m.' : 'p.m.'}`;
}

/** Formats a time of today as time of day, any other as day. */
export function formatMoment(iso: string, now = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? formatTime(iso) : formatDate(iso);
}
