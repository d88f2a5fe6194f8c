/** Seeded random numbers (mulberry32), so that a failed run can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 (inclusive) to `below` (exclusive). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** Returns one of the arguments. */
  pick<T>(first: T, ...others: T[]): T {
    return others[this.below(others.length + 1) - 1] ?? first;
  }
}
