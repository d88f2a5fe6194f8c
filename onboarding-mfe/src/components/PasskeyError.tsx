import { Note, useText } from 'shared-ui';
import { PasskeyFailure } from 'shared-ui/forms';
import { useReason } from '../session/failure.ts';
import { words } from '../words-account.ts';

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
