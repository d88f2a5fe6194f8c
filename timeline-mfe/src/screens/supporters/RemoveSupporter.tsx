import UserMinus from 'lucide-react/icons/user-minus';
import type { Supporter } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Note, runtimeConfig, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { removeSupporter } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { words } from '../../words.ts';

/** The demo's own supporter, whom no one has invited, can't be removed (docs/product-rules.md#supporters). */
const isOfDemo = ({ status, acceptedAt }: Supporter) =>
  runtimeConfig().demo && status === 'ACCEPTED' && acceptedAt === undefined;

interface Props {
  supporter: Supporter;
  onRemoved(): void;
}

/** Removes a supporter or withdraws an invitation, after a question. */
export function RemoveSupporter({ supporter, onRemoved }: Props) {
  const t = useText(words);
  const { id, name, status } = supporter;
  const [isAsking, setIsAsking] = useState(false);
  const { state, submit, reset } = useSubmit(async () => {
    await removeSupporter(id);
    onRemoved();
  });
  const act = status === 'PENDING' ? 'withdraw' : 'removal';
  const isInert = isOfDemo(supporter);
  const confirm = () => {
    setIsAsking(false);
    void submit();
  };
  return (
    <Stack>
      <Button
        variant="danger"
        icon={<UserMinus />}
        disabled={isInert}
        busy={state === 'sending'}
        onClick={() => {
          reset();
          setIsAsking(true);
        }}
      >
        {t(`supporter.${act}.press`)}
      </Button>
      {isInert && <Soft>{t('supporter.demoRemoveText')}</Soft>}
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t(`supporter.${act}.failed`, { name })}
        </Note>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t(`supporter.${act}.title`, { name })}
        confirmLabel={t(`supporter.${act}.confirm`, { name })}
        cancelLabel={t('supporter.keep')}
        danger
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t(`supporter.${act}.text`, { name })}</p>
      </ConfirmDialog>
    </Stack>
  );
}
