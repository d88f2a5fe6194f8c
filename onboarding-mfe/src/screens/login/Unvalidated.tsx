import { useEffect, useRef } from 'react';
import { Button, Note, Stack, useSubmit, useText } from 'shared-ui';
import { resendValidationEmail } from '../../api/accounts.ts';
import { useReason } from '../../session/failure.ts';
import { words } from '../../words.ts';

/** Says that the email was never validated, and resends the validation email. */
export function Unvalidated({ email }: { email: string }) {
  const t = useText(words);
  const reason = useReason();
  const { state, error, submit } = useSubmit(() => resendValidationEmail(email));
  const status = useRef<HTMLDivElement>(null);
  // The pressed button is replaced by the status, so the focus moves there.
  useEffect(() => {
    if (state === 'sent') status.current?.focus();
  }, [state]);
  return (
    <Stack>
      <Note tone="warning" live="alert">
        {t('login.unvalidated')}
      </Note>
      <div role="status" ref={status} tabIndex={-1}>
        {state === 'sent' && <Note tone="success">{t('login.resent', { email })}</Note>}
      </div>
      {error !== null && (
        <Note tone="error" live="alert">
          {reason(error)}
        </Note>
      )}
      {state !== 'sent' && (
        <Button variant="ghost" compact busy={state === 'sending'} onClick={() => submit()}>
          {t('login.resend')}
        </Button>
      )}
    </Stack>
  );
}
