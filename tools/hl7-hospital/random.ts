/** A source of seeded numbers, so that a run can be repeated. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns an integer from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** Returns whether something of this probability happens. */
  chance(probability: number): boolean;
  /** Returns an element. @throws RangeError when there is none */
  pick<Element>(elements: readonly Element[]): Element;
}

/** Returns mulberry32, whose 32 bits of state are the seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick(elements) {
      if (elements.length === 0) throw new RangeError('There is nothing to pick from.');
      return elements[Math.floor(next() * elements.length)] as (typeof elements)[number];
    },
  };
}
