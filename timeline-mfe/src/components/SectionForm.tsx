import type { ReactNode } from 'react';
import { Button, type ButtonVariant, Note, Stack } from 'shared-ui';
import { Form, FormErrors, Formik, type FormikConfig } from 'shared-ui/forms';

type Config<V> = Pick<FormikConfig<V>, 'initialValues' | 'validationSchema' | 'onSubmit'>;

interface SectionFormProps<V> extends Config<V> {
  /** Before the list of faults. */
  lead?: ReactNode;
  /** Title of the list of faults. */
  check?: string;
  children: ReactNode;
  /** Confirmation, once it was sent. */
  saved?: string | false;
  /** Why it couldn't be sent. */
  failure?: ReactNode;
  /** Label of the button that submits the form. */
  save: string;
  variant?: ButtonVariant;
  /** After the button. */
  after?: ReactNode;
}

/** A form that is a section of a screen: its fields, what became of it, and its button. */
export function SectionForm<V extends Record<string, string>>(props: SectionFormProps<V>) {
  const { lead, check, children, saved, failure, save, variant = 'primary', after, ...config } = props;
  return (
    <Formik {...config}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <Stack $gap={16}>
            {lead}
            {check && <FormErrors title={check} />}
            {children}
            {saved && (
              <Note tone="success" live="status">
                {saved}
              </Note>
            )}
            {failure && (
              <Note tone="error" live="alert">
                {failure}
              </Note>
            )}
            <Button type="submit" variant={variant} busy={isSubmitting}>
              {save}
            </Button>
            {after}
          </Stack>
        </Form>
      )}
    </Formik>
  );
}
