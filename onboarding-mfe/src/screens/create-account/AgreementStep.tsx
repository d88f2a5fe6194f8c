import { useEffect, useRef } from 'react';
import {
  Actions,
  type ApiFailure,
  Backdrop,
  Button,
  Note,
  Page,
  runtimeConfig,
  Stack,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, Formik, fieldId, KeepDraft, useFormikContext } from 'shared-ui/forms';
import { register } from '../../api/accounts.ts';
import { AGREED_SCHEMA, type Agreed, Agreements } from '../../components/fields/Agreements.tsx';
import { isRefusal, useReason } from '../../session/failure.ts';
import { clearPendingInvitation, readPendingInvitation } from '../../session/invitation.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { asRegistration } from './account.ts';
import { accountDraft, dispatch } from './account-draft.ts';
import { useStepLine } from './parts.tsx';

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

const take = (agreed: Agreed) => ({ ...accountDraft.get(), agreed });

/** Third step: the agreements. Submits the registration. */
export function AgreementStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const { send, isBusy, error } = useRegistration();
  const back = { label: tCommon('back'), onPress: () => dispatch('BACK') };
  return (
    <Page title={t('create.ndaTitle')} intro={useStepLine(3)} back={back}>
      <Formik initialValues={accountDraft.get().agreed} validationSchema={AGREED_SCHEMA} onSubmit={() => send()}>
        <Form noValidate>
          <KeepDraft draft={accountDraft} take={take} />
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
  return error !== null && <CallErrorNote error={error} />;
}

/** Says why the registration call failed. All input is kept. */
function CallErrorNote({ error }: { error: unknown }) {
  const reason = useReason();
  return (
    <Note tone="warning" live="alert">
      {reason(error)}
    </Note>
  );
}
