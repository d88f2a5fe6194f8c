import { Actions, Button, useText } from 'shared-ui';
import { useFormikContext } from 'shared-ui/forms';
import { words } from '../words.ts';

interface Props {
  /** Label of the button that submits the form. */
  submit: string;
  variant?: 'primary' | 'danger';
  onClose(): void;
}

/** The last row of a form in a dialog: submit and cancel. */
export function DialogActions({ submit, variant = 'primary', onClose }: Props) {
  const t = useText(words);
  const { isSubmitting } = useFormikContext();
  return (
    <Actions>
      <Button type="submit" variant={variant} busy={isSubmitting}>
        {submit}
      </Button>
      <Button variant="plain" onClick={onClose}>
        {t('cancel')}
      </Button>
    </Actions>
  );
}
