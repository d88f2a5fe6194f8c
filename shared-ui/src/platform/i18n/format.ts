import { currentLocale, LANGUAGE_TAG } from './i18n.ts';

const FORMATS = {
  day: { dateStyle: 'medium' },
  time: { hour: 'numeric', minute: '2-digit', hour12: false },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Created once per language, on first use: creating one takes far longer than using it, and long lists use many. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(name: keyof typeof FORMATS): Intl.DateTimeFormat {
  const tag = LANGUAGE_TAG[currentLocale()];
  const key = `${tag} ${name}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(tag, FORMATS[name]);
  formatters.set(key, known);
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
  for (const make of [() => Intl.Collator(tag), () => Intl.NumberFormat(tag), () => formatter('day')]) {
    make();
    await nextTask();
  }
}

/** Formats a day, e.g. "Mar 16, 2020". Takes an ISO 8601 time. */
export function formatDate(iso: string): string {
  return formatter('day').format(new Date(iso));
}

/** Formats a time of day, e.g. "10:42". French "10 h 42" never breaks over two lines. Takes an ISO 8601 time. */
export function formatTime(iso: string): string {
  return formatter('time').format(new Date(iso)).replaceAll(' ', '\u00a0');
}

/** Formats a time of today as time of day, any other as day. */
export function formatMoment(iso: string, now = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? formatTime(iso) : formatDate(iso);
}
