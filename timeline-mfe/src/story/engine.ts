/**
 * The demo story's engine: knows time and order, nothing of React, the page or the server. The script and how far it
 * has come are the server's; so a reload goes on where the story was.
 */

/** Time, injected: the browser's own in the app, a fake one in tests. Delays are milliseconds. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** One series of the script. A step's delay is counted from the step before it, in milliseconds. */
export interface Series<Id extends string> {
  id: Id;
  steps: { index: number; delayMs: number }[];
  /** How many steps have been played before. */
  position: number;
}

export interface Script<Id extends string> {
  series: Series<Id>[];
  isStoryDone: boolean;
}

export interface StoryParts<Id extends string, Played extends { isStoryDone: boolean }> {
  clock: Clock;
  /** Fetches the script: every series that can be played now. */
  load(): Promise<Script<Id>>;
  /** Plays one step; playing it again after a lost answer gives the same. */
  play(series: Id, index: number): Promise<Played>;
  onBegin(series: Id): void;
  onPlayed(played: Played, series: Id): void;
  /** The story-complete marker; called once. */
  onDone(): void;
  /** A call failed; it is made again after a while. */
  onFailed(error: unknown): void;
}

export interface StoryEngine {
  start(): void;
  /** Looks for series that have become playable (a second profile is there). */
  look(): void;
  /** Holds every timer, e.g. while the page is hidden; a step under way still ends. */
  pause(): void;
  resume(): void;
  /** Ends it for good: nothing is played or reported any more. */
  stop(): void;
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** How long to wait after the nth failure in a row (0 is the first), in milliseconds: 1 s, 2 s, 4 s … 30 s. */
export const retryDelay = (failures: number) => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);

/** Timers that can be held and let go again together. */
class HeldTimers {
  readonly #clock: Clock;
  readonly #waiting = new Set<{ run: () => void; dueAt: number; left: number; handle: unknown }>();
  #isHeld = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  after(ms: number, run: () => void): void {
    const entry = { run, dueAt: 0, left: ms, handle: undefined as unknown };
    this.#waiting.add(entry);
    if (!this.#isHeld) this.#arm(entry);
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    for (const entry of this.#waiting) {
      this.#clock.clearTimeout(entry.handle);
      entry.left = Math.max(0, entry.dueAt - this.#clock.now());
    }
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    for (const entry of this.#waiting) this.#arm(entry);
  }

  clear(): void {
    for (const { handle } of this.#waiting) this.#clock.clearTimeout(handle);
    this.#waiting.clear();
  }

  #arm(entry: { run: () => void; dueAt: number; left: number; handle: unknown }): void {
    entry.dueAt = this.#clock.now() + entry.left;
    entry.handle = this.#clock.setTimeout(() => {
      this.#waiting.delete(entry);
      entry.run();
    }, entry.left);
  }
}

/**
 * Plays the story: every series with its delays, never two calls at a time, failed calls again with growing delays,
 * until its end. When the story is complete is for the server to say: with the script, or with the step that ends it.
 */
export function createStoryEngine<Id extends string, Played extends { isStoryDone: boolean }>(
  parts: StoryParts<Id, Played>,
): StoryEngine {
  const timers = new HeldTimers(parts.clock);
  const begun = new Set<Id>();
  let isStopped = false;
  let isDone = false;
  let calls: Promise<void> = Promise.resolve();

  /** One call at a time; a failed one is made again later, behind whatever else is waiting by then. */
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

  function playFrom({ id, steps }: Pick<Series<Id>, 'id' | 'steps'>, position: number): void {
    const step = steps[position];
    if (!step) return;
    const playNow = () =>
      attempt(
        () => parts.play(id, step.index),
        (played) => {
          parts.onPlayed(played, id);
          if (played.isStoryDone) finish();
          playFrom({ id, steps }, position + 1);
        },
      );
    timers.after(step.delayMs, playNow);
  }

  function begin(script: Script<Id>): void {
    if (script.isStoryDone) finish();
    for (const series of script.series) {
      if (begun.has(series.id)) continue;
      begun.add(series.id);
      parts.onBegin(series.id);
      playFrom(series, series.position);
    }
  }

  const look = () => attempt(parts.load, begin);
  return {
    start: look,
    look,
    pause: () => timers.hold(),
    resume: () => timers.release(),
    stop() {
      isStopped = true;
      timers.clear();
    },
  };
}
