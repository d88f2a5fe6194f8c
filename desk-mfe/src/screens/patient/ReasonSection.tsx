import type { OpeningReason } from 'mock-api/contract';
import { useMemo } from 'react';
import { Button, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { Form, FormErrors, Formik, yup } from 'shared-ui/forms';
import { openPatient } from '../../api/openings.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormSelect, FormTextArea } from '../../components/fields.tsx';
import { Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const REASONS = ['emergency', 'transfer', 'advice', 'other'] as const satisfies readonly OpeningReason[];
/** Longest explanation that the API accepts. */
const NOTE_LENGTH = 500;

interface Typed {
  reason: OpeningReason | '';
  note: string;
}

const EMPTY: Typed = { reason: '', note: '' };

/** In the place of a patient from another ward: asks why a nurse needs to open them. */
export function ReasonSection({ patientId, onOpened }: { patientId: string; onOpened(): void }) {
  const t = useText(words);
  const schema = useMemo(
    () =>
      yup.object({
        reason: yup.string().required(t('reason.required')),
        note: yup
          .string()
          .trim()
          .when('reason', ([reason], note) => (reason === 'other' ? note.required(t('reason.noteRequired')) : note)),
      }),
    [t],
  );
  const { error, submit } = useSubmit(async ({ reason, note }: Typed) => {
    if (reason === '') return;
    await openPatient(patientId, { reason, ...(note.trim() && { note: note.trim() }) });
    onOpened();
  });
  return (
    <Section title={t('reason.title')}>
      <p>{t('reason.text')}</p>
      <Formik initialValues={EMPTY} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting, values }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <FormSelect
                name="reason"
                label={t('reason.label')}
                options={[
                  { value: '', label: t('reason.choose') },
                  ...REASONS.map((value) => ({ value, label: t(`reason.kinds.${value}`) })),
                ]}
              />
              <FormTextArea
                name="note"
                label={t('reason.note')}
                hint={t('reason.noteHint')}
                maxLength={NOTE_LENGTH}
                required={values.reason === 'other'}
              />
              <Soft>{t('reason.seen')}</Soft>
              <Failure error={error} />
              <Button type="submit" busy={isSubmitting}>
                {t('reason.open')}
              </Button>
            </Stack>
          </Form>
        )}
      </Formik>
    </Section>
  );
}
