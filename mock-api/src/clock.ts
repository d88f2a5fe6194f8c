/** Times as the database keeps them. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The present as ISO 8601 UTC. */
export function now(): string {
  return new Date().toISOString();
}

/** The moment `milliseconds` from `start` (default: the present) as ISO 8601 UTC. */
export function after(milliseconds: number, start: string = now()): string {
  return new Date(Date.parse(start) + milliseconds).toISOString();
}

/** Whole seconds from now to `time`, rounded up, at least 1: what `Retry-After` takes. */
export function secondsUntil(time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / SECOND));
}
