import type { StorySeries } from 'mock-api/contract';
import type { SeriesProgress, StoryEngine } from './engine.ts';

/** Available speeds, as multiples of normal speed. */
export const SPEEDS = [1, 2, 5, 20] as const;
type Speed = (typeof SPEEDS)[number];

/** Pause reason of the director; a hidden page has its own. */
const HOLD = 'director';

interface Direction {
  isPaused: boolean;
  speed: Speed;
  /** Progress of every series; empty until the script has loaded. */
  series: readonly SeriesProgress<StorySeries>[];
}

/** A running story, as controlled by the director. */
interface Production {
  engine: StoryEngine;
  /**
   * Resets the demo on the server and plays from the beginning. Throws ApiFailure, in which case the story continues.
   */
  restart(): Promise<void>;
}

/** Pauses, speeds up and steps the demo story for the page `/app/demo`. Its settings last until the page is closed. */
class Director {
  #production: Production | undefined;
  #direction: Direction = { isPaused: false, speed: 1, series: [] };
  readonly #listeners = new Set<() => void>();

  /** Takes control of a starting story, with the pause and speed of the previous one. */
  attach(production: Production): void {
    this.#production = production;
    production.engine.setSpeed(this.#direction.speed);
    if (this.#direction.isPaused) production.engine.pause(HOLD);
  }

  /** Releases the stopped story. */
  detach(): void {
    this.#production = undefined;
    this.#change({ series: [] });
  }

  report(series: readonly SeriesProgress<StorySeries>[]): void {
    this.#change({ series });
  }

  pause(): void {
    this.#production?.engine.pause(HOLD);
    this.#change({ isPaused: true });
  }

  resume(): void {
    this.#production?.engine.resume(HOLD);
    this.#change({ isPaused: false });
  }

  setSpeed(speed: Speed): void {
    this.#production?.engine.setSpeed(speed);
    this.#change({ speed });
  }

  /** Plays the next step immediately. */
  next(): void {
    this.#production?.engine.next();
  }

  async restart(): Promise<void> {
    await this.#production?.restart();
  }

  /** Returns the milliseconds until the next step, or null. */
  dueIn(): number | null {
    return this.#production?.engine.dueIn() ?? null;
  }

  get = (): Direction => this.#direction;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(fields: Partial<Direction>): void {
    this.#direction = { ...this.#direction, ...fields };
    for (const listener of this.#listeners) listener();
  }
}

/** The page's only director. */
export const director = new Director();
