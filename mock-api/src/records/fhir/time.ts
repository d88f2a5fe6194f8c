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

/** Years that a person has lived: one number for exact dates, else the bounds. */
export interface Ages {
  least: number;
  most: number;
}

/** Returns the first and last noon, in ms, of a year or month; of a day or time the same. */
function boundsOf(time: string): [first: number, last: number] {
  const first = new Date(asMoment(time));
  const last = new Date(first);
  if (time.length === 4) last.setUTCFullYear(first.getUTCFullYear() + 1, 0, 0);
  if (time.length === 7) last.setUTCMonth(first.getUTCMonth() + 1, 0);
  return [first.getTime(), last.getTime()];
}

/** Returns a person's age at a time, as far as the two dates tell; undefined if one is missing. */
export function agesAt(birthDate: string | null, at: string | null): Ages | undefined {
  if (birthDate === null || at === null) return undefined;
  const [born, measured] = [boundsOf(birthDate), boundsOf(at)];
  return { least: (measured[0] - born[1]) / YEAR, most: (measured[1] - born[0]) / YEAR };
}
