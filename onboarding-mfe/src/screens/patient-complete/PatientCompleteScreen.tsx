import { Actions, LinkButton, Page, paths, SuccessMark, useText } from 'shared-ui';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words } from '../../words.ts';

/** `/onboarding/patient-complete`: after login, PIN or e-mail validation. */
export default function PatientCompleteScreen() {
  const t = useText(words);
  return (
    <SignedIn level="full">
      {({ firstName }) => (
        <Page mark={<SuccessMark />} title={t('complete.title', { name: firstName })} intro={t('complete.text')}>
          <Actions>
            <LinkButton to={paths.onboarding.tutorialOffer}>{t('continue')}</LinkButton>
          </Actions>
        </Page>
      )}
    </SignedIn>
  );
}
