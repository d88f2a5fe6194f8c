import type { Stack } from '../../support/stack.ts';
import type { WindowOptions } from '../browsers/browser.ts';
import type { Network } from '../network.ts';
import type { Phone } from '../phone.ts';

/** The environment of a journey. */
export interface Visit {
  phone: Phone;
  /** Opens another person's phone, with a fresh profile. */
  newPhone(): Promise<Phone>;
  stack: Stack;
  network: Network;
}

/** A journey that every browser engine must pass. */
export interface Journey {
  name: string;
  /** Whether it is part of the short run. */
  short?: true;
  window?: WindowOptions;
  /** Browser errors that the journey causes on purpose. */
  allowed?: RegExp;
  walk(visit: Visit): Promise<void>;
}
