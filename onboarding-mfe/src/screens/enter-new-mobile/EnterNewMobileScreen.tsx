import type { Me } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  changeMobile,
  LinkButton,
  Note,
  Page,
  paths,
  Stack,
  store,
  useSubmit,
  useText,
} from 'shared-ui';
import {
  type BoundField,
  createDraft,
  Form,
  FormErrors,
  Formik,
  FormikField,
  KeepDraft,
  TextField,
  usePhoneRule,
} from 'shared-ui/forms';
import { styled } from 'styled-components';
import { SubmitError } from '../../components/SubmitError.tsx';
import { useBackAction } from '../../components/useBackAction.ts';
import { endSessionIfExpired } from '../../session/failure.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { AwaitingConfirmation } from './AwaitingConfirmation.tsx';
import { asMobile, mobileSchema } from './mobile-number.ts';

/** The number format as the message writes it. */
const PATTERN = '+000 999-999-9999';

const NoWrap = styled.span`
  white-space: nowrap;
`;

const draft = createDraft({ mobile: '' });

/** Returns whether the server requires the email step first. */
const needsEmailStep = (error: unknown) => error instanceof ApiFailure && error.code === 'PHONE_CHANGE_NOT_ALLOWED';

/** Returns the server's message about a number that can't be used; it names the countries that are texted. */
const refusedNumber = (error: unknown) => (error instanceof ApiFailure ? error.fields.phoneNumber : undefined);

/** Returns whether the new number waits for confirmation (STRICT_IDENTITY). */
function isAwaitingConfirmation(): boolean {
  const { me } = store.getState().session;
  return me?.scope === 'narrow' && me.phoneChange !== undefined;
}

/** Failure for a response with a number other than the requested one. */
const NOT_CHANGED = new ApiFailure('rejected', 200, 'PHONE_NOT_CHANGED', '');

/** `/onboarding/enter-new-mobile`: the number that receives a new security code. */
export default function EnterNewMobileScreen() {
  return <SignedIn level="narrow">{(me) => <NewMobile me={me} />}</SignedIn>;
}

/** Shows the form, or how the number that was entered is confirmed. Continues to the PIN once it is. */
function NewMobile({ me }: { me: Me }) {
  const { phoneChange: change, hasNoEmail = false } = me.scope === 'narrow' ? me : {};
  /** The number that was last shown as waiting, and whether the user wants another one instead. */
  const [awaited, setAwaited] = useState(change?.maskedPhone);
  const [isReplacing, setIsReplacing] = useState(false);
  if (change && change.maskedPhone !== awaited) {
    setAwaited(change.maskedPhone);
    setIsReplacing(false);
  }
  if (change && !isReplacing)
    return <AwaitingConfirmation change={change} hasEmail={!hasNoEmail} onOther={() => setIsReplacing(true)} />;
  if (!change && awaited !== undefined && awaited === me.maskedPhone) {
    return <Navigate to={paths.onboarding.pinCode} replace />;
  }
  return (
    <EnterNewMobile
      isExpired={!change && awaited !== undefined}
      before={hasNoEmail ? paths.onboarding.pinCode : paths.onboarding.enterEmail}
      onAwaiting={() => setIsReplacing(false)}
    />
  );
}

interface FormProps {
  /** Whether the last number was not confirmed in time. */
  isExpired: boolean;
  /** Address of the step before this one. */
  before: string;
  /** Called once a number waits for confirmation. */
  onAwaiting(): void;
}

function EnterNewMobile({ isExpired, before, onAwaiting }: FormProps) {
  const t = useText(words);
  const tCommon = useText(common);
  const navigate = useNavigate();
  const back = useBackAction(before);
  const format = t('newMobile.format');
  const schema = useMemo(() => mobileSchema(t), [t]);
  usePhoneRule();
  const { error, submit } = useSubmit(async ({ mobile }: { mobile: string }) => {
    try {
      const isChanged = await changeMobile(asMobile(mobile));
      if (!isChanged && !isAwaitingConfirmation()) throw NOT_CHANGED;
    } catch (failure) {
      if (needsEmailStep(failure)) navigate(paths.onboarding.enterEmail, { replace: true });
      await endSessionIfExpired(failure);
      throw failure;
    }
    void draft.forget();
    if (isAwaitingConfirmation()) return onAwaiting();
    navigate(paths.onboarding.pinCode);
  });
  return (
    <Page title={t('newMobile.title')} intro={t('newMobile.intro')} back={back}>
      <Formik initialValues={draft.get()} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} />
            <Stack $gap={16}>
              {isExpired && <Note tone="warning">{t('newMobile.expired')}</Note>}
              <FormErrors title={tCommon('form.check')} />
              <FormikField name="mobile">{(field) => <Mobile {...field} format={format} />}</FormikField>
              {error !== null && (
                <SubmitError error={error} refusal={refusedNumber(error) ?? t('newMobile.failed')} always />
              )}
            </Stack>
            <Actions>
              <Button type="submit" busy={isSubmitting}>
                {t('submit')}
              </Button>
              <LinkButton to={paths.onboarding.pinCode} variant="plain">
                {tCommon('cancel')}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

/** Field for the mobile number, which is formatted on blur. */
function Mobile({ format, error, onBlur, ...field }: BoundField<string> & { format: string }) {
  const t = useText(words);
  const formatNumber = () => {
    field.onChange(asMobile(field.value));
    onBlur();
  };
  return (
    <TextField
      {...field}
      label={t('newMobile.label')}
      hint={error ? undefined : <Format text={format} />}
      error={error}
      onBlur={formatNumber}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      enterKeyHint="send"
      placeholder="+1 416-555-0199"
      maxLength={24}
      dir="ltr"
      required
    />
  );
}

/** The message, with its pattern on one line. */
function Format({ text }: { text: string }) {
  const [before, after] = text.split(PATTERN);
  return (
    <>
      {before}
      <NoWrap>{PATTERN}</NoWrap>
      {after}
    </>
  );
}
