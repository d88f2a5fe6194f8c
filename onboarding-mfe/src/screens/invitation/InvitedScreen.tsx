import { Page, paths, useText } from 'shared-ui';
import { useBackAction } from '../../components/useBackAction.ts';
import { words } from '../../words-account.ts';
import { SignUpLinks } from './SignUpLinks.tsx';

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
