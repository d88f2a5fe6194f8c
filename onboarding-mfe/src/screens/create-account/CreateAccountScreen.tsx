import Clock from 'lucide-react/icons/clock';
import MailCheck from 'lucide-react/icons/mail-check';
import MailWarning from 'lucide-react/icons/mail-warning';
import { useEffect, useMemo } from 'react';
import { Actions, Button, IconDisc, Note, Page, Stack, SuccessMark, useText } from 'shared-ui';
import { Form, FormErrors, Formik, KeepDraft, useDraft } from 'shared-ui/forms';
import { PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { AgreementStep } from './AgreementStep.tsx';
import { type CreateState, withPasswords } from './account.ts';
import { accountDraft, clearDecidedAccount, dispatch } from './account-draft.ts';
import { DetailsStep } from './DetailsStep.tsx';
import { LeaveButton, useStepLine } from './parts.tsx';

/** `/onboarding/create-account`: three steps and three outcomes, selected by the state machine. */
export default function CreateAccountScreen() {
  useEffect(() => clearDecidedAccount, []);
  const state = useDraft(accountDraft, (account) => account.state);
  if (state === 'CREATE_ACCOUNT') return <DetailsStep />;
  if (state === 'SET_PASSWORD') return <PasswordStep />;
  if (state === 'NDA') return <AgreementStep />;
  const { details, inviter, isByEmail } = accountDraft.get();
  if (isByEmail) return <SeeEmail isReviewed={state === 'ACCOUNT_DENIED'} email={details.email} inviter={inviter} />;
  return <AccountOutcome state={state} email={details.email} inviter={inviter} />;
}

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

const SENT = (
  <IconDisc>
    <MailCheck />
  </IconDisc>
);

interface SeeEmailProps {
  /** Whether the hospital reviews new accounts with this kind of address. */
  isReviewed: boolean;
  email: string;
  inviter: string | null;
}

/** Announces an email that explains what happened. The same for new addresses and for those that have an account. */
function SeeEmail({ isReviewed, email, inviter }: SeeEmailProps) {
  const t = useText(words);
  return (
    <Page mark={SENT} title={t('create.byEmail')} intro={t('create.byEmailText', { email })}>
      <Stack $gap={16}>
        {isReviewed && <Note>{t('create.byEmailReview')}</Note>}
        {inviter !== null && <Note>{t('create.byEmailInvited', { name: inviter })}</Note>}
        <p>{t('create.byEmailMissing')}</p>
      </Stack>
      <Actions>
        <LeaveButton variant="primary">{t('backToLogin')}</LeaveButton>
      </Actions>
    </Page>
  );
}

interface Props {
  state: CreateState;
  email: string;
  /** Name of the person whose invitation is stored for the review; null without one. */
  inviter: string | null;
}

/** Result of creating an account: created, held for review, or refused because the email is taken. */
function AccountOutcome({ state, email, inviter }: Props) {
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

const take = (passwords: Passwords) => withPasswords(accountDraft.get(), passwords);

/** Second step: the password. */
function PasswordStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const back = { label: tCommon('back'), onPress: () => dispatch('BACK') };
  return (
    <Page title={t('create.passwordTitle')} intro={useStepLine(2)} back={back}>
      <Formik
        initialValues={accountDraft.get().passwords}
        validationSchema={schema}
        onSubmit={() => dispatch('PASSWORD_SAVED')}
      >
        <Form noValidate>
          <KeepDraft draft={accountDraft} take={take} />
          <Stack $gap={16}>
            <FormErrors title={tCommon('form.check')} />
            <PasswordFields username={accountDraft.get().details.email} />
          </Stack>
          <Actions>
            <Button type="submit">{t('next')}</Button>
          </Actions>
        </Form>
      </Formik>
    </Page>
  );
}
