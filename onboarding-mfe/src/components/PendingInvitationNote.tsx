import { Button, Note, useText } from 'shared-ui';
import { words } from '../words-account.ts';

interface Props {
  /** Name of the person who sent the invitation. */
  name: string;
  /** Called when the invitation is not meant for this user. */
  onDiscard(): void;
}

/** Shows whom the user will follow by signing in here. */
export default function PendingInvitationNote({ name, onDiscard }: Props) {
  const t = useText(words);
  return (
    <Note>
      <p>{t('invitation.kept', { name })}</p>
      <Button variant="plain" compact onClick={onDiscard}>
        {t('invitation.without')}
      </Button>
    </Note>
  );
}
