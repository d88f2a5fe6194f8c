import { ApiFailure, Note, recheckSession, useText } from 'shared-ui';
import { words } from '../words.ts';

/**
 * Returns whether the server examined the request and refused it; otherwise the call failed in transit or in the
 * server.
 */
export function isRefusal(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.kind === 'rejected' && error.status !== 429;
}

/**
 * Resolves or rejects like the call. If the server has ended the session, first ends it here too: the screens then
 * redirect to the login screen.
 */
export async function withSessionCheck<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 401) await recheckSession();
    throw failure;
  }
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

interface FailureNoteProps {
  error: unknown;
  /** By default, `error` if the server refused the request and `warning` if the call failed. */
  tone?: 'error' | 'warning';
  title?: string;
}

/** Says why a call failed. Screen readers announce it immediately. */
export function FailureNote({ error, tone = isRefusal(error) ? 'error' : 'warning', ...rest }: FailureNoteProps) {
  const reason = useReason();
  return (
    <Note tone={tone} live="alert" {...rest}>
      {reason(error)}
    </Note>
  );
}
