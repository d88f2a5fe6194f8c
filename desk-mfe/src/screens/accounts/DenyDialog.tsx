import { type SubmitEvent, useState } from 'react';
import { Actions, Button, Stack, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { TextArea } from 'shared-ui/forms';
import { denyAccount } from '../../api/accounts.ts';
import { Failure } from '../../components/Failure.tsx';
import { words } from '../../words.ts';

/** The longest reason that the API takes. */
const REASON_LENGTH = 500;

interface Props {
  open: boolean;
  /** The account's. */
  id: string;
  name: string;
  onClose(): void;
  onDenied(): void;
}

/** Asks for the reason of a denial, which the person is told. What was written stays when sending fails. */
export function DenyDialog({ open, id, name, onClose, onDenied }: Props) {
  const t = useText(words);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { state, error, submit } = useSubmit(async () => {
    await denyAccount(id, reason.trim());
    onClose();
    onDenied();
  });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '') void submit();
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('accounts.denyTitle', { name })}>
      <form onSubmit={send} noValidate>
        <Stack>
          <TextArea
            label={t('accounts.reason')}
            hint={t('accounts.reasonHint')}
            error={isMissing ? t('accounts.reasonRequired') : undefined}
            value={reason}
            onChange={setReason}
            maxLength={REASON_LENGTH}
            required
          />
          <Failure error={error} />
        </Stack>
        <Actions>
          <Button type="submit" variant="danger" busy={state === 'sending'}>
            {t('accounts.deny')}
          </Button>
          <Button variant="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
