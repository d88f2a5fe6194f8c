import { Note, Stack } from 'shared-ui';
import { isRefusal, useReason } from '../session/failure.ts';
import { SupportContacts } from './SupportContacts.tsx';

interface Props {
  error: unknown;
  /** The screen's own sentence for a refusal; the support team's contacts follow it. */
  refusal: string;
  /** Says the sentence also when the call failed on its way, after the reason. */
  always?: boolean;
}

/** Why a call failed: the screen's sentence when the server said no, else what happened on the way. Read out at once. */
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
