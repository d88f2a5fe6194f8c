/**
 * The demo story's engine. It handles timing and order and knows nothing of React, the page or the server. The server
 * owns the script and the position, so a reload continues from the same step.
 */

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
class StoryTimers {
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

/** A series of the script. A step's delay is in milliseconds after the previous step. */
interface Series<Id extends string> {
  id: Id;
  steps: { index: number; delayMs: number }[];
  /** Number of steps already played. */
  position: number;
}

export interface Script<Id extends string> {
  series: Series<Id>[];
  isStoryDone: boolean;
}

interface StoryParts<Id extends string, Played extends { isStoryDone: boolean }> {
  clock: Clock;
  /** Fetches the script with every series that can be played now. */
  load(): Promise<Script<Id>>;
  /** Plays one step. Must be idempotent: it is called again if the response was lost. */
  play(series: Id, index: number): Promise<Played>;
  onBegin(series: Id): void;
  onPlayed(played: Played, series: Id): void;
  /** Called with the progress of every series after the script has loaded and after each step. */
  onProgress(series: SeriesProgress<Id>[]): void;
  /** Called once, when the story is complete. */
  onDone(): void;
  /** Called when a call fails; the call is retried later. */
  onFailed(error: unknown): void;
}

/** Number of played steps of a series, and its total. */
export interface SeriesProgress<Id extends string = string> {
  id: Id;
  played: number;
  total: number;
}

export interface StoryEngine {
  start(): void;
  /** Checks for series that have become playable because a second profile exists. */
  refresh(): void;
  /** Pauses every timer for a reason, such as a hidden page. A step in flight still completes. */
  pause(reason: string): void;
  /** Removes one pause reason. Time continues when none remains. */
  resume(reason: string): void;
  /** Sets the speed factor: 2 plays the story in half the time. */
  setSpeed(speed: number): void;
  /** Plays the next step immediately, even while paused. */
  next(): void;
  /** Returns the milliseconds until the next step at the current speed; null if no step is pending. */
  dueIn(): number | null;
  /** Stops the engine permanently: nothing more is played or reported. */
  stop(): void;
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** Returns the delay after the nth consecutive failure (0 is the first), in milliseconds: 1 s, 2 s, 4 s … 30 s. */
export const retryDelay = (failures: number) => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);

/**
 * Plays every series with its delays until the end, with at most one call in flight. Failed calls are retried with
 * growing delays. The server decides when the story is complete: in the script, or in the response to the last step.
 */
export function createStoryEngine<Id extends string, Played extends { isStoryDone: boolean }>(
  parts: StoryParts<Id, Played>,
): StoryEngine {
  const timers = new StoryTimers(parts.clock);
  const begun = new Map<Id, SeriesProgress<Id>>();
  let isStopped = false;
  let isDone = false;
  let calls: Promise<void> = Promise.resolve();

  /** Queues a call. A failed call is queued again after a delay. */
  function attempt<T>(call: () => Promise<T>, then: (answer: T) => void, failures = 0): void {
    calls = calls.then(async () => {
      if (isStopped) return;
      try {
        const answer = await call();
        if (!isStopped) then(answer);
      } catch (error) {
        if (isStopped) return;
        parts.onFailed(error);
        timers.after(retryDelay(failures), () => attempt(call, then, failures + 1));
      }
    });
  }

  function finish(): void {
    if (isDone) return;
    isDone = true;
    parts.onDone();
  }

  function advance(...progress: SeriesProgress<Id>[]): void {
    for (const series of progress) begun.set(series.id, series);
    parts.onProgress([...begun.values()]);
  }

  function playFrom({ id, steps }: Pick<Series<Id>, 'id' | 'steps'>, position: number): void {
    const step = steps[position];
    if (!step) return;
    const playNow = () =>
      attempt(
        () => parts.play(id, step.index),
        (played) => {
          parts.onPlayed(played, id);
          advance({ id, played: position + 1, total: steps.length });
          if (played.isStoryDone) finish();
          playFrom({ id, steps }, position + 1);
        },
      );
    timers.after(step.delayMs, playNow);
  }

  function begin(script: Script<Id>): void {
    if (script.isStoryDone) finish();
    const fresh = script.series.filter(({ id }) => !begun.has(id));
    advance(...fresh.map(({ id, position, steps }) => ({ id, played: position, total: steps.length })));
    for (const series of fresh) {
      parts.onBegin(series.id);
      playFrom(series, series.position);
    }
  }

  const refresh = () => attempt(parts.load, begin);
  return {
    start: refresh,
    refresh,
    pause: (reason) => timers.hold(reason),
    resume: (reason) => timers.release(reason),
    setSpeed: (speed) => timers.setSpeed(speed),
    next: () => timers.skip(),
    dueIn: () => timers.dueIn,
    stop() {
      isStopped = true;
      timers.clear();
    },
  };
}
