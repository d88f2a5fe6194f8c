/** Rate limits of the recorder, counted in memory: each process counts what it gets itself. */
import { MINUTE, SECOND } from '../common/clock.ts';

/** Counters above which expired ones are deleted. */
const MANY = 10_000;
/** Longest random delay added to `Retry-After`, in seconds: those who wait don't all return at the same time. */
const SPREAD_S = 15;

export class WindowCounter {
  readonly #most: number;
  readonly #window: number;
  readonly #counters = new Map<string, { count: number; endsAt: number }>();

  /** @param window length of the window, in milliseconds */
  constructor(most: number, window = MINUTE) {
    this.#most = most;
    this.#window = window;
  }

  /** Counts one more. Returns the seconds to wait if that is one too many, else undefined. */
  add(key: string): number | undefined {
    const time = Date.now();
    const known = this.#counters.get(key);
    const counter = known && known.endsAt > time ? known : { count: 0, endsAt: time + this.#window };
    if (counter.count >= this.#most) return Math.ceil((counter.endsAt - time) / SECOND + Math.random() * SPREAD_S);
    this.#counters.set(key, counter);
    counter.count += 1;
    if (this.#counters.size > MANY) this.#deleteExpired(time);
    return undefined;
  }

  /** Takes one back that was counted and came to nothing. */
  undo(key: string): void {
    const counter = this.#counters.get(key);
    if (counter) counter.count -= 1;
  }

  #deleteExpired(time: number): void {
    for (const [key, { endsAt }] of this.#counters) if (endsAt <= time) this.#counters.delete(key);
  }
}
