import type { SessionState } from 'mock-api/contract';
import { ApiFailure, recheckSession } from 'shared-ui';
import { extendSession, sessionState } from './api.ts';
import { endOf, type SessionEnd, WARN_MS } from './session-end.ts';

/** A look that failed is tried again after this time; while a person is warned another tab may have prolonged it. */
const LOOK_AGAIN_MS = 15_000;
/** No two looks follow each other faster. */
const SHORTEST_MS = 1_000;

const TOUCHES = ['keydown', 'pointerdown'] as const;

/**
 * Looks when the session ends, and tells of it when that is near. It asks seldom: once in the beginning, then when what
 * it knows says that the end is near, because using the product has moved it meanwhile. A person who typed or pressed
 * something a moment ago is there: their session is prolonged without a word, as far as it can be.
 */
export class SessionExpiryMonitor {
  readonly #tell: (near: SessionEnd | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #near: SessionEnd | null = null;
  /** Milliseconds since 1970. */
  #touchedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  /** @param tell hears of an end that is near, and null once it is not any more */
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

  /** The person says that they are there. Throws ApiFailure. */
  async extend(): Promise<void> {
    this.#takeProlonged(await extendSession());
  }

  #touched = (): void => {
    this.#touchedAt = Date.now();
  };

  /** Timers of a phone that slept are late. */
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

  /** Where sessions are shorter than a warning is, half of one passes before the next question. */
  #takeProlonged(state: SessionState): void {
    const end = endOf(state, Date.now());
    const left = end.at - Date.now();
    this.#say(end.isLast && left <= WARN_MS ? end : null);
    this.#lookIn(Math.max(left - WARN_MS, left / 2));
  }
}
