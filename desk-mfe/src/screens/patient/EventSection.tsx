import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo } from 'react';
import { Button, Stack, useSubmit, useText } from 'shared-ui';
import {
  CheckboxField,
  Form,
  FormErrors,
  Formik,
  FormikField,
  type FormikHelpers,
  SelectField,
  TextArea,
  TextField,
  useFormikContext,
} from 'shared-ui/forms';
import { sendEvent } from '../../api/patients.ts';
import { Failure } from '../../components/Failure.tsx';
import { Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';
import {
  CONTENT_LENGTH,
  DETAILS_LENGTH,
  EMPTY,
  eventSchema,
  NAME_LENGTH,
  opened,
  TYPES,
  type TypedEvent,
  toNewEvent,
} from './event-draft.ts';

interface Props {
  patient: DeskPatientDetails;
  onDone(message: string): void;
}

/** Form that adds an event to the patient's timeline. Keeps its values when sending fails. */
export function EventSection({ patient: { id, records }, onDone }: Props) {
  const t = useText(words);
  const schema = useMemo(() => eventSchema(t), [t]);
  const { error, submit } = useSubmit(async (typed: TypedEvent, { resetForm }: FormikHelpers<TypedEvent>) => {
    await sendEvent(id, toNewEvent(typed, records));
    resetForm();
    onDone(t('event.sent'));
  });
  return (
    <Section title={t('event.title')}>
      <Formik initialValues={EMPTY} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <EventFields records={records} />
              <Failure error={error} />
              <Button type="submit" busy={isSubmitting}>
                {t('event.send')}
              </Button>
            </Stack>
          </Form>
        )}
      </Formik>
    </Section>
  );
}

function EventFields({ records }: Pick<DeskPatientDetails, 'records'>) {
  const t = useText(words);
  const types = TYPES.map((value) => ({ value, label: t(`event.types.${value}`) }));
  return (
    <>
      <FormikField name="type">
        {(field) => <SelectField {...field} label={t('event.type')} options={types} />}
      </FormikField>
      <OpensField records={records} />
      <FormikField name="eventTitle">
        {(field) => (
          <TextField {...field} label={t('event.name')} maxLength={NAME_LENGTH} autoComplete="off" required />
        )}
      </FormikField>
      <FormikField name="eventLine">
        {(field) => <TextArea {...field} label={t('event.content')} rows={2} maxLength={CONTENT_LENGTH} required />}
      </FormikField>
      <FormikField name="details">
        {(field) => <TextArea {...field} label={t('event.details')} rows={3} maxLength={DETAILS_LENGTH} />}
      </FormikField>
      <FormikField<boolean> name="isUrgent">
        {(field) => <CheckboxField {...field} label={t('event.urgent')} />}
      </FormikField>
    </>
  );
}

/** Selects the record that the event opens, if its type can open one and the patient has any. */
function OpensField({ records }: Pick<DeskPatientDetails, 'records'>) {
  const t = useText(words);
  const { type } = useFormikContext<TypedEvent>().values;
  const choice = opened(type, records);
  if (choice.length === 0) return null;
  const options = choice.map(({ id, title }) => ({ value: id, label: title ?? id }));
  return (
    <FormikField name="linkId">
      {(field) => (
        <SelectField
          {...field}
          label={t('event.opens')}
          options={[{ value: '', label: t('event.itself') }, ...options]}
        />
      )}
    </FormikField>
  );
}
