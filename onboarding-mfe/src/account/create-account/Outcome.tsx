import Clock from 'lucide-react/icons/clock';
import MailWarning from 'lucide-react/icons/mail-warning';
import { Actions, Button, Note, Page, SuccessMark, useText } from 'shared-ui';
import { words } from '../words.ts';
import { happen } from './kept.ts';
import { LeaveButton } from './LeaveButton.tsx';
import type { CreateState } from './machine.ts';

interface Props {
  state: CreateState;
  email: string;
}

/** The end of creating an account: made, held for review, or refused because the e-mail has one. */
export function Outcome({ state, email }: Props) {
  const t = useText(words);
  if (state === 'ACCOUNT_CREATED') {
    return (
      <Page title={t('create.created')} intro={t('create.createdText', { email })}>
        <SuccessMark />
        <Actions>
          <LeaveButton variant="primary">{t('backToLogin')}</LeaveButton>
        </Actions>
      </Page>
    );
  }
  if (state === 'ACCOUNT_DENIED') {
    return (
      <Page title={t('create.denied')}>
        <Note icon={<Clock />}>{t('create.deniedText', { email })}</Note>
        <Actions>
          <LeaveButton variant="primary">{t('backToLogin')}</LeaveButton>
        </Actions>
      </Page>
    );
  }
  return (
    <Page title={t('create.exists')}>
      <Note tone="warning" icon={<MailWarning />}>
        {t('create.existsText', { email })}
      </Note>
      <Actions>
        <Button onClick={() => happen('OTHER_EMAIL')}>{t('create.other')}</Button>
        <LeaveButton variant="ghost">{t('backToLogin')}</LeaveButton>
      </Actions>
    </Page>
  );
}
