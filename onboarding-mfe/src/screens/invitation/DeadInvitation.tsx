import MailX from 'lucide-react/icons/mail-x';
import { Actions, IconDisc, LinkButton, Page, paths, useText } from 'shared-ui';
import { words } from '../../words-account.ts';

/** An invitation that works no more: nobody did anything wrong, and a new one is a text message away. */
export function DeadInvitation() {
  const t = useText(words);
  return (
    <Page
      mark={
        <IconDisc>
          <MailX />
        </IconDisc>
      }
      title={t('invitation.dead')}
      intro={t('invitation.deadText')}
    >
      <Actions>
        <LinkButton to={paths.onboarding.login}>{t('invitation.login')}</LinkButton>
        <LinkButton to={paths.onboarding.choice} variant="plain">
          {t('invitation.other')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
