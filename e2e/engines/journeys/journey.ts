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
  /** How often a journey that records times repeats what it measures. */
  rounds: number;
  /** Records how long a step took, in milliseconds, including the driver's own time. Printed, never judged. */
  record(step: string, ms: number): void;
}

export interface Journey {
  name: string;
  short?: true;
  window?: WindowOptions;
  /** Browser errors that the journey causes on purpose. */
  allowed?: RegExp;
  walk(visit: Visit): Promise<void>;
}
