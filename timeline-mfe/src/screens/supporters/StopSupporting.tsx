import UserMinus from 'lucide-react/icons/user-minus';
import { useId, useState } from 'react';
import { Button, Note, Stack, useSubmit, useText } from 'shared-ui';
import { stopSupporting } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { words } from '../../words.ts';

/** Lets a supporter end their support of a patient, after a question. Takes the patient's profile and first name. */
export function StopSupporting({ profileId, name }: { profileId: number; name: string }) {
  const t = useText(words);
  const title = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { state, submit, reset } = useSubmit(() => stopSupporting(profileId));
  const confirm = () => {
    setIsAsking(false);
    void submit();
  };
  return (
    <Stack as="section" aria-labelledby={title}>
      <h2 id={title}>{t('leave.title', { name })}</h2>
      <p>{t('leave.intro', { name })}</p>
      <Button
        variant="danger"
        icon={<UserMinus />}
        busy={state === 'sending'}
        onClick={() => {
          reset();
          setIsAsking(true);
        }}
      >
        {t('leave.press')}
      </Button>
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t('leave.failed')}
        </Note>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('leave.question', { name })}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        danger
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('leave.text', { name })}</p>
      </ConfirmDialog>
    </Stack>
  );
}
