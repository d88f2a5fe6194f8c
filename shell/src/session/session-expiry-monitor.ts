import type { SessionState } from 'mock-api/contract';
import { ApiFailure, call, recheckSession } from 'shared-ui';

/** How long before its end the warning is shown (ms). WCAG 2.2.1 requires at least 20 s. */
const WARN_MS = 2 * 60_000;

/** When a session ends. */
export interface SessionEnd {
  /** Milliseconds since the epoch, by this phone's clock. */
  at: number;
  /** Can't be postponed: the session has reached its maximum length. */
  isLast: boolean;
}

/** Converts the server's session end to this phone's clock. Uses the remaining time only, as the clocks may differ. */
function endOf({ now, idleAt, expiresAt }: SessionState, localNow: number): SessionEnd {
  return { at: localNow + Date.parse(idleAt) - Date.parse(now), isLast: idleAt === expiresAt };
}

/** Interval after a failed request, and during a warning, as another tab may extend the session (ms). */
const POLL_INTERVAL_MS = 15_000;
/** Minimum delay between requests (ms). */
const MIN_DELAY_MS = 1_000;

const INPUT_EVENTS = ['keydown', 'pointerdown'] as const;

/**
 * Monitors when the session ends and reports it shortly before. Requests are rare: one at the start, then one when the
 * last known end is near, because using the app has usually postponed it since. After recent input the session is
 * extended without a warning, as far as possible. Only the remaining time is used: a phone's clock may be wrong.
 */
export class SessionExpiryMonitor {
  readonly #onChange: (near: SessionEnd | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #near: SessionEnd | null = null;
  /** Milliseconds since the epoch. */
  #lastInputAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  /** @param onChange called with an end that is near, and with null when it no longer is */
  constructor(onChange: (near: SessionEnd | null) => void) {
    this.#onChange = onChange;
  }

  start(): void {
    for (const type of INPUT_EVENTS) document.addEventListener(type, this.#onInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', this.#onVisible);
    void this.#poll();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const type of INPUT_EVENTS) document.removeEventListener(type, this.#onInput, { capture: true });
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  /** Extends the session's idle timeout. @throws ApiFailure */
  async extend(): Promise<void> {
    this.#handleExtended(await call<SessionState>('post', 'v1/sessions/extend'));
  }

  #onInput = (): void => {
    this.#lastInputAt = Date.now();
  };

  /** Timers are late after a phone was asleep. */
  #onVisible = (): void => {
    if (document.visibilityState === 'visible') void this.#poll();
  };

  #pollIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#poll(), Math.max(MIN_DELAY_MS, ms));
  }

  #report(near: SessionEnd | null): void {
    this.#near = near;
    if (!this.#isStopped) this.#onChange(near);
  }

  async #poll(): Promise<void> {
    this.#pollIn(POLL_INTERVAL_MS);
    try {
      // Does not count as use of the session.
      await this.#handle(await call<SessionState>('get', 'v1/sessions'));
    } catch (error) {
      console.info('The session state could not be fetched', error);
      if (this.#near && this.#near.at <= Date.now()) this.#report(null);
      if (!this.#isStopped && error instanceof ApiFailure && error.kind === 'rejected') await recheckSession();
    }
  }

  async #handle(state: SessionState): Promise<void> {
    const end = endOf(state, Date.now());
    const left = end.at - Date.now();
    if (left > WARN_MS) {
      this.#report(null);
      this.#pollIn(left - WARN_MS);
      return;
    }
    const isActive = Date.now() - this.#lastInputAt < WARN_MS;
    if (isActive && !end.isLast && !this.#near) {
      await this.extend();
      return;
    }
    this.#report(end);
    this.#pollIn(Math.min(POLL_INTERVAL_MS, left));
  }

  /** If sessions are shorter than the warning time, waits half the remaining time before the next request. */
  #handleExtended(state: SessionState): void {
    const end = endOf(state, Date.now());
    const left = end.at - Date.now();
    this.#report(end.isLast && left <= WARN_MS ? end : null);
    this.#pollIn(Math.max(left - WARN_MS, left / 2));
  }
}
