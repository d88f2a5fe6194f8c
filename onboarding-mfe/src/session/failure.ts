import { ApiFailure, recheckSession, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Whether the server looked at what was sent and said no; otherwise the call failed on its way or in the server. */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.kind === 'rejected' && error.status !== 429;
}

/** Ends the session here too when a call failed because it is over on the server; the screens then lead to the login. */
export async function endIfOver(error: unknown): Promise<void> {
  if (error instanceof ApiFailure && error.status === 401) await recheckSession();
}

/**
 * Returns the sentence for a failed call: the server's own, or ours when it has none (docs/product-rules.md#failures).
 */
export function useReason(): (error: unknown) => string {
  const t = useText(words);
  return (error) => {
    if (!(error instanceof ApiFailure)) return t('failure.rejected');
    if (error.kind === 'unreachable') return t('failure.unreachable');
    // A field that the server names is more use than "please check".
    const [field] = Object.values(error.fields);
    return field || error.message || t('failure.rejected');
  };
}
