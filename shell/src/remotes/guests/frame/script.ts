import type { Script } from '../protocol.ts';
import { define, evaluate } from './natives.ts';

let current: HTMLScriptElement | null = null;

/** Runs a script whose bytes the page has verified, as if a script element had fetched it. */
export function runScript([url, bytes]: Script, more = ''): void {
  const before = current;
  current = Object.assign(document.createElement('script'), { src: url });
  try {
    evaluate(`${new TextDecoder().decode(bytes)}\n${more}\n//# sourceURL=${url}`);
  } finally {
    current = before;
  }
}

export type RunScript = typeof runScript;

define(document, 'currentScript', { get: () => current });
