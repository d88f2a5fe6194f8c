import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import type { Me, PasskeyAssertion, PasskeyRequest, User } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  call,
  endSession,
  Note,
  Page,
  paths,
  runtimeConfig,
  Stack,
  staffPaths,
  store,
  upgradeSession,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, Formik, hasPasskeys, presentPasskey, returnPathOf, yup } from 'shared-ui/forms';
import { resendSecondFactor, verifySecondFactor } from '../../api/sign-in.ts';
import {
  CodeField,
  type CodeValues,
  codeSchema,
  NO_CODE,
  ResendButton,
} from '../../components/fields/one-time-code.tsx';
import { FormTextField } from '../../components/fields/text.tsx';
import { PasskeyError } from '../../components/SubmitError.tsx';
import { FailureNote, withSessionCheck } from '../../session/failure.tsx';
import { SignedIn } from '../../session/SignedIn.tsx';
import { answerTutorialOffer } from '../../session/tutorial.ts';
import { words } from '../../words-account.ts';
import { EnrolStep } from './EnrolStep.tsx';

/** Returns the challenge that a staff member's browser signs. */
const requestSecondFactorChallenge = () => call<PasskeyRequest>('post', 'v1/passkeys/second-factor/options');

/** Verifies the passkey, which makes the session full. Resolves with the complete user. */
const verifySecondFactorPasskey = (credential: PasskeyAssertion) =>
  call<User>('post', 'v1/passkeys/second-factor/verify', { credential });

/**
 * Returns the handler for a successful second factor; after the emailed code, a first factor may still be due. Staff need no tutorial: they land on the desk, or where they were
 * when their session ended, and can open the demo from there.
 */
function useUpgrade(): (me: Me) => void {
  const navigate = useNavigate();
  return (me) => {
    upgradeSession(me);
    if (me.scope === 'narrow') return;
    answerTutorialOffer(false);
    navigate(returnPathOf(store.getState()) ?? staffPaths.desk, { replace: true });
  };
}

/**
 * `/onboarding/second-factor`: after their password, staff use their passkey, enter the code of their authenticator app
 * or the one that was emailed to them, or set up their first factor.
 */
export default function SecondFactorScreen() {
  const [wantsCode, setWantsCode] = useState(false);
  const upgrade = useUpgrade();
  return (
    <SignedIn level="narrow">
      {(me) => {
        if (me.scope === 'full') return <CodeStep />;
        if (me.roleType !== 'staff') return <Navigate to={paths.onboarding.pinCode} replace />;
        if (me.secondFactor === 'enrol') return <EnrolStep onEnrolled={upgrade} />;
        if (me.secondFactor === 'passkey' && !wantsCode) return <PasskeyStep onCode={() => setWantsCode(true)} />;
        const isByApp = me.secondFactor === 'authenticator' || (wantsCode && !runtimeConfig().demo);
        return isByApp ? <AppStep /> : <CodeStep />;
      }}
    </SignedIn>
  );
}

/** The passkey of staff after their password. Without its device they use their app or, in a demo, a code by email. */
function PasskeyStep({ onCode }: { onCode(): void }) {
  const t = useText(words);
  const upgrade = useUpgrade();
  const check = useSubmit(async () => {
    byEmail.reset();
    const challenge = await withSessionCheck(requestSecondFactorChallenge());
    upgrade(await withSessionCheck(verifySecondFactorPasskey(await presentPasskey(challenge))));
  });
  const byEmail = useSubmit(async () => {
    check.reset();
    await withSessionCheck(resendSecondFactor());
    onCode();
  });
  const error = check.error ?? byEmail.error;
  return (
    <Page title={t('secondFactor.title')} intro={<p>{t('secondFactor.passkeyText')}</p>}>
      <Stack $gap={16}>
        {!hasPasskeys() && <Note tone="info">{t('passkey.impossible')}</Note>}
        {error !== null && <PasskeyError error={error} />}
      </Stack>
      <Actions>
        {hasPasskeys() && (
          <Button icon={<KeyRound />} busy={check.state === 'sending'} onClick={() => void check.submit()}>
            {t('secondFactor.passkey')}
          </Button>
        )}
        {runtimeConfig().demo ? (
          <Button
            variant="ghost"
            icon={<Mail />}
            busy={byEmail.state === 'sending'}
            onClick={() => void byEmail.submit()}
          >
            {t('secondFactor.byEmail')}
          </Button>
        ) : (
          <Button variant="ghost" onClick={onCode}>
            {t('secondFactor.byApp')}
          </Button>
        )}
        <Button variant="plain" onClick={() => void endSession()}>
          {t('secondFactor.leave')}
        </Button>
      </Actions>
    </Page>
  );
}

