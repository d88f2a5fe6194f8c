/**
 * The demo story's engine. It handles timing and order and knows nothing of React, the page or the server. The server
 * owns the script and the position, so a reload continues from the same step.
 */
import { type Clock, StoryTimers } from './timers.ts';

export type { Clock } from './timers.ts';

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
