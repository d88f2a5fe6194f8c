/** Time, injected: the browser's own in the app, a fake one in tests. Delays are milliseconds. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

interface Waiting {
  run: () => void;
  /** Milliseconds of the story's own time that are still to go, as of `since`. */
  left: number;
  /** The clock's time at which `left` was true; the entry counts down from there while it is armed. */
  since: number;
  handle: unknown;
}

/** Timers that can be held and let go again together, and run faster than the clock. */
export class StoryTimers {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();
  readonly #holds = new Set<string>();
  #speed = 1;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `run` after `ms` of the story's time. */
  after(ms: number, run: () => void): void {
    const entry: Waiting = { run, left: ms, since: 0, handle: undefined };
    this.#waiting.add(entry);
    if (this.#holds.size === 0) this.#arm(entry);
  }

  /** Stops the story's time for a reason; it goes on when no reason is left. */
  hold(reason: string): void {
    if (this.#holds.size === 0) this.#disarm();
    this.#holds.add(reason);
  }

  release(reason: string): void {
    if (this.#holds.delete(reason) && this.#holds.size === 0) for (const entry of this.#waiting) this.#arm(entry);
  }

  /** How many milliseconds of the story pass in one of the clock. */
  setSpeed(speed: number): void {
    const isRunning = this.#holds.size === 0;
    if (isRunning) this.#disarm();
    this.#speed = speed;
    if (isRunning) for (const entry of this.#waiting) this.#arm(entry);
  }

  /** Runs what is due soonest now, even while time stands still. */
  skip(): void {
    const soonest = [...this.#waiting].sort((a, b) => this.#leftOf(a) - this.#leftOf(b))[0];
    if (!soonest) return;
    this.#clock.clearTimeout(soonest.handle);
    this.#waiting.delete(soonest);
    soonest.run();
  }

  /** Milliseconds of the clock until something is due, as time runs now; null when nothing waits. */
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
