import type { SessionState } from 'mock-api/contract';

/** How long before its end the warning is shown (ms). WCAG 2.2.1 requires at least 20 s. */
export const WARN_MS = 2 * 60_000;

/** When a session ends. */
export interface SessionEnd {
  /** Milliseconds since the epoch, by this phone's clock. */
  at: number;
  /** Can't be postponed: the session has reached its maximum length. */
  isLast: boolean;
}

/** Converts the server's session end to this phone's clock. Uses the remaining time only, as the clocks may differ. */
export function endOf({ now, idleAt, expiresAt }: SessionState, localNow: number): SessionEnd {
  return { at: localNow + Date.parse(idleAt) - Date.parse(now), isLast: idleAt === expiresAt };
}

/** Remaining seconds at which screen readers announce the time. */
const ANNOUNCED_AT = [120, 60, 30, 10];

/** Returns the announcement for the remaining seconds: the last moment of `ANNOUNCED_AT` that has passed. */
export function announcedSecondsAt(seconds: number): number | undefined {
  return ANNOUNCED_AT.findLast((moment) => seconds <= moment);
}

/** Formats seconds as a clock: 65 becomes "1:05". */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
