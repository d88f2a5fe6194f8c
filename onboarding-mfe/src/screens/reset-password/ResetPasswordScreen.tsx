import { useMemo, useState } from 'react';
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
  store,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, FormErrors, Formik } from 'shared-ui/forms';
import { resetPassword } from '../../api/accounts.ts';
import { NO_PASSWORDS, PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { isRefusal, useReason } from '../../session/failure.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

/** Returns whether the link has expired or was used, so that it accepts no password any more. */
const isInvalidLink = (error: unknown) => error instanceof ApiFailure && error.code === 'LINK_DEAD';

/** `/onboarding/reset-password/{uuid}`: sets a new password with the link from the email. */
export default function ResetPasswordScreen() {
  const { uuid = '' } = useParams();
  const [isDone, setIsDone] = useState(false);
  return isDone ? <Done /> : <NewPassword uuid={uuid} onDone={() => setIsDone(true)} />;
}

function NewPassword({ uuid, onDone }: { uuid: string; onDone(): void }) {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const { error, submit } = useSubmit(async ({ password }: Passwords) => {
    await resetPassword(uuid, password);
    // A new password ends every session of its account on the server. Ending this one here avoids the message that it
    // ran out.
    if (store.getState().session.me) await endSession();
    onDone();
  });
  return (
    <Page title={t('reset.title')}>
      <Formik initialValues={NO_PASSWORDS} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={tCommon('form.check')} />
              <PasswordFields />
              {error !== null && <Refused error={error} />}
            </Stack>
            <Actions>
              {isInvalidLink(error) ? (
                <LinkButton to={paths.onboarding.forgotPassword}>{t('reset.again')}</LinkButton>
              ) : (
                <Button type="submit" busy={isSubmitting}>
                  {t('submit')}
                </Button>
              )}
              <LinkButton to={paths.onboarding.login} variant="plain">
                {t('backToLogin')}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

/** Shows why the call failed. For a link, the server's message says whether it expired or was used. */
function Refused({ error }: { error: unknown }) {
  const reason = useReason();
  return (
    <Note tone={isRefusal(error) ? 'error' : 'warning'} live="alert">
      {reason(error)}
    </Note>
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
