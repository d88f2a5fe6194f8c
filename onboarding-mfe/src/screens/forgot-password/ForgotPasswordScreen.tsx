import { useMemo, useState } from 'react';
import { Actions, LinkButton, Note, Page, paths, SuccessMark, useText } from 'shared-ui';
import { createDraft, yup } from 'shared-ui/forms';
import { requestPasswordReset } from '../../api/accounts.ts';
import { EmailForm } from '../../components/EmailForm.tsx';
import { emailRule } from '../../components/fields/text.tsx';
import { useBackAction } from '../../components/screen-parts.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

const draft = createDraft({ email: '' });

/** `/onboarding/forgot-password`: requests a link to set a new password. */
export default function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? <Request onSent={setSentTo} /> : <Sent email={sentTo} />;
}

function Request({ onSent }: { onSent(email: string): void }) {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => yup.object({ email: emailRule(tCommon) }), [tCommon]);
  const send = async (email: string) => {
    await requestPasswordReset(email);
    onSent(email.trim());
  };
  return (
    <Page title={t('forgot.title')} intro={t('forgot.intro')} back={useBackAction(paths.onboarding.login)}>
      <EmailForm draft={draft} schema={schema} send={send} refusal={t('forgot.failed')} autoComplete="username" />
    </Page>
  );
}

function Sent({ email }: { email: string }) {
  const t = useText(words);
  return (
    <Page mark={<SuccessMark />} title={t('forgot.done')} intro={t('forgot.doneText', { email })}>
      <Note>{t('forgot.first')}</Note>
      <Actions>
        <LinkButton to={paths.onboarding.login}>{t('backToLogin')}</LinkButton>
      </Actions>
    </Page>
  );
}
