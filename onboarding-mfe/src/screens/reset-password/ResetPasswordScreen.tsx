import { useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  Actions,
  ApiFailure,
  Button,
  endSession,
  LinkButton,
  Note,
  Page,
  paths,
  Stack,
  SuccessMark,
  signedInUser,
  store,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, FormErrors, Formik } from 'shared-ui/forms';
import { resetPassword, setFirstPassword } from '../../api/accounts.ts';
import { NO_PASSWORDS, PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { SupportContacts } from '../../components/screen-parts.tsx';
import { FailureNote } from '../../session/failure.tsx';
import { clearFirstPasswordLink, readFirstPasswordLink, storeFirstPasswordLink } from '../../session/tab-value.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

/** Returns whether the link has expired or was used, so that it accepts no password any more. */
const isInvalidLink = (error: unknown) => error instanceof ApiFailure && error.code === 'LINK_DEAD';

/** Returns whether the account needs a sign-in by wristband and PIN first. */
const needsWristband = (error: unknown) => error instanceof ApiFailure && error.code === 'WRISTBAND_REQUIRED';

/**
 * `/onboarding/reset-password/{uuid}`: sets a new password with the link from the email. A first password needs a sign-in
 * by wristband and PIN, which leads back here.
 */
export default function ResetPasswordScreen() {
  const { uuid = '' } = useParams();
  const [isDone, setIsDone] = useState(false);
  const [isFirst, setIsFirst] = useState(() => readFirstPasswordLink() === uuid);
  const user = useStore(signedInUser);
  const isSignedIn = user !== undefined;
  useEffect(() => {
    if (isFirst && !isSignedIn && !isDone) storeFirstPasswordLink(uuid);
    else clearFirstPasswordLink();
  }, [uuid, isFirst, isSignedIn, isDone]);
  if (isDone) return <Done />;
  if (isFirst && !isSignedIn) return <WristbandFirst />;
  return (
    <NewPassword
      uuid={uuid}
      email={isFirst && user ? user.email : null}
      onFirst={() => setIsFirst(true)}
      onDone={() => setIsDone(true)}
    />
  );
}

interface NewPasswordProps {
  uuid: string;
  /** The signed-in user's email if this is their first password. */
  email: string | null;
  /** Called when the server says that this is a first password. */
  onFirst(): void;
  onDone(): void;
}

function NewPassword({ uuid, email, onFirst, onDone }: NewPasswordProps) {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const { error, submit } = useSubmit(async ({ password }: Passwords) => {
    try {
      await (email === null ? resetPassword(uuid, password) : setFirstPassword(uuid, password));
    } catch (failure) {
      if (needsWristband(failure)) return onFirst();
      throw failure;
    }
    onDone();
    // A new password ends every session of its account on the server. Ending this one here avoids the message that it
    // ran out.
    if (store.getState().session.me) await endSession();
  });
  return (
    <Page title={t('reset.title')}>
      <Formik initialValues={NO_PASSWORDS} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              {email !== null && (
                <Note tone="warning" live="status">
                  {t('reset.ownEmail', { email })}
                </Note>
              )}
              <FormErrors title={tCommon('form.check')} />
              <PasswordFields />
              {/* For a link, the server's message says whether it expired or was used. */}
              {error !== null && <FailureNote error={error} />}
            </Stack>
            <Actions>
              {isInvalidLink(error) ? (
                <LinkButton to={paths.onboarding.forgotPassword}>{t('reset.again')}</LinkButton>
              ) : (
                <Button type="submit" busy={isSubmitting}>
                  {t('submit')}
                </Button>
              )}
              {email === null ? (
                <LinkButton to={paths.onboarding.login} variant="plain">
                  {t('backToLogin')}
                </LinkButton>
              ) : (
                <LinkButton to={paths.onboarding.patientComplete} variant="plain">
                  {t('reset.later')}
                </LinkButton>
              )}
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

/** Says how to sign in, so that a mistyped email opens no record. */
function WristbandFirst() {
  const t = useText(words);
  const tCommon = useText(common);
  return (
    <Page title={t('reset.wristband')} intro={t('reset.wristbandText')}>
      <Actions>
        <LinkButton to={paths.onboarding.qrcode}>{tCommon('choice.wristband')}</LinkButton>
        <LinkButton to={paths.onboarding.login} variant="plain">
          {t('backToLogin')}
        </LinkButton>
      </Actions>
      <SupportContacts />
    </Page>
  );
}

function Done() {
  const t = useText(words);
  return (
    <Page mark={<SuccessMark />} title={t('reset.done')} intro={t('reset.doneText')}>
      <Actions>
        <LinkButton to={paths.onboarding.login} replace>
          {t('backToLogin')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
