import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { Note, Page, paths, runtimeConfig, Stack, staffPaths, useText } from 'shared-ui';
import { ChoiceCard } from '../../components/ChoiceCard.tsx';
import { words } from '../../words.ts';

/** The demo's staff account, whose code arrives in the demo's outbox (docs/product-rules.md#demo-data). */
const DEMO_STAFF = { email: 'staff@example.org', password: 'Demo-pass1' };
const OUTBOX = '/outbox';

interface TwoWaysProps {
  firstName: string;
  /** Staff may open the desk. Other professionals need a staff account for it. */
  isStaff: boolean;
}

/** Follows the sign-in of hospital professionals: what a patient sees, and what staff see. */
export function TwoWays({ firstName, isStaff }: TwoWaysProps) {
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
