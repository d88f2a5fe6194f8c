/** Entries that are shown at first, and more with every press. */
export const STEP = 30;

/** The most the server tells (`SHOWN` in mock-api's audit repository): where so many came, there are older ones. */
export const MOST = 200;

/** What happened on one day. */
export interface Day<T> {
  /** ISO 8601 time of its newest entry. */
  at: string;
  entries: T[];
}

/** Splits entries, newest first, by the day that the reader's own calendar has for them. */
export function byDay<T extends { at: string }>(entries: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(entry.at).toDateString()) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}
