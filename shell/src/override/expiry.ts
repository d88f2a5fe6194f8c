import { hasUnsentTyping } from 'shared-ui/host';
import { endOverride } from './door.ts';

/** What was typed is not lost at the end: it is looked again so soon, in milliseconds. */
const LOOK_AGAIN_MS = 2_000;

/**
 * Ends the test version of this page when its time is over, but not while something is typed. A phone whose clock is ahead
 * leaves that to the server, which ends it at the next page.
 * @param until in seconds since 1970
 */
export function endAt(until: number): void {
  const left = until * 1000 - Date.now();
  if (left <= 0) return;
  const end = () => {
    if (hasUnsentTyping()) setTimeout(end, LOOK_AGAIN_MS);
    else void endOverride();
  };
  setTimeout(end, left);
}
