import type { ReactNode } from 'react';
import { Actions, Button, Stack, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, type FormikConfig, type Schema, useFormikContext, useUnsent } from 'shared-ui/forms';
import { words } from '../words.ts';
import { Failure } from './feedback.tsx';

interface FormProps<Values> extends Pick<FormikConfig<Values>, 'initialValues'> {
  schema: Schema;
  /** Sends the values. A rejection is shown below the fields, which keep their values. */
  send(values: Values): Promise<void>;
  submitLabel: string;
  variant?: 'primary' | 'danger';
  onClose(): void;
  children: ReactNode;
}

interface Props<Values> extends FormProps<Values> {
  open: boolean;
  title: string;
  /** Whether closing the dialog keeps what was typed. */
  keepsValues?: boolean;
}

/** A dialog with a form, and buttons that submit and cancel it. */
export function DialogForm<Values extends object>({ open, title, keepsValues = false, ...form }: Props<Values>) {
  const inDialog = (content: ReactNode) => (
    <Dialog open={open} onClose={form.onClose} title={title}>
      {content}
    </Dialog>
  );
  // The content of a dialog is unmounted when it closes.
  return keepsValues ? <SentForm {...form} frame={inDialog} /> : inDialog(<SentForm {...form} />);
}

interface SentFormProps<Values> extends FormProps<Values> {
  /** Wraps the form inside its Formik context. */
  frame?(content: ReactNode): ReactNode;
}

function SentForm<Values extends object>({
  initialValues,
  schema,
  send,
  submitLabel,
  variant = 'primary',
  onClose,
  children,
  frame = (content) => content,
}: SentFormProps<Values>) {
  const t = useText(words);
  const { error, submit } = useSubmit(send);
  return (
    <Formik initialValues={initialValues} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) =>
        frame(
          <Form noValidate>
            <UnsentTyping />
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              {children}
              <Failure error={error} />
            </Stack>
            <Actions>
              <Button type="submit" variant={variant} busy={isSubmitting}>
                {submitLabel}
              </Button>
              <Button variant="plain" onClick={onClose}>
                {t('cancel')}
              </Button>
            </Actions>
          </Form>,
        )
      }
    </Formik>
  );
}

/** Inside a Formik form: marks its values as unsent while they differ from the initial ones. */
function UnsentTyping() {
  useUnsent(useFormikContext().dirty);
  return null;
}
