import { currentLocale, LANGUAGE_TAG } from './i18n.ts';

const FORMATS = {
  day: { dateStyle: 'medium' },
  time: { hour: 'numeric', minute: '2-digit', hour12: false },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Made once for each language, when first used: making one takes far longer than using it, and long lists use many. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatter(name: keyof typeof FORMATS): Intl.DateTimeFormat {
  const tag = LANGUAGE_TAG[currentLocale()];
  const key = `${tag} ${name}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(tag, FORMATS[name]);
  made.set(key, known);
  return known;
}

const nextTask = () => new Promise<void>((resume) => setTimeout(resume));

/**
 * Makes ready what writes dates: the first use takes long on a slow phone, and had better be over when an answer arrives.
 * Most of it is the browser going through every language it knows, which it does in parts: made in this order, each part has
 * a task of its own (7, 5 and 2 ms where dates alone took 18 in one).
 */
export async function readyDates(): Promise<void> {
  const tag = LANGUAGE_TAG[currentLocale()];
  for (const make of [() => Intl.Collator(tag), () => Intl.NumberFormat(tag), () => formatter('day')]) {
    make();
    await nextTask();
  }
}

/** A day, e.g. "Mar 16, 2020". Takes an ISO 8601 time. */
export function formatDate(iso: string): string {
  return formatter('day').format(new Date(iso));
}

/** A time of day, e.g. "10:42". French "10 h 42" never breaks over two lines. Takes an ISO 8601 time. */
export function formatTime(iso: string): string {
  return formatter('time').format(new Date(iso)).replaceAll(' ', '\u00a0');
}

/** The time of day for today's moments, the day for all others. */
export function formatMoment(iso: string, now = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? formatTime(iso) : formatDate(iso);
}
