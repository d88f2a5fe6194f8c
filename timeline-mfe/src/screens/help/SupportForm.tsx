import type { SupportRequest } from 'mock-api/contract';
import { Button, Note, Stack, useSubmit, useText } from 'shared-ui';
import { createDraft, Form, Formik, FormikField, KeepDraft, SelectField, TextArea } from 'shared-ui/forms';
import { sendSupportRequest } from '../../api/support.ts';
import { words } from '../../words.ts';

// The values are what the support team reads, whatever language the person uses.
const ISSUES = [
  { value: 'Technical Support', key: 'technical' },
  { value: 'Sales Question', key: 'sales' },
  { value: 'Other', key: 'other' },
] as const;

const METHODS = [
  { value: 'Text Message', key: 'text' },
  { value: 'Email', key: 'email' },
  { value: 'Phone', key: 'phone' },
] as const;

const draft = createDraft<SupportRequest>({ issue: '', contactMethod: '', comments: '' });

/** The longest comment that the API takes. */
const COMMENT_LENGTH = 2000;

/**
 * The support form; nothing in it is required (docs/product-rules.md#help-and-settings). What was written stays when
 * sending fails.
 */
export function SupportForm({ onSent }: { onSent(): void }) {
  const t = useText(words);
  const { state, submit } = useSubmit(async (request: SupportRequest) => {
    await sendSupportRequest(request);
    void draft.forget();
    onSent();
  });
  return (
    <Formik initialValues={draft.get()} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <KeepDraft draft={draft} />
          <Stack $gap={16}>
            <FormikField name="issue">
              {(field) => (
                <SelectField
                  {...field}
                  label={t('help.issue')}
                  placeholder={t('help.choose')}
                  options={ISSUES.map(({ value, key }) => ({ value, label: t(`help.${key}`) }))}
                />
              )}
            </FormikField>
            <FormikField name="contactMethod">
              {(field) => (
                <SelectField
                  {...field}
                  label={t('help.contactMethod')}
                  placeholder={t('help.choose')}
                  options={METHODS.map(({ value, key }) => ({ value, label: t(`help.${key}`) }))}
                />
              )}
            </FormikField>
            <FormikField name="comments">
              {(field) => <TextArea {...field} label={t('help.comments')} maxLength={COMMENT_LENGTH} />}
            </FormikField>
            {state === 'failed' && (
              <Note tone="error" live="alert">
                {t('help.failed')}
              </Note>
            )}
            <Button type="submit" busy={isSubmitting}>
              {t('help.submit')}
            </Button>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}
