/** FHIR dates and times, which may name only a year or a month. */

const DATE = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Returns a date as it was written, or a time in UTC as ISO 8601; both sort as text. Returns null if it is neither, or
 * does not exist.
 */
export function readTime(written: string | undefined): string | null {
  if (written === undefined) return null;
  const date = DATE.exec(written);
  if (date) return isRealDay(date) ? written : null;
  if (!TIME.test(written)) return null;
  const at = new Date(written);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 0 || at.getUTCFullYear() > 9999 ? null : at.toISOString();
}

function isRealDay([, year = '', month = '', day = '']: RegExpExecArray): boolean {
  if (day === '') return true;
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
}

/** Returns the first of these that is a date or time. */
export const firstTime = (...written: (string | undefined)[]): string | null =>
  written.map(readTime).find((time) => time !== null) ?? null;

/**
 * Returns a full UTC time for a column that needs one. A date becomes its noon, which is the same day from Vancouver to
 * Berlin; a month or year its beginning.
 */
export function asMoment(time: string): string {
  if (time.length > 10) return time;
  const [year = '', month = '01', day = '01'] = time.split('-');
  return `${year}-${month}-${day}T12:00:00.000Z`;
}

const YEAR = 31_557_600_000;

/** Returns a person's age in years; undefined if a date is missing or names no day. */
export function ageAt(birthDate: string | null, at: string | null): number | undefined {
  if (birthDate?.length !== 10 || at === null || at.length < 10) return undefined;
  return (Date.parse(asMoment(at)) - Date.parse(birthDate)) / YEAR;
}
