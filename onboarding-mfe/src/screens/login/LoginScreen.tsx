import { useMemo } from 'react';
import { Actions, Button, LinkButton, Note, Page, paths, Stack, useText } from 'shared-ui';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  FormikField,
  hasPasskeys,
  KeepDraft,
  TextField,
  useFormikContext,
  useUnsent,
} from 'shared-ui/forms';
import { EmailField } from '../../components/EmailField.tsx';
import { KeptInvitation } from '../../components/KeptInvitation.tsx';
import { PasskeyError } from '../../components/PasskeyError.tsx';
import { SubmitError } from '../../components/SubmitError.tsx';
import { words } from '../../words.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { loginSchema } from './schema.ts';
import { Unvalidated } from './Unvalidated.tsx';
import { type Refusal, useSignIn } from './useSignIn.ts';

const draft = createDraft({ email: '' });
const take = ({ email }: { email: string }) => ({ email });

/** `/onboarding/login`: email and password, or a passkey. The four outcomes: docs/product-rules.md#login. */
export default function LoginScreen() {
  const t = useText(words);
  const schema = useMemo(() => loginSchema(t), [t]);
  const { refusal, passwordError, passkeyError, isAskingDevice, withPassword, withPasskey } = useSignIn();
  return (
    <Page title={t('login.title')}>
      <Formik initialValues={{ ...draft.get(), password: '' }} validationSchema={schema} onSubmit={withPassword}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <KeepDraft draft={draft} take={take} />
            <Stack $gap={16}>
              <KeptInvitation />
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
              {hasPasskeys() && <PasskeyButton busy={isAskingDevice} onPress={() => void withPasskey()} />}
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
