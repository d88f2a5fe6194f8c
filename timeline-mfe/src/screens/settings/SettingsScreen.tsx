import { useNavigate } from 'react-router-dom';
import {
  changeSettings,
  Note,
  Page,
  paths,
  runtimeConfig,
  type Settings,
  Stack,
  signedInUser,
  useStore,
  useText,
} from 'shared-ui';
import { RadioCards, SwitchField } from 'shared-ui/forms';
import {
  LANGUAGES,
  type Language,
  LanguageFailure,
  MachineNote,
  offeredLanguages,
  useLanguage,
  useLanguageChange,
} from 'shared-ui/languages';
import { AccessLogLink, LegalLinks } from '../../components/help-sections.tsx';
import { words } from '../../screen-words.ts';
import { Authenticator } from './Authenticator.tsx';
import { ConfirmWhenAsked } from './ConfirmIdentity.tsx';
import { InterpreterSwitch } from './InterpreterSwitch.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { OwnData } from './OwnData.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Passkeys } from './Passkeys.tsx';
import { CodePhone } from './person/CodePhone.tsx';
import { ContactForm } from './person/ContactForm.tsx';
import { NameForm } from './person/NameForm.tsx';

/** Returns the languages that are offered, each in its own name and letters. */
const languageOptions = () =>
  offeredLanguages().map((value) => ({ value, label: LANGUAGES[value].name, lang: LANGUAGES[value].tag }));

/**
 * The contact details come first, in the demo as the product rules have them
 * (docs/product-rules.md#help-and-settings); everything else follows under headings. Display settings apply immediately.
 */
export default function SettingsScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const isStaff = useStore((state) => signedInUser(state)?.roleType === 'staff');
  return (
    <Page title={t('settings.title')} back={{ label: t('back'), onPress: () => navigate(paths.app.root) }}>
      <Stack $gap={32}>
        <Stack $gap={16}>
          {runtimeConfig().demo && <Note>{t('settings.demo')}</Note>}
          <ContactForm />
        </Stack>
        <NameForm />
        <DisplaySettings />
        <NotificationSettings />
        <ConfirmWhenAsked>
          <CodePhone />
          <Passkeys />
          {isStaff && <Authenticator />}
          <OwnSessions />
        </ConfirmWhenAsked>
        <AccessLogLink />
        <OwnData />
        <LegalLinks />
      </Stack>
    </Page>
  );
}

function DisplaySettings() {
  const t = useText(words);
  const settings = useStore((state) => state.settings);
  const language = useLanguage();
  const { change, coming, hasFailed } = useLanguageChange();
  return (
    <Stack as="section" $gap={16}>
      <h2>{t('settings.display')}</h2>
      <RadioCards<Language>
        label={t('settings.language')}
        options={languageOptions()}
        value={coming ?? language}
        onChange={(chosen) => chosen && change(chosen)}
      />
      <MachineNote />
      <LanguageFailure hasFailed={hasFailed} />
      <InterpreterSwitch />
      <RadioCards<Settings['theme'] | 'PHONE'>
        label={t('settings.theme')}
        options={[
          { value: 'LIGHT', label: t('settings.light') },
          { value: 'DARK', label: t('settings.dark') },
          { value: 'PHONE', label: t('settings.likePhone') },
        ]}
        value={settings.followsPhone ? 'PHONE' : settings.theme}
        onChange={(theme) => changeSettings(theme === 'LIGHT' || theme === 'DARK' ? { theme } : { followsPhone: true })}
      />
      <RadioCards<NonNullable<Settings['textSize']>>
        label={t('settings.text')}
        options={[
          { value: 'PHONE', label: t('settings.phoneSize') },
          { value: 'LARGE', label: t('settings.large') },
          { value: 'LARGER', label: t('settings.larger') },
          { value: 'LARGEST', label: t('settings.largest') },
        ]}
        value={settings.textSize ?? 'PHONE'}
        onChange={(textSize) => changeSettings({ textSize: textSize ?? 'PHONE' })}
      />
      <SwitchField
        label={t('settings.grows')}
        value={settings.responsiveFontSizes}
        onChange={(responsiveFontSizes) => changeSettings({ responsiveFontSizes })}
      />
      <SwitchField
        label={t('settings.sounds')}
        hint={t('settings.soundsHint')}
        value={settings.sounds}
        onChange={(sounds) => changeSettings({ sounds })}
      />
    </Stack>
  );
}
