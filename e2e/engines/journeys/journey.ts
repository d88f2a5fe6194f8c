import type { Stack } from '../../support/stack.ts';
import type { Look } from '../browsers/browser.ts';
import type { Network } from '../network.ts';
import type { Phone } from '../phone.ts';

/** What a journey has at hand. */
export interface Visit {
  phone: Phone;
  stack: Stack;
  network: Network;
}

/** One of the journeys that matter, from beginning to end, as a person goes it. */
export interface Journey {
  name: string;
  /** Whether it is part of the short form. */
  short?: true;
  look?: Look;
  /** Errors that the browser itself writes while the journey breaks something on purpose. */
  allowed?: RegExp;
  walk(visit: Visit): Promise<void>;
}
