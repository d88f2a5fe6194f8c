import { ApiFailure, recheckSession, useText } from 'shared-ui';
import { words } from '../words.ts';

/**
 * Returns whether the server examined the request and refused it; otherwise the call failed in transit or in the
 * server.
 */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.kind === 'rejected' && error.status !== 429;
}

/**
 * Ends the session here if a call failed because the server has ended it; the screens then redirect to the login
 * screen.
 */
export async function endSessionIfExpired(error: unknown): Promise<void> {
  if (error instanceof ApiFailure && error.status === 401) await recheckSession();
}

/**
 * Returns a function for the message of a failed call: the server's own, or ours if it has none
 * (docs/product-rules.md#failures).
 */
export function useReason(): (error: unknown) => string {
  const t = useText(words);
  return (error) => {
    if (!(error instanceof ApiFailure)) return t('failure.rejected');
    if (error.kind === 'unreachable') return t('failure.unreachable');
    // The server's message for a field is more useful than "please check".
    const [field] = Object.values(error.fields);
    return field || error.message || t('failure.rejected');
  };
}
