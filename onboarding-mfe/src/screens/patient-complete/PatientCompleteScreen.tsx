import Columns2 from 'lucide-react/icons/columns-2';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import type { Me } from 'mock-api/contract';
import { useEffect } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import {
  Actions,
  LinkButton,
  Note,
  Page,
  paths,
  runtimeConfig,
  STATUS_EXPIRED,
  Stack,
  SuccessMark,
  staffPaths,
  useStore,
  useText,
} from 'shared-ui';
import { returnPathOf } from 'shared-ui/forms';
import { ChoiceCard } from '../../components/screen-parts.tsx';
import { DEMO_STAFF } from '../../session/demo-accounts.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { readFirstPasswordLink } from '../../session/tab-value.ts';
import { answerTutorialOffer } from '../../session/tutorial.ts';
import { words } from '../../words.ts';

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

const OUTBOX = '/outbox';
const SIDE_BY_SIDE = '/onboarding/side-by-side';

interface TwoWaysProps {
  firstName: string;
  /** Staff may open the desk. Other professionals need a staff account for it. */
  isStaff: boolean;
}

/** Follows the sign-in of hospital professionals: what a patient sees, and what staff see. */
function TwoWays({ firstName, isStaff }: TwoWaysProps) {
  const t = useText(words);
  const { demo } = runtimeConfig();
  return (
    <Page title={t('twoWays.title', { name: firstName })} intro={t('twoWays.text')}>
      <Stack $gap={24}>
        <Stack as="ul">
          <li>
            <ChoiceCard
              to={paths.onboarding.tutorialOffer}
              icon={<Smartphone />}
              title={t('twoWays.patient')}
              text={t(demo ? 'twoWays.demoPatientText' : 'twoWays.patientText')}
            />
          </li>
          <li>
            <ChoiceCard
              to={isStaff ? staffPaths.desk : paths.onboarding.login}
              icon={<Monitor />}
              title={t('twoWays.staff')}
              text={isStaff ? t('twoWays.staffText') : t('twoWays.staffAccount')}
            />
          </li>
          {demo && (
            <li>
              <ChoiceCard
                to={SIDE_BY_SIDE}
                icon={<Columns2 />}
                title={t('twoWays.both')}
                text={t('twoWays.bothText')}
              />
            </li>
          )}
        </Stack>
        {!isStaff && demo && <DemoAccount />}
      </Stack>
    </Page>
  );
}

function DemoAccount() {
  const t = useText(words);
  return (
    <Note title={t('twoWays.demo')}>
      <p>{t('twoWays.demoEmail', { email: DEMO_STAFF.email })}</p>
      <p>{t('twoWays.demoPassword', { password: DEMO_STAFF.password })}</p>
      <p>
        {t('twoWays.demoCode')} <a href={OUTBOX}>{OUTBOX}</a>
      </p>
    </Note>
  );
}
