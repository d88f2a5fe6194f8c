import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonVariant, Note, Stack } from 'shared-ui';
import { Form, FormErrors, Formik, type FormikConfig, FormikField, TextField } from 'shared-ui/forms';

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
            {failure && <FailureNote>{failure}</FailureNote>}
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

/** Says, also to screen readers, why something didn't work. */
export function FailureNote({ children }: { children: ReactNode }) {
  return (
    <Note tone="error" live="alert">
      {children}
    </Note>
  );
}

type FormTextFieldProps = { name: string } & Omit<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange'>;

/** A text field that is a value of the form around it. */
export function FormTextField({ name, ...props }: FormTextFieldProps) {
  return <FormikField name={name}>{(field) => <TextField {...field} {...props} />}</FormikField>;
}
