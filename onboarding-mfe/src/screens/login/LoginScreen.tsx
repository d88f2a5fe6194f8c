import Building2 from 'lucide-react/icons/building-2';
import KeyRound from 'lucide-react/icons/key-round';
import type { OidcFailure } from 'mock-api/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  LinkButton,
  Note,
  Page,
  paths,
  Stack,
  staffPaths,
  type Translate,
  useLoad,
  useStore,
  useSubmit,
  useText,
  Waiting,
} from 'shared-ui';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  hasPasskeys,
  idleMinutes,
  KeepDraft,
  useFormikContext,
  useUnsent,
  yup,
} from 'shared-ui/forms';
import { resendValidationEmail } from '../../api/accounts.ts';
import { fetchSignInProviders } from '../../api/sign-in.ts';
import { EmailField, emailRule, FormTextField } from '../../components/fields/text.tsx';
import { PendingInvitation } from '../../components/PendingInvitation.tsx';
import { PasskeyError, SubmitError } from '../../components/SubmitError.tsx';
import { FailureNote } from '../../session/failure.tsx';
import { words } from '../../words.ts';
import { words as accountWords } from '../../words-account.ts';
import { type Refusal, useSignIn } from './useSignIn.ts';

/** Messages: Email Required, Invalid Email, Password Required (docs/product-rules.md#validation). */
export const loginSchema = (t: Translate<'form.emailRequired' | 'form.emailInvalid' | 'form.passwordRequired'>) =>
  yup.object({ email: emailRule(t), password: yup.string().required(t('form.passwordRequired')) });

const draft = createDraft({ email: '' });
const take = ({ email }: { email: string }) => ({ email });

/** `/onboarding/login` (docs/product-rules.md#login): email and password, a passkey, or staff's identity provider. */
export default function LoginScreen() {
  const t = useText(words);
  const schema = useMemo(() => loginSchema(t), [t]);
  const signIn = useSignIn();
  const { refusal, passwordError, passkeyError, isPasskeyPending, withPassword, withPasskey } = signIn;
  return (
    <Page title={t('login.title')}>
      <Formik initialValues={{ ...draft.get(), password: '' }} validationSchema={schema} onSubmit={withPassword}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} take={take} />
            <Stack $gap={16}>
              <EndedNote />
              <ProviderResponse {...signIn} />
              <PendingInvitation />
              <FormErrors title={t('form.check')} />
              <EmailField label={t('login.email')} autoComplete="username" />
              <Password />
              {refusal && <Refused {...refusal} />}
              {passwordError !== null && <SubmitError error={passwordError} refusal={t('login.failed')} always />}
              {passkeyError !== null && <PasskeyError error={passkeyError} />}
            </Stack>
            <Actions>
              <Button type="submit" busy={isSubmitting}>
                {t('login.submit')}
              </Button>
              {hasPasskeys() && <PasskeyButton busy={isPasskeyPending} onPress={() => void withPasskey()} />}
              <ProviderButtons />
              <LinkButton to={paths.onboarding.scanningBarcodeVideo} variant="ghost">
                {t('login.create')}
              </LinkButton>
              <LinkButton to={paths.onboarding.forgotPassword} variant="plain">
                {t('login.forgot')}
              </LinkButton>
              <LinkButton to={paths.onboarding.choice} variant="plain">
                {t('cancel')}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

/** Password field. Its value is stored nowhere and is lost on unmount. */
function Password() {
  const t = useText(words);
  const { password } = useFormikContext<{ password: string }>().values;
  useUnsent(password !== '');
  return (
    <FormTextField
      name="password"
      label={t('login.password')}
      type="password"
      autoComplete="current-password"
      enterKeyHint="go"
      reveal={{ show: t('login.show'), hide: t('login.hide') }}
      required
    />
  );
}

function Refused({ outcome, email, inviter }: Refusal) {
  const t = useText(words);
  if (outcome === 'unvalidated') return <Unvalidated email={email} />;
  return (
    <Note tone="info" live="alert">
      <p>{t('login.review')}</p>
      {inviter !== undefined && <p>{t('login.reviewInvited', { name: inviter })}</p>}
    </Note>
  );
}

/** Sign-in button for users who have added a passkey in their settings. */
function PasskeyButton({ busy, onPress }: { busy: boolean; onPress(): void }) {
  const tAccount = useText(accountWords);
  return (
    <Button type="button" variant="ghost" icon={<KeyRound />} busy={busy} onClick={onPress}>
      {tAccount('passkey.signIn')}
    </Button>
  );
}

/** Explains that the email was never validated, and resends the validation email. */
function Unvalidated({ email }: { email: string }) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(() => resendValidationEmail(email));
  const status = useRef<HTMLDivElement>(null);
  // The pressed button is replaced by the status, so the focus moves there.
  useEffect(() => {
    if (state === 'sent') status.current?.focus();
  }, [state]);
  return (
    <Stack>
      <Note tone="warning" live="alert">
        {t('login.unvalidated')}
      </Note>
      <div role="status" ref={status} tabIndex={-1}>
        {state === 'sent' && <Note tone="success">{t('login.resent', { email })}</Note>}
      </div>
      {error !== null && <FailureNote error={error} tone="error" />}
      {state !== 'sent' && (
        <Button variant="ghost" compact busy={state === 'sending'} onClick={() => submit()}>
          {t('login.resend')}
        </Button>
      )}
    </Stack>
  );
}