/** The code of staff's authenticator app or, without the phone, a recovery code. */
function AppStep() {
  const t = useText(words);
  const [hasPhone, setHasPhone] = useState(true);
  const upgrade = useUpgrade();
  const { error, submit, reset } = useSubmit(async ({ code }: CodeValues) =>
    upgrade(await withSessionCheck(verifySecondFactor(code.replaceAll(' ', '')))),
  );
  const recovery = useMemo(() => {
    const code = yup.string().trim().required(t('secondFactor.recoveryRequired'));
    return yup.object({ code: code.matches(RECOVERY_CODE, t('secondFactor.recoveryRequired')) });
  }, [t]);
  const turn = () => {
    reset();
    setHasPhone(!hasPhone);
  };
  return (
    <Page title={t('secondFactor.title')} focusHeading={!hasPhone}>
      <Formik
        key={String(hasPhone)}
        initialValues={NO_CODE}
        validationSchema={hasPhone ? SCHEMA : recovery}
        onSubmit={submit}
      >
        {({ values, isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              {hasPhone ? (
                <CodeField
                  label={t('secondFactor.appLabel')}
                  hint={t('secondFactor.appText')}
                  count={CODE_LENGTH}
                  error={error}
                />
              ) : (
                <FormTextField
                  name="code"
                  label={t('secondFactor.recoveryLabel')}
                  hint={t('secondFactor.recoveryHint')}
                  autoComplete="off"
                  maxLength={24}
                  required
                />
              )}
              {error !== null && <FailureNote error={error} tone="error" />}
            </Stack>
            <Actions>
              <Button type="submit" disabled={hasPhone && !SCHEMA.isValidSync(values)} busy={isSubmitting}>
                {t('secondFactor.submit')}
              </Button>
              <Button variant="ghost" onClick={turn}>
                {t(hasPhone ? 'secondFactor.recovery' : 'secondFactor.useApp')}
              </Button>
              <Button variant="plain" onClick={() => void endSession()}>
                {t('secondFactor.leave')}
              </Button>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

/** Number of digits in the code that is emailed to staff, and in an authenticator app's. */
const CODE_LENGTH = 6;
const SCHEMA = codeSchema(CODE_LENGTH);
const RECOVERY_CODE = /^[a-z2-7]{4}([- ]?[a-z2-7]{1,4}){3}$/i;

/** The code that is emailed to staff after their password. */
function CodeStep() {
  const t = useText(words);
  const upgrade = useUpgrade();
  const check = useSubmit(async (code: string) => upgrade(await withSessionCheck(verifySecondFactor(code))));
  const again = useSubmit(() => withSessionCheck(resendSecondFactor()));
  const error = check.error ?? again.error;
  const submit = ({ code }: CodeValues) => {
    again.reset();
    return check.submit(code);
  };
  const sendAgain = () => {
    check.reset();
    return again.submit();
  };
  return (
    <Page title={t('secondFactor.title')} focusHeading={false}>
      <Formik initialValues={NO_CODE} validationSchema={SCHEMA} onSubmit={submit}>
        {({ values, isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <div role="status">
                {again.state === 'sent' && <Note tone="success">{t('secondFactor.resent')}</Note>}
              </div>
              <CodeField
                label={t('secondFactor.label')}
                hint={t('secondFactor.text')}
                count={CODE_LENGTH}
                error={check.error}
              />
              {error !== null && <FailureNote error={error} tone="error" />}
            </Stack>
            <Actions>
              <Button type="submit" disabled={!SCHEMA.isValidSync(values)} busy={isSubmitting}>
                {t('secondFactor.submit')}
              </Button>
              <ResendButton busy={again.state === 'sending'} onResend={sendAgain}>
                {t('secondFactor.resend')}
              </ResendButton>
              <Button variant="plain" onClick={() => void endSession()}>
                {t('secondFactor.leave')}
              </Button>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}
