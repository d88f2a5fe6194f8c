/** Rate limits that are counted in memory: each process counts what it gets itself. */
import { MINUTE, SECOND } from '../common/clock.ts';

/** Counters above which expired ones are deleted. */
const MANY = 10_000;

export class WindowCounter {
  readonly #most: number;
  readonly #window: number;
  readonly #spread: number;
  readonly #counters = new Map<string, { count: number; endsAt: number }>();

  /**
   * @param window length of the window, in milliseconds
   * @param spread longest random delay added to the wait, in seconds: those who wait don't all return at the same time
   */
  constructor(most: number, window = MINUTE, spread = 0) {
    this.#most = most;
    this.#window = window;
    this.#spread = spread;
  }

  /** Counts one more. Returns the seconds to wait if that is one too many, else undefined. */
  add(key: string): number | undefined {
    const time = Date.now();
    const known = this.#counters.get(key);
    const counter = known && known.endsAt > time ? known : { count: 0, endsAt: time + this.#window };
    if (counter.count >= this.#most) return Math.ceil((counter.endsAt - time) / SECOND + Math.random() * this.#spread);
    this.#counters.set(key, counter);
    counter.count += 1;
    if (this.#counters.size > MANY) this.#deleteExpired(time);
    return undefined;
  }

  /** Takes back one that was counted, as when it failed. */
  undo(key: string): void {
    const counter = this.#counters.get(key);
    if (counter) counter.count -= 1;
  }

  #deleteExpired(time: number): void {
    for (const [key, { endsAt }] of this.#counters) if (endsAt <= time) this.#counters.delete(key);
  }
}
