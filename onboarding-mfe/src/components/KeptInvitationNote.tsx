import { Button, Note, useText } from 'shared-ui';
import { words } from '../words-account.ts';

interface Props {
  /** Who invites. */
  name: string;
  /** The invitation is not for who is here. */
  onLeave(): void;
}

/** Says whom a person will follow by signing in here. */
export default function KeptInvitationNote({ name, onLeave }: Props) {
  const t = useText(words);
  return (
    <Note title={t('invitation.title', { name })}>
      <p>{t('invitation.kept')}</p>
      <Button variant="plain" compact onClick={onLeave}>
        {t('invitation.without')}
      </Button>
    </Note>
  );
}
