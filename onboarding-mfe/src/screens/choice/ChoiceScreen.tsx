import KeyRound from 'lucide-react/icons/key-round';
import MailOpen from 'lucide-react/icons/mail-open';
import QrCode from 'lucide-react/icons/qr-code';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserRound from 'lucide-react/icons/user-round';
import { Note, Page, paths, runtimeConfig, Stack, useText } from 'shared-ui';
import { ChoiceCard, useBackAction } from '../../components/screen-parts.tsx';
import { words } from '../../words.ts';

/** The two choices of docs/product-rules.md#getting-in. Only the demo's product isn't open to patients yet. */
const DEMO_CHOICE = { key: 'patient', to: paths.onboarding.register, Icon: UserRound } as const;
const PROFESSIONAL = { key: 'professional', to: paths.onboarding.login, Icon: Stethoscope } as const;

/** For patients and supporters who can sign in. Those with a password must not have to choose a profession. */
const OTHER_CHOICES = [
  { key: 'wristband', to: paths.onboarding.qrcode, Icon: QrCode },
  { key: 'invited', to: '/onboarding/invitation', Icon: MailOpen },
  { key: 'account', to: paths.onboarding.login, Icon: KeyRound },
] as const;

/** `/onboarding/choice`: ways to begin. A hospital's patients come first; the demo has the limited-testing notice and its two choices on top. */
export function ChoiceScreen() {
  const t = useText(words);
  const { demo } = runtimeConfig();
  const main = (
    <Stack as="ul">
      {(demo ? [DEMO_CHOICE, PROFESSIONAL] : [PROFESSIONAL]).map(({ key, to, Icon }) => (
        <li key={key}>
          <ChoiceCard to={to} icon={<Icon />} title={t(`choice.${key}`)} text={t(`choice.${key}Text`)} />
        </li>
      ))}
    </Stack>
  );
  return (
    <Page title={t('choice.title')} back={useBackAction(paths.onboarding.info)}>
      <Stack $gap={24}>
        {demo && <Note>{t('choice.demoNotice')}</Note>}
        {demo && main}
        <Stack as="ul">
          {OTHER_CHOICES.map(({ key, to, Icon }) => (
            <li key={key}>
              <ChoiceCard to={to} icon={<Icon />} title={t(`choice.${key}`)} />
            </li>
          ))}
        </Stack>
        {!demo && main}
      </Stack>
    </Page>
  );
}
