import { Page, paths, useText } from 'shared-ui';
import { useWayBack } from '../../components/useWayBack.ts';
import { words } from '../../words-account.ts';
import { WaysIn } from './WaysIn.tsx';

/** `/onboarding/invitation`: for invited users who have not opened the link from the text message. */
export default function InvitedScreen() {
  const t = useText(words);
  return (
    <Page
      title={t('invitation.invited')}
      intro={t('invitation.invitedText')}
      back={useWayBack(paths.onboarding.choice)}
    >
      <WaysIn />
    </Page>
  );
}
