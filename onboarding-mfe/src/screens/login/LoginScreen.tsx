import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, LinkButton, Note, Page, paths, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
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
import { KeptInvitation } from '../../components/KeptInvitation.tsx';
import { SubmitError } from '../../components/SubmitError.tsx';
import { acceptKeptInvitation } from '../../session/accept-kept.ts';
import { type LoginOutcome, logIn } from '../../session/log-in.ts';
import { words } from '../../words.ts';
import { loginSchema } from './schema.ts';
import { Unvalidated } from './Unvalidated.tsx';

const draft = createDraft({ email: '' });
const take = ({ email }: { email: string }) => ({ email });

/** Where a session that was opened goes on. */
const NEXT = { in: paths.onboarding.patientComplete, 'second-factor': staffPaths.secondFactor } as const;

/** Why a right password did not let the user in, and for which address. */
interface Refusal {
  outcome: Exclude<LoginOutcome, keyof typeof NEXT>;
  email: string;
}

/** `/onboarding/login`: e-mail and password. The four outcomes: docs/product-rules.md#login. */
export default function LoginScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const schema = useMemo(() => loginSchema(t), [t]);
  const { error, submit } = useSubmit(async ({ email, password }: { email: string; password: string }) => {
    setRefusal(null);
    const address = email.trim();
    const outcome = await logIn(address, password);
    if (outcome !== 'in' && outcome !== 'second-factor') return setRefusal({ outcome, email: address });
    if (outcome === 'in') await acceptKeptInvitation();
    navigate(NEXT[outcome]);
  });
  return (
    <Page title={t('login.title')}>
      <Formik initialValues={{ ...draft.get(), password: '' }} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} take={take} />
            <Stack $gap={16}>
              <KeptInvitation />
              <FormErrors title={t('form.check')} />
              <EmailField label={t('login.email')} autoComplete="username" />
              <Password />
              {refusal && <Refused {...refusal} />}
              {error !== null && <SubmitError error={error} refusal={t('login.failed')} always />}
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

function Refused({ outcome, email }: Refusal) {
  const t = useText(words);
  if (outcome === 'unvalidated') return <Unvalidated email={email} />;
  return (
    <Note tone="info" live="alert">
      {t('login.review')}
    </Note>
  );
}
