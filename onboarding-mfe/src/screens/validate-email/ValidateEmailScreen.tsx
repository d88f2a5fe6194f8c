import Clock from 'lucide-react/icons/clock';
import type { EmailValidated, SessionAnswer } from 'mock-api/contract';
import { useEffect, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import {
  Actions,
  Button,
  LinkButton,
  Note,
  openSession,
  Page,
  paths,
  Stack,
  SuccessMark,
  useLoad,
  useSubmit,
  useText,
  Waiting,
} from 'shared-ui';
import { CheckboxField, FormikField } from 'shared-ui/forms';
import { validateEmail } from '../../api/accounts.ts';
import { signInWithCode } from '../../api/sign-in.ts';
import { NO_PASSWORDS, PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { ScreenForm } from '../../components/ScreenForm.tsx';
import { Capital, DiscMark, SupportContacts } from '../../components/screen-parts.tsx';
import { FailureNote, isRefusal, useReason } from '../../session/failure.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

/** hospitalStatusId values (docs/product-rules.md#codes). */
const APPROVED = 1;
const UNDER_REVIEW = 2;

/**
 * Result of a validation link. `approved`: with the session that its code opened, or null if that failed.
 * `password-due`: nothing is validated before this person sets a password. `failed` also covers an unknown hospital
 * status.
 */
type Validation =
  | { outcome: 'approved'; session: SessionAnswer | null }
  | { outcome: 'review' }
  | { outcome: 'password-due'; maskedPhone: string }
  | { outcome: 'failed'; error: unknown };

async function signIn(code: string | undefined): Promise<SessionAnswer | null> {
  if (!code) return null;
  return signInWithCode(code).catch((error) => {
    console.info('The email was validated, but signing in with its code failed', error);
    return null;
  });
}

async function handleAnswer({ hospitalStatusId, uniqueCode, passwordDue }: EmailValidated): Promise<Validation> {
  if (passwordDue) return { outcome: 'password-due', maskedPhone: passwordDue.maskedPhone };
  if (hospitalStatusId === APPROVED) return { outcome: 'approved', session: await signIn(uniqueCode) };
  if (hospitalStatusId === UNDER_REVIEW) return { outcome: 'review' };
  return { outcome: 'failed', error: new Error(`Unknown hospital status ${hospitalStatusId}`) };
}

async function validate(uuid: string): Promise<Validation> {
  try {
    return await handleAnswer(await validateEmail(uuid));
  } catch (error) {
    console.info('The email could not be validated', error);
    return { outcome: 'failed', error };
  }
}

const validations = new Map<string, Promise<Validation>>();

/**
 * Uses a validation link once per page load: it works only once, so a user who returns to the screen gets the same
 * result. Never throws.
 */
function validateOnce(uuid: string): Promise<Validation> {
  const known = validations.get(uuid) ?? validate(uuid);
  validations.set(uuid, known);
  return known;
}

/** `/onboarding/validate-email/{uuid}`: the result of the link from the email. */
export default function ValidateEmailScreen() {
  const { uuid = '' } = useParams();
  return <Link key={uuid} uuid={uuid} />;
}

function useValidation(uuid: string) {
  const { value: validation, retry } = useLoad(() => validateOnce(uuid), [uuid]);
  const setPassword = async (password: string, removePhone: boolean) => {
    const result = await handleAnswer(await validateEmail(uuid, { password, removePhone }));
    validations.set(uuid, Promise.resolve(result));
    retry();
  };
  const tryAgain = () => {
    validations.delete(uuid);
    retry();
  };
  return { validation, tryAgain, setPassword };
}

function Link({ uuid }: { uuid: string }) {
  const t = useText(words);
  const { validation, tryAgain, setPassword } = useValidation(uuid);
  if (!validation) return <Waiting caption={t('validate.busy')} />;
  if (validation.outcome === 'approved') return <Validated session={validation.session} />;
  if (validation.outcome === 'review') return <UnderReview />;
  if (validation.outcome === 'password-due') {
    return <OwnPassword maskedPhone={validation.maskedPhone} send={setPassword} />;
  }
  return <Failed error={validation.error} onRetry={tryAgain} />;
}

function Validated({ session }: Pick<Extract<Validation, { outcome: 'approved' }>, 'session'>) {
  const t = useText(words);
  useEffect(() => {
    if (session) openSession(session);
  }, [session]);
  return (
    <Page
      mark={<SuccessMark />}
      title={t('validate.done')}
      intro={session ? t('validate.doneText') : t('validate.doneOut')}
    >
      <Actions>
        {session ? (
          <LinkButton to={paths.onboarding.patientComplete} replace>
            <Capital>{t('validate.start')}</Capital>
          </LinkButton>
        ) : (
          <LinkButton to={paths.onboarding.login} replace>
            {t('backToLogin')}
          </LinkButton>
        )}
      </Actions>
    </Page>
  );
}

function UnderReview() {
  const t = useText(words);
  const tCommon = useText(common);
  return (
    <Page mark={<DiscMark icon={<Clock />} />} title={t('validate.review')} intro={tCommon('login.review')}>
      <Actions>
        <LinkButton to={paths.onboarding.login}>{t('backToLogin')}</LinkButton>
      </Actions>
    </Page>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useText(words);
  const reason = useReason();
  return (
    <Page title={t('validate.failed')} intro={t('validate.failedText')}>
      <Stack $gap={16}>
        <Note tone="warning">{reason(error)}</Note>
        <SupportContacts />
      </Stack>
      <Actions>
        {!isRefusal(error) && <Button onClick={onRetry}>{t('validate.again')}</Button>}
        <LinkButton to={paths.onboarding.login} variant={isRefusal(error) ? 'primary' : 'plain'}>
          {t('backToLogin')}
        </LinkButton>
      </Actions>
    </Page>
  );
}

interface OwnPasswordValues extends Passwords {
  notMine: boolean;
}

interface OwnPasswordProps {
  /** The registered mobile number; empty without one. */
  maskedPhone: string;
  /** Validates the email with this password. */
  send(password: string, removePhone: boolean): Promise<void>;
}

/**
 * Asks for a password when a validation link is opened in another browser than the one that registered: someone else
 * may have created the account. The earlier password stops working.
 */
function OwnPassword({ maskedPhone, send }: OwnPasswordProps) {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const { error, submit } = useSubmit(({ password, notMine }: OwnPasswordValues) => send(password, notMine));
  const phone = maskedPhone.replaceAll(' ', '\u00a0');
  return (
    <Page title={t('ownPassword.title')} intro={t('ownPassword.text')}>
      <ScreenForm
        initialValues={{ ...NO_PASSWORDS, notMine: false }}
        schema={schema}
        onSubmit={submit}
        submitLabel={t('ownPassword.submit')}
      >
        <PasswordFields />
        {maskedPhone !== '' && (
          <FormikField<boolean> name="notMine">
            {({ error: _none, ...field }) => (
              <CheckboxField
                {...field}
                label={t('ownPassword.notMine', { phone })}
                hint={t('ownPassword.notMineHint')}
              />
            )}
          </FormikField>
        )}
        {error !== null && <FailureNote error={error} />}
      </ScreenForm>
    </Page>
  );
}
