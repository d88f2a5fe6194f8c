import type { SessionState } from 'mock-api/contract';

/** How long before its end a session is spoken of, in milliseconds. WCAG 2.2.1 asks for 20 s at least. */
export const WARN_MS = 2 * 60_000;

/** When a session ends. */
export interface SessionEnd {
  /** By this phone's clock: milliseconds since 1970. */
  at: number;
  /** Nothing moves this end: the session has lasted as long as one may. */
  isLast: boolean;
}

/** The end that the server tells, by this phone's clock, which may be wrong: only what is left counts. */
export function endOf({ now, idleAt, expiresAt }: SessionState, here: number): SessionEnd {
  return { at: here + Date.parse(idleAt) - Date.parse(now), isLast: idleAt === expiresAt };
}

/** Seconds left at which a screen reader says how much time there is. */
const SAID_AT = [120, 60, 30, 10];

/** The moment that is read out, of the seconds that are left: the last one of `SAID_AT` that was passed. */
export function saidAt(seconds: number): number | undefined {
  return SAID_AT.findLast((moment) => seconds <= moment);
}

/** "1:05" of 65 seconds. */
export function asClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
