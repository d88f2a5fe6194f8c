import type { StorySeries } from 'mock-api/contract';
import type { SeriesProgress, StoryEngine } from './engine.ts';

/** Available speeds, as multiples of normal speed. */
export const SPEEDS = [1, 2, 5, 20] as const;
type Speed = (typeof SPEEDS)[number];

/** Pause reason of the director; a hidden page has its own. */
const PAUSE_REASON = 'director';

interface DirectorState {
  isPaused: boolean;
  speed: Speed;
  /** Progress of every series; empty until the script has loaded. */
  series: readonly SeriesProgress<StorySeries>[];
}

/** A running story, as controlled by the director. */
interface RunningStory {
  engine: StoryEngine;
  /**
   * Resets the demo on the server and plays from the beginning.
   * @throws ApiFailure, in which case the story continues
   */
  restart(): Promise<void>;
}

/** Pauses, speeds up and steps the demo story for the page `/app/demo`. Its settings last until the page is closed. */
class Director {
  #story: RunningStory | undefined;
  #state: DirectorState = { isPaused: false, speed: 1, series: [] };
  readonly #listeners = new Set<() => void>();

  /** Takes control of a starting story, with the pause and speed of the previous one. */
  attach(story: RunningStory): void {
    this.#story = story;
    story.engine.setSpeed(this.#state.speed);
    if (this.#state.isPaused) story.engine.pause(PAUSE_REASON);
  }

  /** Releases the stopped story. */
  detach(): void {
    this.#story = undefined;
    this.#change({ series: [] });
  }

  report(series: readonly SeriesProgress<StorySeries>[]): void {
    this.#change({ series });
  }

  pause(): void {
    this.#story?.engine.pause(PAUSE_REASON);
    this.#change({ isPaused: true });
  }

  resume(): void {
    this.#story?.engine.resume(PAUSE_REASON);
    this.#change({ isPaused: false });
  }

  setSpeed(speed: Speed): void {
    this.#story?.engine.setSpeed(speed);
    this.#change({ speed });
  }

  /** Plays the next step immediately. */
  next(): void {
    this.#story?.engine.next();
  }

  async restart(): Promise<void> {
    await this.#story?.restart();
  }

  /** Returns the milliseconds until the next step, or null. */
  dueIn(): number | null {
    return this.#story?.engine.dueIn() ?? null;
  }

  get = (): DirectorState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(fields: Partial<DirectorState>): void {
    this.#state = { ...this.#state, ...fields };
    for (const listener of this.#listeners) listener();
  }
}

/** The page's only director. */
export const director = new Director();
