/** Timestamps in the format stored in the database. */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the current time as ISO 8601 UTC. */
export function now(): string {
  return new Date().toISOString();
}

/** Returns the time `milliseconds` after `start` (default: now) as ISO 8601 UTC. */
export function after(milliseconds: number, start: string = now()): string {
  return new Date(Date.parse(start) + milliseconds).toISOString();
}

/** Returns the whole seconds from now until `time`, rounded up, at least 1, as `Retry-After` expects. */
export function secondsUntil(time: string): number {
  return Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / SECOND));
}
