import KeyRound from 'lucide-react/icons/key-round';
import type { Passkey } from 'mock-api/contract';
import { ApiFailure, Button, Note, useSubmit, useText } from 'shared-ui';
import { createPasskey, PasskeyFailure, type PasskeyFault } from 'shared-ui/forms';
import { addPasskey, askForPasskey } from '../../api/passkeys.ts';
import { words } from '../../words-passkeys.ts';

const SAID = {
  cancelled: 'cancelled',
  known: 'known',
  impossible: 'impossible',
} as const satisfies Record<PasskeyFault, string>;

/** Creates a passkey on this device, or explains why it can't. */
export function AddPasskey({ onAdded }: { onAdded(passkey: Passkey): void }) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(async () => {
    onAdded(await addPasskey(await createPasskey(await askForPasskey())));
  });
  return (
    <>
      {error !== null && (
        <Note tone={error instanceof PasskeyFailure ? 'info' : 'error'} live="alert">
          <Reason error={error} />
        </Note>
      )}
      <Button variant="ghost" compact icon={<KeyRound />} busy={state === 'sending'} onClick={() => void submit()}>
        {t('add')}
      </Button>
    </>
  );
}

function Reason({ error }: { error: unknown }) {
  const t = useText(words);
  if (error instanceof PasskeyFailure) return t(SAID[error.fault]);
  return (error instanceof ApiFailure && error.message) || t('addFailed');
}
