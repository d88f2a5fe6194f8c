import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Page, paths, Stack, SuccessMark, useText } from 'shared-ui';
import { AccessLogLink, Contacts, LegalLinks } from '../../components/help-sections.tsx';
import { SettingsLink } from '../../components/SettingsLink.tsx';
import { words } from '../../words.ts';
import { SupportForm } from './SupportForm.tsx';

/** Help & Support: contact details and the support form. */
export default function HelpScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const [isSent, setIsSent] = useState(false);
  const goHome = () => navigate(paths.app.root);
  if (isSent) {
    return (
      <Page key="sent" title={t('help.thanksTitle')}>
        <Stack $gap={24}>
          <SuccessMark />
          <p>{t('help.thanks')}</p>
          <Button onClick={goHome}>{t('help.done')}</Button>
        </Stack>
      </Page>
    );
  }
  return (
    <Page key="form" title={t('help.title')} intro={t('help.intro')} back={{ label: t('back'), onPress: goHome }}>
      <Stack $gap={24}>
        <Contacts />
        <Stack as="section">
          <h2>{t('help.form')}</h2>
          <SupportForm onSent={() => setIsSent(true)} />
        </Stack>
        <Stack as="section">
          <h2>{t('settings.yours')}</h2>
          <SettingsLink />
        </Stack>
        <AccessLogLink />
        <LegalLinks />
      </Stack>
    </Page>
  );
}
