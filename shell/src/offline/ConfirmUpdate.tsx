import { useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { words } from '../words.ts';

interface ConfirmUpdateProps {
  open: boolean;
  onUpdate(): void;
  onStay(): void;
}

/** Asks for confirmation before an update discards the contents of a form on this page. */
export default function ConfirmUpdate({ open, onUpdate, onStay }: ConfirmUpdateProps) {
  const t = useText(words);
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('update.askTitle')}
      confirmLabel={t('update.lose')}
      cancelLabel={t('update.stay')}
      onConfirm={onUpdate}
      onCancel={onStay}
    >
      <p>{t('update.askText')}</p>
    </ConfirmDialog>
  );
}
