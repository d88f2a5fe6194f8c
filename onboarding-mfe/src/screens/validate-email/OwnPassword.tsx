import { useMemo } from 'react';
import { Actions, Button, Note, Page, Stack, useSubmit, useText } from 'shared-ui';
import { CheckboxField, Form, FormErrors, Formik, FormikField } from 'shared-ui/forms';
import { NO_PASSWORDS, PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { isRefusal, useReason } from '../../session/failure.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';

interface Values extends Passwords {
  notMine: boolean;
}

interface Props {
  /** The registered mobile number; empty without one. */
  maskedPhone: string;
  /** Validates the email with this password. Throws ApiFailure. */
  send(password: string, removePhone: boolean): Promise<void>;
}

/**
 * Asks for a password when a validation link is opened in another browser than the one that registered: someone else
 * may have created the account. The earlier password stops working.
 */
export function OwnPassword({ maskedPhone, send }: Props) {
  const t = useText(words);
  const tCommon = useText(common);
  const reason = useReason();
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const { error, submit } = useSubmit(({ password, notMine }: Values) => send(password, notMine));
  const phone = maskedPhone.replaceAll(' ', '\u00a0');
  return (
    <Page title={t('ownPassword.title')} intro={t('ownPassword.text')}>
      <Formik initialValues={{ ...NO_PASSWORDS, notMine: false }} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={tCommon('form.check')} />
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
              {error !== null && (
                <Note tone={isRefusal(error) ? 'error' : 'warning'} live="alert">
                  {reason(error)}
                </Note>
              )}
            </Stack>
            <Actions>
              <Button type="submit" busy={isSubmitting}>
                {t('ownPassword.submit')}
              </Button>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}
