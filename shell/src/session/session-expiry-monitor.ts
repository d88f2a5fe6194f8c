import type { SessionState } from 'mock-api/contract';
import { ApiFailure, recheckSession } from 'shared-ui';
import { extendSession, sessionState } from './api.ts';
import { endOf, type SessionEnd, WARN_MS } from './session-end.ts';

/**
 * Retry interval after a failed request, and polling interval during a warning, as another tab may extend the session.
 */
const LOOK_AGAIN_MS = 15_000;
/** Minimum delay between requests. */
const SHORTEST_MS = 1_000;

const TOUCHES = ['keydown', 'pointerdown'] as const;

/**
 * Monitors when the session ends and reports it shortly before. Requests are rare: one at the start, then one when the
 * last known end is near, because using the app has usually postponed it since. After recent input the session is
 * extended without a warning, as far as possible.
 */
export class SessionExpiryMonitor {
  readonly #tell: (near: SessionEnd | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #near: SessionEnd | null = null;
  /** Milliseconds since the epoch. */
  #touchedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  /** @param tell called with an end that is near, and with null when it no longer is */
  constructor(tell: (near: SessionEnd | null) => void) {
    this.#tell = tell;
  }

  start(): void {
    for (const touch of TOUCHES) document.addEventListener(touch, this.#touched, { capture: true, passive: true });
    document.addEventListener('visibilitychange', this.#returned);
    void this.#look();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const touch of TOUCHES) document.removeEventListener(touch, this.#touched, { capture: true });
    document.removeEventListener('visibilitychange', this.#returned);
  }

  /** Extends the session on the user's request. Throws ApiFailure. */
  async extend(): Promise<void> {
    this.#takeProlonged(await extendSession());
  }

  #touched = (): void => {
    this.#touchedAt = Date.now();
  };

  /** Timers are late after a phone was asleep. */
  #returned = (): void => {
    if (document.visibilityState === 'visible') void this.#look();
  };

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#look(), Math.max(SHORTEST_MS, ms));
  }

  #say(near: SessionEnd | null): void {
    this.#near = near;
    if (!this.#isStopped) this.#tell(near);
  }

  async #look(): Promise<void> {
    this.#lookIn(LOOK_AGAIN_MS);
    try {
      await this.#take(await sessionState());
    } catch (error) {
      console.info('The end of the session could not be asked for', error);
      if (this.#near && this.#near.at <= Date.now()) this.#say(null);
      if (!this.#isStopped && error instanceof ApiFailure && error.kind === 'rejected') await recheckSession();
    }
  }

  async #take(state: SessionState): Promise<void> {
    const end = endOf(state, Date.now());
    const left = end.at - Date.now();
    if (left > WARN_MS) {
      this.#say(null);
      this.#lookIn(left - WARN_MS);
      return;
    }
    const isThere = Date.now() - this.#touchedAt < WARN_MS;
    if (isThere && !end.isLast && !this.#near) {
      await this.extend();
      return;
    }
    this.#say(end);
    this.#lookIn(Math.min(LOOK_AGAIN_MS, left));
  }

  /** If sessions are shorter than the warning time, waits half the remaining time before the next request. */
  #takeProlonged(state: SessionState): void {
    const end = endOf(state, Date.now());
    const left = end.at - Date.now();
    this.#say(end.isLast && left <= WARN_MS ? end : null);
    this.#lookIn(Math.max(left - WARN_MS, left / 2));
  }
}
