import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo } from 'react';
import { Button, Row, Stack, useSubmit, useText } from 'shared-ui';
import { Form, FormErrors, Formik, FormikField, TextArea, TextField } from 'shared-ui/forms';
import { clearNextStep, setNextStep } from '../../api/patients.ts';
import { Failure } from '../../components/Failure.tsx';
import { MomentField } from '../../components/MomentField.tsx';
import { Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';
import {
  CONTENT_LENGTH,
  nextSchema,
  REASON_LENGTH,
  TITLE_LENGTH,
  type TypedNext,
  toNextStep,
  toTyped,
} from './next-draft.ts';

interface Props {
  patient: DeskPatientDetails;
  onDone(message: string): void;
}

/** Form for the patient's next step with place, time and delay. It replaces or removes the current one. */
export function NextSection({ patient: { id, next }, onDone }: Props) {
  const t = useText(words);
  const schema = useMemo(() => nextSchema(t), [t]);
  const save = useSubmit(async (typed: TypedNext) => {
    await setNextStep(id, toNextStep(typed));
    onDone(t('next.said'));
  });
  const clear = useSubmit(async () => {
    await clearNextStep(id);
    onDone(t('next.cleared'));
  });
  return (
    <Section title={t('next.heading')}>
      {/* The form starts with the current step. */}
      <Formik key={next?.id} initialValues={toTyped(next)} validationSchema={schema} onSubmit={save.submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <NextFields />
              <Failure error={save.error ?? clear.error} />
              <Row>
                <Button type="submit" compact busy={isSubmitting}>
                  {t('next.say')}
                </Button>
                {next && (
                  <Button compact variant="ghost" busy={clear.state === 'sending'} onClick={() => clear.submit()}>
                    {t('next.clear')}
                  </Button>
                )}
              </Row>
            </Stack>
          </Form>
        )}
      </Formik>
    </Section>
  );
}

function NextFields() {
  const t = useText(words);
  return (
    <>
      <FormikField name="title">
        {(field) => (
          <TextField {...field} label={t('next.title')} maxLength={TITLE_LENGTH} autoComplete="off" required />
        )}
      </FormikField>
      <FormikField name="content">
        {(field) => <TextArea {...field} label={t('next.content')} rows={2} maxLength={CONTENT_LENGTH} required />}
      </FormikField>
      <FormikField name="place">
        {(field) => <TextField {...field} label={t('next.place')} maxLength={TITLE_LENGTH} autoComplete="off" />}
      </FormikField>
      <FormikField name="at">{(field) => <MomentField {...field} label={t('next.at')} />}</FormikField>
      <FormikField name="minutes">
        {(field) => <TextField {...field} label={t('next.minutes')} inputMode="numeric" autoComplete="off" />}
      </FormikField>
      <FormikField name="reason">
        {(field) => <TextField {...field} label={t('next.reason')} maxLength={REASON_LENGTH} autoComplete="off" />}
      </FormikField>
    </>
  );
}
