import { Actions, LinkButton, Note, Page, paths, runtimeConfig, useText } from 'shared-ui';
import { useBackAction } from '../../components/screen-parts.tsx';
import { words } from '../../words-account.ts';

/** `/onboarding/invitation`: for invited users who have not opened the link from the text message. */
export default function InvitedScreen() {
  const t = useText(words);
  return (
    <Page
      title={t('invitation.invited')}
      intro={t('invitation.invitedText')}
      back={useBackAction(paths.onboarding.choice)}
    >
      <SignUpLinks />
    </Page>
  );
}

export function SignUpLinks() {
  const t = useText(words);
  return (
    <>
      {runtimeConfig().invitedDomains === 'approved' && <Note>{t('invitation.domains')}</Note>}
      <Actions>
        <LinkButton to={paths.onboarding.createAccount}>{t('invitation.create')}</LinkButton>
        <LinkButton to={paths.onboarding.login} variant="ghost">
          {t('invitation.login')}
        </LinkButton>
      </Actions>
    </>
  );
}
