import { Navigate } from 'react-router-dom';
import { Actions, LinkButton, Page, paths, STATUS_EXPIRED, SuccessMark, useText } from 'shared-ui';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words } from '../../words.ts';

/**
 * `/onboarding/patient-complete`: follows sign-in, PIN or email validation. Redirects to `/expired` if the trial has
 * expired.
 */
export default function PatientCompleteScreen() {
  const t = useText(words);
  return (
    <SignedIn level="full">
      {({ firstName, statusId }) =>
        statusId === STATUS_EXPIRED ? (
          <Navigate to={paths.expired} replace />
        ) : (
          <Page mark={<SuccessMark />} title={t('complete.title', { name: firstName })} intro={t('complete.text')}>
            <Actions>
              <LinkButton to={paths.onboarding.tutorialOffer}>{t('continue')}</LinkButton>
            </Actions>
          </Page>
        )
      }
    </SignedIn>
  );
}
