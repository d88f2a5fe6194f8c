/** Lets a few pieces of work run at a time; the others wait for their turn, first come, first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many may run at a time, at least 1 */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when it is its turn. Returns what the work gives, and throws what it throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((next) => this.#waiting.push(next));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn is handed on: no caller who comes just now gets before the one who waits.
      if (next) next();
      else this.#free += 1;
    }
  }
}
