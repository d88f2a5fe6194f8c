import { hasUnsentTyping } from 'shared-ui/host';
import { endOverride } from './override.ts';

/** Retry interval while there is unsaved input (ms). */
const RETRY_MS = 2_000;

/**
 * Ends this page's test version when it expires, but not while there is unsaved input. If the phone's clock says it
 * has already expired, the server decides on the next page load.
 * @param until seconds since the epoch
 */
export function endAt(until: number): void {
  const remainingMs = until * 1000 - Date.now();
  if (remainingMs <= 0) return;
  const end = () => {
    if (hasUnsentTyping()) setTimeout(end, RETRY_MS);
    else void endOverride();
  };
  setTimeout(end, remainingMs);
}
