import type { SupportRequest } from 'mock-api/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiFailure, Button, call, LinkButton, Page, paths, Stack, SuccessMark, useSubmit, useText } from 'shared-ui';
import { createDraft, FormikField, KeepDraft, SelectField, TextArea, yup } from 'shared-ui/forms';
import { AccessLogLink, Contacts, LegalLinks } from '../../components/help-sections.tsx';
import { SectionForm } from '../../components/SectionForm.tsx';
import { words } from '../../screen-words.ts';

/** Help & Support: contact details and the support form. */
export default function HelpScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const [isSent, setIsSent] = useState(false);
  const goHome = () => navigate(paths.app.root);
  if (isSent) {
    return (
      <Page key="sent" title={t('help.thanksTitle')}>
        <Stack $gap={24}>
          <SuccessMark />
          <p>{t('help.thanks')}</p>
          <Button onClick={goHome}>{t('help.done')}</Button>
        </Stack>
      </Page>
    );
  }
  return (
    <Page key="form" title={t('help.title')} intro={t('help.intro')} back={{ label: t('back'), onPress: goHome }}>
      <Stack $gap={24}>
        <Contacts />
        <Stack as="section">
          <h2>{t('help.form')}</h2>
          <SupportForm onSent={() => setIsSent(true)} />
        </Stack>
        <Stack as="section">
          <h2>{t('settings.yours')}</h2>
          <LinkButton variant="ghost" compact to={paths.app.settings}>
            {t('settingsLink')}
          </LinkButton>
        </Stack>
        <AccessLogLink />
        <LegalLinks />
      </Stack>
    </Page>
  );
}

/** Sends the support form, which reaches the support team as a text message. @throws ApiFailure */
const sendSupportRequest = (request: SupportRequest) => call<void>('post', 'v1/support-requests', request);

// The support team reads these values, so they don't depend on the user's language.
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

/** Maximum comment length accepted by the API. */
const COMMENT_LENGTH = 2000;

const oneOf = (options: readonly { value: string }[]) => yup.string().oneOf(['', ...options.map(({ value }) => value)]);

/**
 * No field is required (docs/product-rules.md#help-and-settings). There are no messages, because the fields can't
 * hold an invalid value.
 */
const SUPPORT_SCHEMA = yup.object({
  issue: oneOf(ISSUES),
  contactMethod: oneOf(METHODS),
  comments: yup.string().max(COMMENT_LENGTH),
});

const draft = createDraft<SupportRequest>({ issue: '', contactMethod: '', comments: '' });

/** Returns the server's message for a rejected request, such as how long to wait. */
const refusalOf = (error: unknown) => (error instanceof ApiFailure && error.kind === 'rejected' ? error.message : '');

/** Keeps the input on failure. */
function SupportForm({ onSent }: { onSent(): void }) {
  const t = useText(words);
  const { state, error, submit } = useSubmit(async (request: SupportRequest) => {
    await sendSupportRequest(request);
    void draft.forget();
    onSent();
  });
  return (
    <SectionForm
      initialValues={draft.get()}
      validationSchema={SUPPORT_SCHEMA}
      onSubmit={submit}
      lead={<KeepDraft draft={draft} />}
      failure={state === 'failed' && (refusalOf(error) || t('help.failed'))}
      save={t('help.submit')}
    >
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
    </SectionForm>
  );
}
