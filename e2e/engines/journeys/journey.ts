import type { Stack } from '../../support/hospital/stack.ts';
import type { WindowOptions } from '../browsers/browser.ts';
import type { EnginePhone } from '../engine-phone.ts';
import type { Network } from '../network.ts';

export interface Visit {
  phone: EnginePhone;
  /** Opens another person's phone, with a fresh profile. */
  newPhone(): Promise<EnginePhone>;
  stack: Stack;
  network: Network;
}

export interface Journey {
  name: string;
  short?: true;
  window?: WindowOptions;
  /** Browser errors that the journey causes on purpose. */
  allowed?: RegExp;
  walk(visit: Visit): Promise<void>;
}
