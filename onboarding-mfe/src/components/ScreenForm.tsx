import type { ReactNode } from 'react';
import { Actions, Button, Stack, useText } from 'shared-ui';
import { type Draft, Form, FormErrors, Formik, type FormikConfig, KeepDraft, type Schema } from 'shared-ui/forms';
import { words } from '../words.ts';

interface Props<Values> extends Pick<FormikConfig<Values>, 'initialValues' | 'onSubmit'> {
  schema: Schema;
  /** Stores the input until it is sent. */
  draft?: Draft<Values>;
  /** Notes above the list of errors. */
  lead?: ReactNode;
  /** The fields, and why the last attempt failed. */
  children: ReactNode;
  submitLabel: string;
  /** Links below the submit button. */
  links?: ReactNode;
}

/** The form of a screen: the list of its errors, its fields and its buttons. */
export function ScreenForm<Values extends object>(props: Props<Values>) {
  const { initialValues, schema, onSubmit, draft, lead, children, submitLabel, links } = props;
  const t = useText(words);
  return (
    <Formik initialValues={initialValues} validationSchema={schema} onSubmit={onSubmit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          {draft && <KeepDraft draft={draft} />}
          <Stack $gap={16}>
            {lead}
            <FormErrors title={t('form.check')} />
            {children}
          </Stack>
          <Actions>
            <Button type="submit" busy={isSubmitting}>
              {submitLabel}
            </Button>
            {links}
          </Actions>
        </Form>
      )}
    </Formik>
  );
}
