import { MINUTE } from '../common/clock.ts';

/** Counts calls per person and minute, in this process. */
export class CallLimit {
  readonly #most: number;
  #endsAt = 0;
  #counts = new Map<string, number>();

  /** @param most calls of one person within a minute */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a call. Returns the seconds to wait if it is one too many; undefined if not. */
  count(person: string, at = Date.now()): number | undefined {
    if (at >= this.#endsAt) {
      this.#endsAt = at + MINUTE;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(person) ?? 0) + 1;
    this.#counts.set(person, count);
    return count > this.#most ? Math.ceil((this.#endsAt - at) / 1000) : undefined;
  }
}
