/** Number of entries shown at first and added by each press of "Show more". */
export const STEP = 30;

/**
 * Most entries the server returns (`SHOWN` in mock-api's audit repository). If it returns as many, older ones exist.
 */
export const MOST = 200;

/** The entries of one day. */
export interface Day<T> {
  /** ISO 8601 time of the newest entry. */
  at: string;
  entries: T[];
}

/** Groups entries, newest first, by calendar day in the user's time zone. */
export function byDay<T extends { at: string }>(entries: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(entry.at).toDateString()) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}
