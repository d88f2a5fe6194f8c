import type { Me } from 'mock-api/contract';
import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import {
  Actions,
  LinkButton,
  Page,
  paths,
  runtimeConfig,
  STATUS_EXPIRED,
  SuccessMark,
  staffPaths,
  useStore,
  useText,
} from 'shared-ui';
import { returnPathOf } from 'shared-ui/forms';
import { readFirstPasswordLink } from '../../session/first-password.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { answerTutorialOffer } from '../../session/tutorial.ts';
import { words } from '../../words.ts';
import { TwoWays } from './TwoWays.tsx';

/**
 * `/onboarding/patient-complete`: follows sign-in, PIN or email validation. Redirects to `/expired` if the trial has
 * expired, back to where the user was if their last session in this page ended without a sign-out, and back to the link
 * that asked for the sign-in.
 */
export default function PatientCompleteScreen() {
  const returnPath = useStore(returnPathOf);
  return (
    <SignedIn level="full">
      {(me) => {
        if (me.statusId === STATUS_EXPIRED) return <Navigate to={paths.expired} replace />;
        const link = readFirstPasswordLink();
        if (link !== null) return <Navigate to={paths.onboarding.resetPassword(link)} replace />;
        return returnPath === null ? <Complete me={me} /> : <Return path={returnPath} />;
      }}
    </SignedIn>
  );
}

/** Leads back into the app. Its screens have been seen, so neither greeting nor tutorial offer comes in between. */
function Return({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    answerTutorialOffer(false);
    navigate(path, { replace: true });
  }, [navigate, path]);
  return null;
}

function Complete({ me }: { me: Me }) {
  const t = useText(words);
  const { roleType } = me;
  const name = (me.scope === 'full' && me.preferredName) || me.firstName;
  // Only the demo has a stay to show to staff.
  if (roleType === 'staff' && !runtimeConfig().demo) return <Navigate to={staffPaths.desk} replace />;
  if (roleType === 'professional' || roleType === 'staff')
    return <TwoWays firstName={name} isStaff={roleType === 'staff'} />;
  return (
    <Page mark={<SuccessMark />} title={t('complete.title', { name })} intro={t('complete.text')}>
      <Actions>
        <LinkButton to={paths.onboarding.tutorialOffer}>{t('continue')}</LinkButton>
      </Actions>
    </Page>
  );
}
