import Clock from 'lucide-react/icons/clock';
import MailCheck from 'lucide-react/icons/mail-check';
import MailWarning from 'lucide-react/icons/mail-warning';
import { useEffect, useMemo, useRef } from 'react';
import {
  Actions,
  type ApiFailure,
  Backdrop,
  Button,
  Note,
  Page,
  runtimeConfig,
  Stack,
  SuccessMark,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, Formik, fieldId, KeepDraft, useDraft, useFormikContext } from 'shared-ui/forms';
import { register } from '../../api/accounts.ts';
import { AGREED_SCHEMA, type Agreed, Agreements } from '../../components/fields/Agreements.tsx';
import { PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { ScreenForm } from '../../components/ScreenForm.tsx';
import { DiscMark } from '../../components/screen-parts.tsx';
import { FailureNote, isRefusal } from '../../session/failure.tsx';
import { clearPendingInvitation, readPendingInvitation } from '../../session/invitation.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import {
  accountDraft,
  asRegistration,
  type CreateState,
  clearDecidedAccount,
  dispatch,
  withPasswords,
} from './account.ts';
import { DetailsStep, LeaveButton, useStepLine } from './DetailsStep.tsx';

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
    <Page
      mark={<DiscMark icon={<MailCheck />} />}
      title={t('create.byEmail')}
      intro={t('create.byEmailText', { email })}
    >
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

interface OutcomeProps {
  state: CreateState;
  email: string;
  /** Name of the person whose invitation is stored for the review; null without one. */
  inviter: string | null;
}

/** Result of creating an account: created, held for review, or refused because the email is taken. */
function AccountOutcome({ state, email, inviter }: OutcomeProps) {
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
      <Page mark={<DiscMark icon={<Clock />} />} title={t('create.denied')} intro={t('create.deniedText', { email })}>
        {inviter !== null && <Note>{t('create.deniedInvited', { name: inviter })}</Note>}
        <Actions>
          <LeaveButton variant="primary">{t('backToLogin')}</LeaveButton>
        </Actions>
      </Page>
    );
  }
  return (
    <Page
      mark={<DiscMark icon={<MailWarning />} />}
      title={t('create.exists')}
      intro={t('create.existsText', { email })}
    >
      <Actions>
        <Button onClick={() => dispatch('OTHER_EMAIL')}>{t('create.other')}</Button>
        <LeaveButton variant="ghost">{t('backToLogin')}</LeaveButton>
      </Actions>
    </Page>
  );
}

const takePasswords = (passwords: Passwords) => withPasswords(accountDraft.get(), passwords);

/** Second step: the password. */
function PasswordStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const back = { label: tCommon('back'), onPress: () => dispatch('BACK') };
  return (
    <Page title={t('create.passwordTitle')} intro={useStepLine(2)} back={back}>
      <ScreenForm
        initialValues={accountDraft.get().passwords}
        schema={schema}
        onSubmit={() => dispatch('PASSWORD_SAVED')}
        lead={<KeepDraft draft={accountDraft} take={takePasswords} />}
        submitLabel={t('next')}
      >
        <PasswordFields username={accountDraft.get().details.email} />
      </ScreenForm>
    </Page>
  );
}

/** hospitalStatusId of an account that may sign in once its email is validated (docs/product-rules.md#codes). */
const APPROVED = 1;

/**
 * Errors that the user can correct: with another password or number, or by registering without an expired invitation.
 * The server's message says so, and the fields are a step or two back.
 */
const CORRECTABLE = ['PASSWORD_COMMON', 'VALIDATION', 'LINK_DEAD'];
const isCorrectable = ({ code }: ApiFailure) => CORRECTABLE.includes(code);

/** Sends the registration. The response drives the state machine; `error` is the reason a call failed. */
function useRegistration() {
  const { submit, state, error } = useSubmit(async () => {
    try {
      const invitation = readPendingInvitation();
      const registration = asRegistration(accountDraft.get());
      const { hospitalStatusId, byEmail = false } = await register(
        invitation === null ? registration : { ...registration, invitation: invitation.uuid },
      );
      // If the email already has an account, its owner is asked to sign in, which accepts the invitation in this tab.
      if (!byEmail) clearPendingInvitation();
      void accountDraft.set({ ...accountDraft.get(), inviter: invitation?.name ?? null, isByEmail: byEmail });
      dispatch(hospitalStatusId === APPROVED ? 'APPROVED' : 'HELD');
    } catch (failure) {
      if (isRefusal(failure) && failure.code === 'LINK_DEAD') clearPendingInvitation();
      dispatch(isRefusal(failure) && !isCorrectable(failure) ? 'REJECTED' : 'NOT_REACHED');
      throw failure;
    }
  });
  return { send: submit, isBusy: state === 'sending', error };
}

const takeAgreed = (agreed: Agreed) => ({ ...accountDraft.get(), agreed });

/** Third step: the agreements. Submits the registration. */
function AgreementStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const { send, isBusy, error } = useRegistration();
  const back = { label: tCommon('back'), onPress: () => dispatch('BACK') };
  return (
    <Page title={t('create.ndaTitle')} intro={useStepLine(3)} back={back}>
      <Formik initialValues={accountDraft.get().agreed} validationSchema={AGREED_SCHEMA} onSubmit={() => send()}>
        <Form noValidate>
          <KeepDraft draft={accountDraft} take={takeAgreed} />
          <Stack $gap={16}>
            <p>{t(runtimeConfig().demo ? 'create.demoNdaText' : 'create.ndaText')}</p>
            <Agreements />
            <SubmitErrorNote error={error} />
          </Stack>
          <Actions>
            <Button type="submit" busy={isBusy}>
              {t('create.done')}
            </Button>
          </Actions>
        </Form>
      </Formik>
      {isBusy && <Backdrop label={t('create.sending')} />}
    </Page>
  );
}

/** Says why the last attempt sent nothing: an unticked box, which is focused on every attempt, or a failed call. */
function SubmitErrorNote({ error }: { error: unknown }) {
  const t = useText(words);
  const { errors, submitCount, isSubmitting } = useFormikContext<Agreed>();
  const attempt = isSubmitting ? 0 : submitCount;
  const missing = (['nda', 'terms'] as const).find((name) => errors[name] !== undefined);
  const handled = useRef(0);
  useEffect(() => {
    if (attempt === 0 || handled.current === attempt) return;
    handled.current = attempt;
    if (missing) document.getElementById(fieldId(missing))?.focus();
  }, [attempt, missing]);
  if (attempt > 0 && missing) {
    return (
      <Note tone="error" live="alert">
        {t(runtimeConfig().demo ? 'agreements.demoMissing' : 'agreements.missing')}
      </Note>
    );
  }
  return error !== null && <FailureNote error={error} tone="warning" />;
}
