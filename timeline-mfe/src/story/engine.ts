/**
 * The demo story's engine: knows time and order, nothing of React, the page or the server. The script and how far it
 * has come are the server's; so a reload goes on where the story was.
 */
import { type Clock, StoryTimers } from './timers.ts';

export type { Clock } from './timers.ts';

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
  /** How far every series has come: after the script was read and after every step. */
  onProgress(series: SeriesProgress<Id>[]): void;
  /** The story-complete marker; called once. */
  onDone(): void;
  /** A call failed; it is made again after a while. */
  onFailed(error: unknown): void;
}

/** How many steps of a series have been played, and how many there are. */
export interface SeriesProgress<Id extends string = string> {
  id: Id;
  played: number;
  total: number;
}

export interface StoryEngine {
  start(): void;
  /** Looks for series that have become playable (a second profile is there). */
  look(): void;
  /** Holds every timer for a reason, e.g. while the page is hidden; a step under way still ends. */
  pause(reason: string): void;
  /** Takes one reason back; time goes on when none is left. */
  resume(reason: string): void;
  /** 2 plays the story in half its time. */
  setSpeed(speed: number): void;
  /** Plays the step that is due soonest at once, even while time is held. */
  next(): void;
  /** Milliseconds until the next step as time runs now; null while none waits. */
  dueIn(): number | null;
  /** Ends it for good: nothing is played or reported any more. */
  stop(): void;
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** How long to wait after the nth failure in a row (0 is the first), in milliseconds: 1 s, 2 s, 4 s … 30 s. */
export const retryDelay = (failures: number) => Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);

/**
 * Plays the story: every series with its delays, never two calls at a time, failed calls again with growing delays,
 * until its end. When the story is complete is for the server to say: with the script, or with the step that ends it.
 */
export function createStoryEngine<Id extends string, Played extends { isStoryDone: boolean }>(
  parts: StoryParts<Id, Played>,
): StoryEngine {
  const timers = new StoryTimers(parts.clock);
  const begun = new Map<Id, SeriesProgress<Id>>();
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

  const look = () => attempt(parts.load, begin);
  return {
    start: look,
    look,
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
