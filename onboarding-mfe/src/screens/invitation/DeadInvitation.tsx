import MailX from 'lucide-react/icons/mail-x';
import { Actions, IconDisc, LinkButton, Page, paths, useText } from 'shared-ui';
import { words } from '../../words-account.ts';

/** An invitation that is no longer valid. The user did nothing wrong and can ask for a new one by text message. */
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
