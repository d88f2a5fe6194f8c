import Hourglass from 'lucide-react/icons/hourglass';
import type { Me, PhoneChangeState } from 'mock-api/contract';
import { useEffect, useMemo, useState } from 'react';
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
  recheckSession,
  Stack,
  store,
  useSubmit,
  useText,
} from 'shared-ui';
import { type BoundField, createDraft, FormikField, TextField, usePhoneRule } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { ScreenForm } from '../../components/ScreenForm.tsx';
import { SubmitError } from '../../components/SubmitError.tsx';
import { DiscMark, SupportContacts, useBackAction } from '../../components/screen-parts.tsx';
import { withSessionCheck } from '../../session/failure.tsx';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
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
    const isChanged = await withSessionCheck(changeMobile(asMobile(mobile))).catch((failure) => {
      if (needsEmailStep(failure)) navigate(paths.onboarding.enterEmail, { replace: true });
      throw failure;
    });
    if (!isChanged && !isAwaitingConfirmation()) throw NOT_CHANGED;
    void draft.forget();
    if (isAwaitingConfirmation()) return onAwaiting();
    navigate(paths.onboarding.pinCode);
  });
  return (
    <Page title={t('newMobile.title')} intro={t('newMobile.intro')} back={back}>
      <ScreenForm
        initialValues={draft.get()}
        schema={schema}
        onSubmit={submit}
        draft={draft}
        lead={isExpired && <Note tone="warning">{t('newMobile.expired')}</Note>}
        submitLabel={t('submit')}
        links={
          <LinkButton to={paths.onboarding.pinCode} variant="plain">
            {tCommon('cancel')}
          </LinkButton>
        }
      >
        <FormikField name="mobile">{(field) => <Mobile {...field} format={format} />}</FormikField>
        {error !== null && <SubmitError error={error} refusal={refusedNumber(error) ?? t('newMobile.failed')} always />}
      </ScreenForm>
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

/** How often the screen asks whether the number was confirmed (ms). */
const POLL_INTERVAL_MS = 5_000;

const Ways = styled.ul`
  display: grid;
  gap: var(--space-2);
  margin: 0;
  padding-inline-start: var(--space-5);
`;

/** Asks the server again while the page is visible, and as soon as the user returns to it. */
function useSessionPolling(): void {
  useEffect(() => {
    const poll = () => {
      if (!document.hidden) void recheckSession();
    };
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, []);
}

interface AwaitingProps {
  change: PhoneChangeState;
  /** Whether a link went to an email, too. */
  hasEmail: boolean;
  /** Called when the user wants to enter another number. */
  onOther(): void;
}

/**
 * Says how a new number is confirmed: by a link sent to the old number or to the email, or at the desk. The screen goes
 * on by itself once the session has the new number.
 */
function AwaitingConfirmation({ change, hasEmail, onOther }: AwaitingProps) {
  const t = useText(words);
  useSessionPolling();
  const phone = change.maskedPhone.replaceAll(' ', '\u00a0');
  return (
    <Page
      mark={<DiscMark icon={<Hourglass />} />}
      title={t('newMobile.waiting')}
      intro={t('newMobile.waitingText', { phone })}
    >
      <Stack $gap={16}>
        <p>{t(hasEmail ? 'newMobile.ways' : 'newMobile.twoWays')}</p>
        <Ways>
          <li>{t('newMobile.byText')}</li>
          {hasEmail && <li>{t('newMobile.byEmail')}</li>}
          <li>{t('newMobile.atDesk')}</li>
        </Ways>
        <Note live="status">{t('newMobile.goesOn')}</Note>
        <SupportContacts />
      </Stack>
      <Actions>
        <Button variant="ghost" onClick={onOther}>
          {t('newMobile.other')}
        </Button>
        <LinkButton to={paths.onboarding.pinCode} variant="plain">
          {t('newMobile.oldNumber')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
