/** Runs a limited number of tasks at a time; the others wait, first come, first served. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many may run at a time, at least 1 */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when it is its turn. Returns its result, and throws its errors. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((next) => this.#waiting.push(next));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn is passed on directly: a new caller cannot overtake the one that is waiting.
      if (next) next();
      else this.#free += 1;
    }
  }
}
