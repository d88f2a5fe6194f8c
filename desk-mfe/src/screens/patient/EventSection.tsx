import type { CareEvent, DeskCareTeamMember, DeskPatientDetails, NewEvent, RequestSubject } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Avatar, Button, EVENT_TYPE, Stack, type Translate, useSubmit, useText } from 'shared-ui';
import {
  CheckboxField,
  Form,
  FormErrors,
  Formik,
  FormikField,
  type FormikHelpers,
  fieldId,
  RadioCards,
  useFormikContext,
  useFormikField,
  yup,
} from 'shared-ui/forms';
import { sendEvent } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormSelect, FormTextArea, FormTextField, RequiredLabel } from '../../components/fields.tsx';
import { patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { TemplatePicker } from '../../components/templates/TemplatePicker.tsx';
import { words } from '../../words.ts';

/** Event types that staff can send (docs/product-rules.md#codes). Invitations create the two supporter types. */
type TypeName = Exclude<keyof typeof EVENT_TYPE, 'SUPPORTER' | 'SUPPORTER_REQUEST'>;

const isSendable = (name: string): name is TypeName => name !== 'SUPPORTER' && name !== 'SUPPORTER_REQUEST';

/** Names of all event types that staff can send. */
const TYPES = Object.keys(EVENT_TYPE).filter(isSendable);

/** Event types that open a record, and the type of that record. */
const RECORD_TYPES: Partial<Record<TypeName, RequestSubject['type']>> = { RESULT: 'result', CARE_PLAN: 'care-plan' };

/** Returns the patient's records that an event of this type can open. */
const recordsFor = (type: TypeName, records: readonly RequestSubject[]): RequestSubject[] =>
  records.filter((record) => record.type === RECORD_TYPES[type]);

/** Maximum text lengths that the API accepts. */
const NAME_LENGTH = 120;
const CONTENT_LENGTH = 500;
const DETAILS_LENGTH = 4000;

/** Field names differ from those of the next-step form on the same screen: fields are looked up by name. */
interface TypedEvent {
  type: TypeName;
  eventTitle: string;
  eventLine: string;
  details: string;
  isUrgent: boolean;
  /** Id of the result or care plan that the event opens. Empty: the event opens itself. */
  linkId: string;
  /** Id of the event that is over with this one; empty for none. */
  ends: string;
  /** Id of the inserted template; empty for none. */
  template: string;
}

const EMPTY: TypedEvent = {
  type: 'GENERAL',
  eventTitle: '',
  eventLine: '',
  details: '',
  isUrgent: false,
  linkId: '',
  ends: '',
  template: '',
};

type Key = `event.${'nameRequired' | 'physicianRequired' | 'contentRequired'}`;

/** Requires a title, which is the name for a physician of the care team, and a short line. */
function eventSchema(t: Translate<Key>, hasTeam: boolean) {
  return yup.object({
    eventTitle: yup
      .string()
      .trim()
      .when('type', ([type], title) =>
        title.required(hasTeam && type === 'PHYSICIAN' ? t('event.physicianRequired') : t('event.nameRequired')),
      ),
    eventLine: yup.string().trim().required(t('event.contentRequired')),
  });
}

/** Converts the form's values into the request body. Unless it is urgent, the server sets the status by type. */
function toNewEvent(typed: TypedEvent, records: readonly RequestSubject[]): NewEvent {
  const { type, eventTitle, eventLine, details, isUrgent, linkId, ends, template } = typed;
  return {
    type: EVENT_TYPE[type],
    name: eventTitle.trim(),
    content: eventLine.trim(),
    ...(details.trim() && { content2: details.trim() }),
    ...(isUrgent && { status: 'URGENT' }),
    ...(ends && { ends: [ends] }),
    ...(template && { template }),
    // Drops a record that was selected for another type.
    ...(recordsFor(type, records).some(({ id }) => id === linkId) && { linkId }),
  };
}

/** Form that adds an event to the patient's timeline. Keeps its values when sending fails. */
export function EventSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const { id, records, language, careTeam = [] } = patient;
  const hasTeam = careTeam.length > 0;
  const schema = useMemo(() => eventSchema(t, hasTeam), [t, hasTeam]);
  const { error, submit } = useSubmit(async (typed: TypedEvent, { resetForm }: FormikHelpers<TypedEvent>) => {
    await sendEvent(id, toNewEvent(typed, records));
    resetForm();
    onDone(t('event.sent', { patient: patientLabel(t, patient) }));
  });
  return (
    <Section title={t('event.title')}>
      <Formik initialValues={EMPTY} validationSchema={schema} onSubmit={submit}>
        {({ values, setValues, isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <TemplatePicker
                kind="event"
                patient={patient}
                language={language}
                hasTyping={`${values.eventTitle}${values.eventLine}`.trim() !== ''}
                onInsert={({ template, title, text }) => {
                  void setValues({ ...values, template, eventTitle: title, eventLine: text });
                  focusText();
                }}
              />
              <EventFields patient={patient} />
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

/** Focuses the title, or the short line if the title is a choice. */
function focusText(): void {
  document.querySelector<HTMLElement>(`input#${fieldId('eventTitle')}, #${fieldId('eventLine')}`)?.focus();
}

function EventFields({ patient: { records, events, careTeam = [] } }: Pick<PatientSectionProps, 'patient'>) {
  const t = useText(words);
  const types = TYPES.map((value) => ({ value, label: t(`event.types.${value}`) }));
  return (
    <>
      <FormSelect name="type" label={t('event.type')} options={types} />
      <OpensField records={records} />
      <TitleField careTeam={careTeam} />
      <FormTextArea name="eventLine" label={t('event.content')} rows={2} maxLength={CONTENT_LENGTH} required />
      <FormTextArea name="details" label={t('event.details')} rows={3} maxLength={DETAILS_LENGTH} />
      <FormikField<boolean> name="isUrgent">
        {(field) => <CheckboxField {...field} label={t('event.urgent')} />}
      </FormikField>
      <EndsField events={events} />
    </>
  );
}

/** Value of the choice of someone whom the care team's list lacks. */
const SOMEONE_ELSE = '';

/** The event's title. For a physician, a choice from the care team, if the hospital's record has one. */
function TitleField({ careTeam }: { careTeam: readonly DeskCareTeamMember[] }) {
  const t = useText(words);
  const { type } = useFormikContext<TypedEvent>().values;
  const { id, error, value, onChange, ...field } = useFormikField<string>('eventTitle');
  const [isElse, setIsElse] = useState(false);
  const title = (
    <FormTextField name="eventTitle" label={t('event.name')} maxLength={NAME_LENGTH} autoComplete="off" required />
  );
  if (type !== 'PHYSICIAN' || careTeam.length === 0) return title;
  const isListed = careTeam.some(({ name }) => name === value);
  const isTyped = !isListed && (isElse || value !== '');
  const people = careTeam.map(({ name, role }) => ({
    value: name,
    label: role ? t('event.physicianWithRole', { name, role }) : name,
    picture: <Avatar name={name} />,
  }));
  return (
    <>
      <RadioCards
        {...field}
        // With the field for the title, these would be there twice.
        {...(!isTyped && { id, error })}
        name="physician"
        label={<RequiredLabel>{t('event.physician')}</RequiredLabel>}
        required
        value={isTyped ? SOMEONE_ELSE : isListed ? value : null}
        onChange={(name) => {
          setIsElse(name === SOMEONE_ELSE);
          onChange(name ?? '');
        }}
        options={[...people, { value: SOMEONE_ELSE, label: t('event.physicianElse') }]}
      />
      {isTyped && title}
    </>
  );
}

/** Selects the record that the event opens, if its type can open one and the patient has any. */
function OpensField({ records }: Pick<DeskPatientDetails, 'records'>) {
  const t = useText(words);
  const { type } = useFormikContext<TypedEvent>().values;
  const choice = recordsFor(type, records);
  if (choice.length === 0) return null;
  const options = choice.map(({ id, title }) => ({ value: id, label: title ?? id }));
  return (
    <FormSelect
      name="linkId"
      label={t('event.opens')}
      options={[{ value: '', label: t('event.itself') }, ...options]}
    />
  );
}

/** Returns whether an event may end: an urgent one, or a finished test that waits for its result. */
const mayEnd = ({ status, type }: CareEvent) =>
  status === 'URGENT' || (type === EVENT_TYPE.RESULT_COMPLETE && status === 'NOT_VIEWED');

/** Selects the event that is over with this one, if the patient has any. */
function EndsField({ events }: Pick<DeskPatientDetails, 'events'>) {
  const t = useText(words);
  const ending = events.filter(mayEnd);
  if (ending.length === 0) return null;
  const options = ending.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormSelect name="ends" label={t('event.ends')} options={[{ value: '', label: t('event.endsNone') }, ...options]} />
  );
}
