import { ApiFailure, Note, Stack, useText } from 'shared-ui';
import { PasskeyFailure, retryTimeOf } from 'shared-ui/forms';
import { isRefusal, useReason } from '../session/failure.ts';
import { words } from '../words-account.ts';
import { RetryCountdown } from './RetryCountdown.tsx';
import { SupportContacts } from './SupportContacts.tsx';

/** Returns whether too many attempts make the user wait. */
const isBlocked = (error: unknown) => error instanceof ApiFailure && error.code === 'LOGIN_BLOCKED';

interface Props {
  error: unknown;
  /** The screen's own message for a refusal, followed by the support team's contacts. */
  refusal: string;
  /** Whether to show the message, after the reason, for network failures too. */
  always?: boolean;
}

/**
 * Says why a call failed: the screen's message if the server refused it, otherwise the reason of the failure, or
 * how long to wait. Screen readers announce it immediately.
 */
export function SubmitError({ error, refusal, always = false }: Props) {
  const reason = useReason();
  const isRefused = isRefusal(error);
  const retryTime = isBlocked(error) ? retryTimeOf(error) : undefined;
  return (
    <Note tone={isRefused ? 'error' : 'warning'} live="alert">
      <Stack $gap={8}>
        {!isRefused && (retryTime === undefined ? <p>{reason(error)}</p> : <RetryCountdown until={retryTime} />)}
        {(isRefused || always) && (
          <>
            <p>{refusal}</p>
            <SupportContacts />
          </>
        )}
      </Stack>
    </Note>
  );
}

/** Says why a passkey sign-in failed and what to do instead. Screen readers announce it immediately. */
export function PasskeyError({ error }: { error: unknown }) {
  const t = useText(words);
  const reason = useReason();
  const isPasskeyFailure = error instanceof PasskeyFailure;
  return (
    <Note tone={isPasskeyFailure ? 'info' : 'warning'} live="alert">
      {isPasskeyFailure ? t(error.fault === 'cancelled' ? 'passkey.cancelled' : 'passkey.impossible') : reason(error)}
    </Note>
  );
}
