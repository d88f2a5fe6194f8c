import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, LinkButton, Note, Page, paths, Stack, useText } from 'shared-ui';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  FormikField,
  KeepDraft,
  TextField,
  useFormikContext,
  useUnsent,
} from 'shared-ui/forms';
import { EmailField } from '../../components/EmailField.tsx';
import { Trouble } from '../../components/Trouble.tsx';
import { type LoginOutcome, logIn } from '../../session/log-in.ts';
import { words } from '../../words.ts';
import { loginSchema } from './schema.ts';
import { Unvalidated } from './Unvalidated.tsx';

const draft = createDraft({ email: '' });
const take = ({ email }: { email: string }) => ({ email });

/** What the last attempt led to, and for which address. */
type Attempt = { outcome: LoginOutcome | 'failed'; email: string; error?: unknown };

/** `/onboarding/login`: e-mail and password. The four outcomes: docs/product-rules.md#login. */
export default function LoginScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const schema = useMemo(() => loginSchema(t), [t]);
  const submit = async (values: { email: string; password: string }) => {
    setAttempt(null);
    const email = values.email.trim();
    try {
      const outcome = await logIn(email, values.password);
      if (outcome === 'in') navigate(paths.onboarding.patientComplete);
      else setAttempt({ outcome, email });
    } catch (error) {
      console.info('The sign-in failed', error);
      setAttempt({ outcome: 'failed', email, error });
    }
  };
  return (
    <Page title={t('login.title')}>
      <Formik initialValues={{ ...draft.get(), password: '' }} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} take={take} />
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <EmailField label={t('login.email')} autoComplete="username" />
              <Password />
              {attempt && <Outcome {...attempt} />}
            </Stack>
            <Actions>
              <Button type="submit" busy={isSubmitting}>
                {t('login.submit')}
              </Button>
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

/** Kept nowhere: it goes with the screen. */
function Password() {
  const t = useText(words);
  const { password } = useFormikContext<{ password: string }>().values;
  useUnsent(password !== '');
  return (
    <FormikField name="password">
      {(field) => (
        <TextField
          {...field}
          label={t('login.password')}
          type="password"
          autoComplete="current-password"
          enterKeyHint="go"
          reveal={{ show: t('login.show'), hide: t('login.hide') }}
          required
        />
      )}
    </FormikField>
  );
}

function Outcome({ outcome, email, error }: Attempt) {
  const t = useText(words);
  if (outcome === 'unvalidated') return <Unvalidated email={email} />;
  if (outcome === 'review') {
    return (
      <Note tone="info" live="alert">
        {t('login.review')}
      </Note>
    );
  }
  return <Trouble error={error} refusal={t('login.failed')} always />;
}