/**
 * Says why the last session in this page ended, unless its user signed out, and what signing in again leads to; or
 * goodbye, once the account is erased. Patients may have no password, so it also links to the wristband.
 */
function EndedNote() {
  const t = useText(words);
  const { ended, hasRunOut, status } = useStore(({ session }) => session);
  const isErased = new URLSearchParams(useLocation().search).has('erased');
  if (status !== 'anonymous') return null;
  if (isErased)
    return (
      <Note live="status" title={t('ended.erased')}>
        <p>{t('ended.goodbye')}</p>
      </Note>
    );
  if (!ended) return null;
  const count = idleMinutes();
  return (
    <Note live="status" title={ended.reason === 'idle' ? t('ended.idle', { count }) : t('ended.other')}>
      {ended.path !== null && (
        <p>
          {t('ended.return')} {hasRunOut && t('ended.kept')}
        </p>
      )}
      {!ended.path?.startsWith(staffPaths.desk) && (
        <LinkButton to={paths.onboarding.qrcode} variant="plain" compact>
          {t('ended.wristband')}
        </LinkButton>
      )}
    </Note>
  );
}

/** Why a sign-in through a provider failed, as the API names it in the address. */
const FAILURES = {
  cancelled: 'provider.failure.cancelled',
  expired: 'provider.failure.expired',
  'no-second-factor': 'provider.failure.no-second-factor',
  'not-staff': 'provider.failure.not-staff',
  'account-exists': 'provider.failure.account-exists',
  closed: 'provider.failure.closed',
  unreachable: 'provider.failure.unreachable',
  refused: 'provider.failure.refused',
} as const satisfies Record<OidcFailure, string>;

const isFailure = (result: string): result is OidcFailure => Object.hasOwn(FAILURES, result);

/** Buttons that lead staff to their identity providers. Without any, or if they can't be loaded, shows nothing. */
function ProviderButtons() {
  const t = useText(accountWords);
  const locale = useStore(({ settings }) => settings.locale);
  const { value: providers = [] } = useLoad(fetchSignInProviders, []);
  return providers.map(({ id, name, url }) => (
    <LinkButton key={id} href={`${url}?locale=${locale}`} variant="ghost" icon={<Building2 />}>
      {t('provider.signIn', { name })}
    </LinkButton>
  ));
}

/** Handles a provider's response once, when the browser comes back: opens the session, or says what went wrong. */
function ProviderResponse({ providerError, isProviderPending, withProvider }: ReturnType<typeof useSignIn>) {
  const t = useText(accountWords);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [result] = useState(() => new URLSearchParams(search).get('sso'));
  const isHandled = useRef(false);
  useEffect(() => {
    if (result === null || isHandled.current) return;
    isHandled.current = true;
    // A reload must not repeat it.
    navigate(pathname, { replace: true });
    if (result === 'done') void withProvider();
  });
  if (isProviderPending) return <Waiting caption={t('provider.finishing')} />;
  if (providerError !== null) return <FailureNote error={providerError} tone="error" />;
  if (result === null || !isFailure(result)) return null;
  return (
    <Note tone="error" live="alert">
      {t(FAILURES[result])}
    </Note>
  );
}
