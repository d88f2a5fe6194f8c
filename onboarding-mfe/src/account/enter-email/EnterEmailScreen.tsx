import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, confirmEmail, LinkButton, Page, paths, Stack, useText } from 'shared-ui';
import { Form, FormErrors, Formik, FormikField, TextField, yup } from 'shared-ui/forms';
import { createDraft } from '../../components/draft.ts';
import { KeepTyped } from '../../components/KeepTyped.tsx';
import { Trouble } from '../../components/Trouble.tsx';
import { endIfOver } from '../../session/failure.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { words as common } from '../../words.ts';
import { words } from '../words.ts';

const draft = createDraft({ email: '' });

/** `/onboarding/enter-email`: the e-mail step before a new mobile number. Whether it matches, the server says. */
export default function EnterEmailScreen() {
  return <SignedIn level="narrow">{() => <EnterEmail />}</SignedIn>;
}

function EnterEmail() {
  const t = useText(words);
  const tCommon = useText(common);
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(null);
  const schema = useMemo(
    () => yup.object({ email: yup.string().trim().required(tCommon('form.emailRequired')) }),
    [tCommon],
  );
  const submit = async ({ email }: { email: string }) => {
    setError(null);
    try {
      await confirmEmail(email);
      draft.forget();
      navigate(paths.onboarding.enterNewMobile);
    } catch (failure) {
      setError(failure);
      await endIfOver(failure);
    }
  };
  return (
    <Page title={t('newMobile.emailTitle')} intro={t('newMobile.emailIntro')}>
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
                    autoComplete="email"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={254}
                    required
                  />
                )}
              </FormikField>
              {error !== null && <Trouble error={error} refusal={t('newMobile.emailFailed')} />}
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
