import type { StorySeries } from 'mock-api/contract';
import type { SeriesProgress, StoryEngine } from './engine.ts';

/** How fast the story can run: times its own speed. */
export const SPEEDS = [1, 2, 5, 20] as const;
export type Speed = (typeof SPEEDS)[number];

/** Why the director holds the story; the page that is hidden has a reason of its own. */
const HOLD = 'director';

export interface Direction {
  isPaused: boolean;
  speed: Speed;
  /** How far every series has come; empty before the script is there. */
  series: readonly SeriesProgress<StorySeries>[];
}

/** A story that is playing, as the director drives it. */
export interface Production {
  engine: StoryEngine;
  /** Starts the demo again on the server and plays from the beginning. Throws ApiFailure; then all goes on as it was. */
  restart(): Promise<void>;
}

/** Holds, hurries and steps the demo's story, for the page `/app/demo`. What it says stays for the visit. */
export class Director {
  #production: Production | undefined;
  #direction: Direction = { isPaused: false, speed: 1, series: [] };
  readonly #listeners = new Set<() => void>();

  /** A story begins to play: under the same pause and speed as the one before it. */
  take(production: Production): void {
    this.#production = production;
    production.engine.setSpeed(this.#direction.speed);
    if (this.#direction.isPaused) production.engine.pause(HOLD);
  }

  /** The story is over for this page. */
  leave(): void {
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

  /** Plays the step that is due next, now. */
  next(): void {
    this.#production?.engine.next();
  }

  async restart(): Promise<void> {
    await this.#production?.restart();
  }

  /** Milliseconds until the next step, or null. */
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

/** The one director of the page. */
export const director = new Director();
