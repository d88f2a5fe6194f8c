import { Note, Stack } from 'shared-ui';
import { isRefusal, useReason } from '../session/failure.ts';
import { SupportContacts } from './SupportContacts.tsx';

interface Props {
  error: unknown;
  /** The screen's own message for a refusal, followed by the support team's contacts. */
  refusal: string;
  /** Whether to show the message, after the reason, for network failures too. */
  always?: boolean;
}

/**
 * Says why a call failed: the screen's message if the server refused it, otherwise the reason of the failure. Screen
 * readers announce it immediately.
 */
export function SubmitError({ error, refusal, always = false }: Props) {
  const reason = useReason();
  const isRefused = isRefusal(error);
  return (
    <Note tone={isRefused ? 'error' : 'warning'} live="alert">
      <Stack $gap={8}>
        {!isRefused && <p>{reason(error)}</p>}
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
