/** Conversion between times and what the clock on the wall shows in a time zone, daylight saving time included. */

const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clockOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const two = '2-digit';
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
  });
  clocks.set(zone, clock);
  return clock;
}

/** Returns whether a text is the IANA name of a time zone that this runtime knows, such as America/Toronto. */
export function isTimeZone(name: string): boolean {
  // Browsers of before 2024 refuse offsets such as +05:00, and abbreviations such as EST have no daylight saving time.
  if (name !== 'UTC' && !/^[A-Za-z]\w*(\/[\w+-]+)+$/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns date and time of day in a time zone as `YYYY-MM-DDTHH:mm`, the value of a `datetime-local` field.
 * @param zone IANA name; undefined: the zone of the machine
 */
export function localTime(at: number, zone: string | undefined): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = value;
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const DAY_MS = 86_400_000;

/**
 * Returns the time (ms since 1970) at which the clock in a time zone shows `YYYY-MM-DDTHH:mm`: the first of two when the
 * hour repeats in autumn; the same time after the change when the hour is skipped in spring. NaN for another text.
 * @param zone IANA name; undefined: the zone of the machine
 */
export function timeOfLocal(local: string, zone: string | undefined): number {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const offsetAt = (at: number) => Date.parse(`${localTime(at, zone)}Z`) - Math.floor(at / 60_000) * 60_000;
  const before = asUtc - offsetAt(asUtc - DAY_MS);
  const after = asUtc - offsetAt(asUtc + DAY_MS);
  return localTime(before, zone) === local || localTime(after, zone) !== local ? before : after;
}
