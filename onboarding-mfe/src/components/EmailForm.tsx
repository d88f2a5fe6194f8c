import type { ReactNode } from 'react';
import { useSubmit, useText } from 'shared-ui';
import type { Draft, Schema } from 'shared-ui/forms';
import { words } from '../words-account.ts';
import { EmailField } from './fields/text.tsx';
import { ScreenForm } from './ScreenForm.tsx';
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
  /** Links below the button. */
  children?: ReactNode;
}

/** Form with a single email field. */
export function EmailForm({ draft, schema, send, refusal, autoComplete, children }: Props) {
  const t = useText(words);
  const { error, submit } = useSubmit(async ({ email }: { email: string }) => {
    await send(email);
    void draft.forget();
  });
  return (
    <ScreenForm
      initialValues={draft.get()}
      schema={schema}
      onSubmit={submit}
      draft={draft}
      submitLabel={t('submit')}
      links={children}
    >
      <EmailField label={t('email')} autoComplete={autoComplete} isLast />
      {error !== null && <SubmitError error={error} refusal={refusal} />}
    </ScreenForm>
  );
}
