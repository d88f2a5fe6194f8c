import type { SurveyContext } from 'shared-ui/contract';

/** What a hostile program is given. It runs in a browser, out of its own text: it can use nothing else of its module. */
export interface Attack {
  /** Where the survey mounts it. */
  container: HTMLElement;
  context: SurveyContext;
  /** An address of the attacker's server, this program's own. */
  out: string;
  /** Port of the attacker's STUN server, at 127.0.0.1. */
  stun: number;
  /** Keeps what was found, for the attacker to send and for the test to look at. */
  loot(found: unknown): void;
}

/** A way to hurt a patient -> a program that tries. */
export type Programs = Readonly<Record<string, (attack: Attack) => unknown>>;
