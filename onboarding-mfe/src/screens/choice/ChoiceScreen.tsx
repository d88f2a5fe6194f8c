import KeyRound from 'lucide-react/icons/key-round';
import MailOpen from 'lucide-react/icons/mail-open';
import QrCode from 'lucide-react/icons/qr-code';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserRound from 'lucide-react/icons/user-round';
import { Note, Page, paths, Stack, useText } from 'shared-ui';
import { ChoiceCard } from '../../components/ChoiceCard.tsx';
import { useBackAction } from '../../components/useBackAction.ts';
import { words } from '../../words.ts';

/** The two choices of docs/product-rules.md#getting-in. */
const CHOICES = [
  { key: 'patient', to: paths.onboarding.register, Icon: UserRound },
  { key: 'professional', to: paths.onboarding.login, Icon: Stethoscope },
] as const;

/** For patients and supporters who can sign in. Those with a password must not have to choose a profession. */
const OTHER_CHOICES = [
  { key: 'wristband', to: paths.onboarding.qrcode, Icon: QrCode },
  { key: 'invited', to: '/onboarding/invitation', Icon: MailOpen },
  { key: 'account', to: paths.onboarding.login, Icon: KeyRound },
] as const;

/** `/onboarding/choice`: the limited-testing notice, the two main choices, and cards for everyone else. */
export function ChoiceScreen() {
  const t = useText(words);
  return (
    <Page title={t('choice.title')} back={useBackAction(paths.onboarding.info)}>
      <Stack $gap={24}>
        <Note>{t('choice.notice')}</Note>
        <Stack as="ul">
          {CHOICES.map(({ key, to, Icon }) => (
            <li key={key}>
              <ChoiceCard to={to} icon={<Icon />} title={t(`choice.${key}`)} text={t(`choice.${key}Text`)} />
            </li>
          ))}
        </Stack>
        <Stack as="ul">
          {OTHER_CHOICES.map(({ key, to, Icon }) => (
            <li key={key}>
              <ChoiceCard to={to} icon={<Icon />} title={t(`choice.${key}`)} />
            </li>
          ))}
        </Stack>
      </Stack>
    </Page>
  );
}
