import type { SurveyContext } from 'shared-ui/contract';

/**
 * Input of a hostile program. It runs in a browser from its source text, so it can't use anything else in its module.
 */
export interface Attack {
  container: HTMLElement;
  context: SurveyContext;
  /** This program's own URL on the attacker's server. */
  out: string;
  /** Port of the attacker's STUN server, at 127.0.0.1. */
  stun: number;
  /** Records what was found, for the attacker to send and the test to inspect. */
  loot(found: unknown): void;
  add<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties?: object): HTMLElementTagNameMap[Tag];
  write(markup: string): void;
  addToHead(tag: 'link' | 'script' | 'meta', properties: object): void;
}

/** Attack programs by description. */
export type Programs = Readonly<Record<string, (attack: Attack) => unknown>>;
