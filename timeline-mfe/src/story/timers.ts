/** Injectable clock: the browser's in the app, a fake one in tests. Delays are in milliseconds. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

interface Waiting {
  run: () => void;
  /** Remaining story time in milliseconds, as of `since`. */
  left: number;
  /** Clock time at which `left` was computed; the entry counts down from there while it is armed. */
  since: number;
  handle: unknown;
}

/** Timers that can be paused and resumed together, and run faster than the clock. */
export class StoryTimers {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();
  readonly #holds = new Set<string>();
  #speed = 1;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `run` after `ms` of story time. */
  after(ms: number, run: () => void): void {
    const entry: Waiting = { run, left: ms, since: 0, handle: undefined };
    this.#waiting.add(entry);
    if (this.#holds.size === 0) this.#arm(entry);
  }

  /** Pauses story time for a reason; it continues when no reason remains. */
  hold(reason: string): void {
    if (this.#holds.size === 0) this.#disarm();
    this.#holds.add(reason);
  }

  release(reason: string): void {
    if (this.#holds.delete(reason) && this.#holds.size === 0) for (const entry of this.#waiting) this.#arm(entry);
  }

  /** Sets how many milliseconds of story time pass per millisecond of the clock. */
  setSpeed(speed: number): void {
    const isRunning = this.#holds.size === 0;
    if (isRunning) this.#disarm();
    this.#speed = speed;
    if (isRunning) for (const entry of this.#waiting) this.#arm(entry);
  }

  /** Runs the next timer immediately, even while paused. */
  skip(): void {
    const soonest = [...this.#waiting].sort((a, b) => this.#leftOf(a) - this.#leftOf(b))[0];
    if (!soonest) return;
    this.#clock.clearTimeout(soonest.handle);
    this.#waiting.delete(soonest);
    soonest.run();
  }

  /** Clock time in milliseconds until the next timer, at the current speed; null if no timer is pending. */
  get dueIn(): number | null {
    const left = [...this.#waiting].map((entry) => this.#leftOf(entry));
    return left.length === 0 ? null : Math.max(0, Math.min(...left)) / this.#speed;
  }

  clear(): void {
    for (const { handle } of this.#waiting) this.#clock.clearTimeout(handle);
    this.#waiting.clear();
  }

  #leftOf({ left, since }: Waiting): number {
    return this.#holds.size > 0 ? left : left - (this.#clock.now() - since) * this.#speed;
  }

  #arm(entry: Waiting): void {
    entry.since = this.#clock.now();
    entry.handle = this.#clock.setTimeout(() => {
      this.#waiting.delete(entry);
      entry.run();
    }, entry.left / this.#speed);
  }

  #disarm(): void {
    for (const entry of this.#waiting) {
      this.#clock.clearTimeout(entry.handle);
      entry.left = Math.max(0, this.#leftOf(entry));
    }
  }
}
