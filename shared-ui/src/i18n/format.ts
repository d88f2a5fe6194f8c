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

/** Makes ready what writes dates: the first use takes long on a slow phone, and had better be over when an answer arrives. */
export function readyDates(): void {
  formatter('day');
}

/** A day, e.g. "Mar 16, 2020". Takes an ISO 8601 time. */
export function formatDate(iso: string): string {
  return formatter('day').format(new Date(iso));
}

/** A time of day, e.g. "10:42". Takes an ISO 8601 time. */
export function formatTime(iso: string): string {
  return formatter('time').format(new Date(iso));
}

/** The time of day for today's moments, the day for all others. */
export function formatMoment(iso: string, now = new Date()): string {
  return new Date(iso).toDateString() === now.toDateString() ? formatTime(iso) : formatDate(iso);
}
