import Clock from 'lucide-react/icons/clock';
import MailWarning from 'lucide-react/icons/mail-warning';
import { Actions, Button, IconDisc, Note, Page, SuccessMark, useText } from 'shared-ui';
import { words } from '../../words-account.ts';
import { dispatch } from './account-draft.ts';
import { LeaveButton } from './LeaveButton.tsx';
import type { CreateState } from './machine.ts';

const CLOCK = (
  <IconDisc>
    <Clock />
  </IconDisc>
);

const MAIL = (
  <IconDisc>
    <MailWarning />
  </IconDisc>
);

interface Props {
  state: CreateState;
  email: string;
  /** Name of the person whose invitation is kept for the review; null without one. */
  inviter: string | null;
}

/** Result of creating an account: created, held for review, or refused because the email is taken. */
export function AccountOutcome({ state, email, inviter }: Props) {
  const t = useText(words);
  if (state === 'ACCOUNT_CREATED') {
    return (
      <Page mark={<SuccessMark />} title={t('create.created')} intro={t('create.createdText', { email })}>
        <Actions>
          <LeaveButton variant="primary">{t('backToLogin')}</LeaveButton>
        </Actions>
      </Page>
    );
  }
  if (state === 'ACCOUNT_DENIED') {
    return (
      <Page mark={CLOCK} title={t('create.denied')} intro={t('create.deniedText', { email })}>
        {inviter !== null && <Note>{t('create.deniedInvited', { name: inviter })}</Note>}
        <Actions>
          <LeaveButton variant="primary">{t('backToLogin')}</LeaveButton>
        </Actions>
      </Page>
    );
  }
  return (
    <Page mark={MAIL} title={t('create.exists')} intro={t('create.existsText', { email })}>
      <Actions>
        <Button onClick={() => dispatch('OTHER_EMAIL')}>{t('create.other')}</Button>
        <LeaveButton variant="ghost">{t('backToLogin')}</LeaveButton>
      </Actions>
    </Page>
  );
}
