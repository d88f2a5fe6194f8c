import type { OwnDataState, Proof } from 'mock-api/contract';
import { useMemo } from 'react';
import {
  Actions,
  ApiFailure,
  Button,
  defineWords,
  Note,
  Skeleton,
  Soft,
  Stack,
  type Translate,
  useLoad,
  useSubmit,
  useText,
} from 'shared-ui';
import { Form, FormErrors, Formik, FormikField, TextField, yup } from 'shared-ui/forms';
import { confirmIdentity, fetchOwnDataState, sendPin } from '../../api/own-data.ts';
import en from '../../locales/own-data.en.json';
import fr from '../../locales/own-data.fr.json';

/** Translations for downloading and erasing one's own data, which the home screen doesn't need. */
export const words = defineWords('timeline-own-data', { en, fr });

interface Props {
  /** Label of the button that confirms and goes on. */
  label: string;
  danger?: boolean;
  /** Runs once the server has confirmed who it is. Its failure is shown. */
  onConfirmed(): Promise<void>;
  onCancel(): void;
}

/** Asks for the password or, for an account without one, a PIN by text, then goes on. */
export function ConfirmIdentity(props: Props) {
  const t = useText(words);
  const { state, value, retry } = useLoad(fetchOwnDataState, []);
  if (value) return <ProofForm {...props} state={value} />;
  if (state === 'loading') return <Skeleton label={t('confirmTitle')} />;
  return (
    <Note tone="warning">
      <p>{t('failed')}</p>
      <Button variant="plain" compact onClick={retry}>
        {t('again')}
      </Button>
    </Note>
  );
}

interface Values {
  secret: string;
}

const schemaFor = (proof: OwnDataState['proof'], t: Translate<'passwordRequired' | 'pinRequired'>) => {
  const secret = yup.string().trim();
  return yup.object({
    secret:
      proof === 'pin'
        ? secret.required(t('pinRequired')).matches(/^\d{4}$/, t('pinRequired'))
        : secret.required(t('passwordRequired')),
  });
};

const reasonOf = (error: unknown) => (error instanceof ApiFailure && error.message) || undefined;

function ProofForm({
  state: { proof, maskedPhone },
  label,
  danger,
  onConfirmed,
  onCancel,
}: Props & { state: OwnDataState }) {
  const t = useText(words);
  const schema = useMemo(() => schemaFor(proof, t), [proof, t]);
  const { error, submit } = useSubmit(async ({ secret }: Values) => {
    const given: Proof = proof === 'pin' ? { pin: secret.trim() } : { password: secret };
    await confirmIdentity(given);
    await onConfirmed();
  });
  return (
    <Formik initialValues={{ secret: '' }} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <Stack $gap={16}>
            <FormErrors title={t('check')} />
            {proof === 'pin' && <SendPin phone={maskedPhone} />}
            <FormikField name="secret">
              {(field) =>
                proof === 'pin' ? (
                  <TextField
                    {...field}
                    label={t('pin')}
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    maxLength={4}
                    required
                  />
                ) : (
                  <TextField
                    {...field}
                    label={t('password')}
                    type="password"
                    autoComplete="current-password"
                    reveal={{ show: t('show'), hide: t('hide') }}
                    required
                  />
                )
              }
            </FormikField>
            {error !== null && (
              <Note tone="error" live="alert">
                {reasonOf(error) ?? t('failed')}
              </Note>
            )}
          </Stack>
          <Actions>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isSubmitting}>
              {label}
            </Button>
            <Button variant="plain" onClick={onCancel}>
              {t('cancel')}
            </Button>
          </Actions>
        </Form>
      )}
    </Formik>
  );
}

function SendPin({ phone }: { phone: string }) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(sendPin);
  return (
    <Stack>
      <Soft>{t('pinText', { phone })}</Soft>
      <div role="status">{state === 'sent' && <Note tone="success">{t('pinSent')}</Note>}</div>
      {error !== null && (
        <Note tone="error" live="alert">
          {reasonOf(error) ?? t('failed')}
        </Note>
      )}
      <Button variant="ghost" compact busy={state === 'sending'} onClick={() => void submit()}>
        {t('pinSend')}
      </Button>
      <Soft>{t('pinHelp')}</Soft>
    </Stack>
  );
}
