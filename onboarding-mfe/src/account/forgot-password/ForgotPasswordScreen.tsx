import { useMemo, useState } from 'react';
import { Actions, Button, LinkButton, Page, paths, requestPasswordReset, Stack, SuccessMark, useText } from 'shared-ui';
import { Form, FormErrors, Formik, FormikField, TextField, yup } from 'shared-ui/forms';
import { createDraft } from '../../components/draft.ts';
import { emailField } from '../../components/email.ts';
import { KeepTyped } from '../../components/KeepTyped.tsx';
import { Trouble } from '../../components/Trouble.tsx';
import { useWayBack } from '../../components/useWayBack.ts';
import { words as common } from '../../words.ts';
import { words } from '../words.ts';

const draft = createDraft({ email: '' });

/** `/onboarding/forgot-password`: has a link to set a new password sent. */
export default function ForgotPasswordScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? <Request onSent={setSentTo} /> : <Sent email={sentTo} />;
}

function Request({ onSent }: { onSent(email: string): void }) {
  const t = useText(words);
  const tCommon = useText(common);
  const [error, setError] = useState<unknown>(null);
  const schema = useMemo(() => yup.object({ email: emailField(tCommon) }), [tCommon]);
  const back = useWayBack(paths.onboarding.login);
  const submit = async ({ email }: { email: string }) => {
    setError(null);
    try {
      await requestPasswordReset(email);
      draft.forget();
      onSent(email.trim());
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <Page title={t('forgot.title')} intro={t('forgot.intro')} back={back}>
      <Formik initialValues={draft.get()} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <KeepTyped keep={draft.set} />
            <Stack $gap={16}>
              <FormErrors title={tCommon('form.check')} />
              <FormikField name="email">
                {(field) => (
                  <TextField
                    {...field}
                    label={t('email')}
                    type="email"
                    autoComplete="username"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={254}
                    required
                  />
                )}
              </FormikField>
              {error !== null && <Trouble error={error} refusal={t('forgot.failed')} />}
            </Stack>
            <Actions>
              <Button type="submit" busy={isSubmitting}>
                {t('submit')}
              </Button>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}

function Sent({ email }: { email: string }) {
  const t = useText(words);
  return (
    <Page title={t('forgot.done')} intro={t('forgot.doneText', { email })}>
      <SuccessMark />
      <Actions>
        <LinkButton to={paths.onboarding.login}>{t('backToLogin')}</LinkButton>
      </Actions>
    </Page>
  );
}
