import type { ReactNode } from 'react';
import { Actions, Button, Stack, useSubmit, useText } from 'shared-ui';
import { type Draft, Form, FormErrors, Formik, KeepDraft, type Schema } from 'shared-ui/forms';
import { words as common } from '../words.ts';
import { words } from '../words-account.ts';
import { EmailField } from './fields/email.tsx';
import { SubmitError } from './SubmitError.tsx';

interface Props {
  /** Stores the input until it is sent. */
  draft: Draft<{ email: string }>;
  schema: Schema;
  /** Sends the address. Errors are shown under the field. */
  send(email: string): Promise<void>;
  /** Message shown when the server refuses the address. */
  refusal: string;
  autoComplete: 'email' | 'username';
  /** Links shown next to the button. */
  children?: ReactNode;
}

/** Form with a single email field. */
export function EmailForm({ draft, schema, send, refusal, autoComplete, children }: Props) {
  const t = useText(words);
  const tCommon = useText(common);
  const { error, submit } = useSubmit(async ({ email }: { email: string }) => {
    await send(email);
    void draft.forget();
  });
  return (
    <Formik initialValues={draft.get()} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <KeepDraft draft={draft} />
          <Stack $gap={16}>
            <FormErrors title={tCommon('form.check')} />
            <EmailField label={t('email')} autoComplete={autoComplete} isLast />
            {error !== null && <SubmitError error={error} refusal={refusal} />}
          </Stack>
          <Actions>
            <Button type="submit" busy={isSubmitting}>
              {t('submit')}
            </Button>
            {children}
          </Actions>
        </Form>
      )}
    </Formik>
  );
}
