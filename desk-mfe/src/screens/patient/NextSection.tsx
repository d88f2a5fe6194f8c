import UserCheck from 'lucide-react/icons/user-check';
import type { CareSubject, DeskPatientDetails, NextStep, Notification } from 'mock-api/contract';
import { useMemo } from 'react';
import { Button, LANGUAGE_TAG, Row, Stack, type Translate, useLocale, useSubmit, useText } from 'shared-ui';
import { fromHospitalTime, hospitalTime, useNow } from 'shared-ui/details';
import { Form, FormErrors, Formik, useFormikContext, yup } from 'shared-ui/forms';
import { clearNextStep, markBack, setNextStep } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormSelect, FormTextArea, FormTextField } from '../../components/fields.tsx';
import { patientLabel } from '../../components/identity.tsx';
import { FormDateField } from '../../components/PatientFields.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

/** Maximum text lengths that the API accepts. */
const TITLE_LENGTH = 120;
const CONTENT_LENGTH = 500;
const REASON_LENGTH = 300;

/** Maximum delay that the API accepts: one day. */
const MAX_DELAY_MINUTES = 1440;

interface TypedNext {
  title: string;
  content: string;
  place: string;
  /** Value of a `datetime-local` input, in the hospital's time: `2026-11-23T10:30`. */
  at: string;
  minutes: string;
  reason: string;
  /** Type and id of what the step opens, as `toValue` writes them; empty for nothing. */
  about: string;
}

const toValue = ({ type, id }: CareSubject) => `${type} ${id}`;

/** Returns what a step can open: the patient's latest events, their records, and what the current step opens. */
function subjectsOf({ events, records, next }: DeskPatientDetails): (CareSubject & { title: string })[] {
  const isRecord = (type: string): type is 'result' | 'care-plan' => type === 'result' || type === 'care-plan';
  const listed = [
    ...events.map(({ id, name }) => ({ type: 'event' as const, id, title: name })),
    ...records.flatMap(({ type, id, title }) => (isRecord(type) ? [{ type, id, title: title ?? id }] : [])),
  ];
  // An older event isn't in the list.
  const current = next?.about;
  if (!current || listed.some(({ id }) => id === current.id)) return listed;
  return [...listed, { ...current, title: next.title }];
}

/** Initial values of the form: the step that the patient sees at present. */
const toTyped = (next: Notification | null): TypedNext => ({
  title: next?.title ?? '',
  content: next?.content ?? '',
  place: next?.place ?? '',
  at: next?.at ? hospitalTime(next.at) : '',
  minutes: next?.delay ? String(next.delay.minutes) : '',
  reason: next?.delay?.reason ?? '',
  about: next?.about ? toValue(next.about) : '',
});

const isDelay = (minutes = '') => minutes === '' || (/^\d+$/.test(minutes) && isWithinADay(Number(minutes)));
const isWithinADay = (minutes: number) => minutes >= 1 && minutes <= MAX_DELAY_MINUTES;

type Key = 'next.titleRequired' | 'next.contentRequired' | 'next.minutesWrong' | 'next.reasonRequired';

/** Validates a next step. A delay needs a reason, so that patients know why they wait. */
function nextSchema(t: Translate<Key>) {
  return yup.object({
    title: yup.string().trim().required(t('next.titleRequired')),
    content: yup.string().trim().required(t('next.contentRequired')),
    minutes: yup
      .string()
      .trim()
      .test('delay', t('next.minutesWrong', { most: MAX_DELAY_MINUTES }), isDelay),
    reason: yup
      .string()
      .trim()
      .when('minutes', ([minutes], reason) => (minutes ? reason.required(t('next.reasonRequired')) : reason)),
  });
}

/** Converts the form's values into the request body. */
function toNextStep(
  { title, content, place, at, minutes, reason, about }: TypedNext,
  patient: DeskPatientDetails,
): NextStep {
  const where = place.trim();
  const subject = subjectsOf(patient).find((candidate) => toValue(candidate) === about);
  return {
    title: title.trim(),
    content: content.trim(),
    ...(where && { place: where }),
    ...(at && { at: fromHospitalTime(at) }),
    ...(minutes && { delay: { minutes: Number(minutes), reason: reason.trim() } }),
    ...(subject && { about: { type: subject.type, id: subject.id } }),
  };
}

/** Form for the patient's next step with place, time and delay. It replaces or removes the current one. */
export function NextSection({ patient, onDone }: PatientSectionProps) {
  const { id, next } = patient;
  const t = useText(words);
  const schema = useMemo(() => nextSchema(t), [t]);
  const save = useSubmit(async (typed: TypedNext) => {
    await setNextStep(id, toNextStep(typed, patient));
    onDone(t('next.said', { patient: patientLabel(t, patient) }));
  });
  const clear = useSubmit(async () => {
    await clearNextStep(id);
    onDone(t('next.cleared', { patient: patientLabel(t, patient) }));
  });
  return (
    <Section title={t('next.heading')}>
      <Away patient={patient} onDone={onDone} />
      {/* The form starts with the current step. */}
      <Formik key={next?.id} initialValues={toTyped(next)} validationSchema={schema} onSubmit={save.submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <NextFields patient={patient} />
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

/** For a patient who is elsewhere, or whom supporters wait for: one tap says that they are back. */
function Away({ patient, onDone }: PatientSectionProps) {
  const { id, away, firstName: name, waitingForReturn: waiting = [] } = patient;
  const t = useText(words);
  const locale = useLocale();
  const now = useNow();
  const { state, error, submit } = useSubmit(async () => {
    await markBack(id);
    onDone(t('next.nowBack', { patient: patientLabel(t, patient) }));
  });
  const isAway = away !== undefined && Date.parse(away.from) <= now && now <= Date.parse(away.until);
  if (!isAway && waiting.length === 0) return null;
  const people = new Intl.ListFormat(LANGUAGE_TAG[locale]).format(waiting);
  return (
    <Stack $gap={8}>
      {waiting.length > 0 && <p>{t('next.waiting', { people, name, count: waiting.length })}</p>}
      <Row>
        <Button compact icon={<UserCheck />} busy={state === 'sending'} onClick={() => submit()}>
          {t('next.back', { name })}
        </Button>
      </Row>
      <Failure error={error} />
    </Stack>
  );
}

function NextFields({ patient }: Pick<PatientSectionProps, 'patient'>) {
  const t = useText(words);
  const isLate = useFormikContext<TypedNext>().values.minutes.trim() !== '';
  const subjects = subjectsOf(patient).map((subject) => ({ value: toValue(subject), label: subject.title }));
  return (
    <>
      <FormTextField name="title" label={t('next.title')} maxLength={TITLE_LENGTH} autoComplete="off" required />
      <FormTextArea name="content" label={t('next.content')} rows={2} maxLength={CONTENT_LENGTH} required />
      <FormTextField name="place" label={t('next.place')} maxLength={TITLE_LENGTH} autoComplete="off" />
      <FormDateField name="at" type="datetime-local" label={t('next.at')} />
      {subjects.length > 0 && (
        <FormSelect
          name="about"
          label={t('next.about')}
          hint={t('next.aboutHint')}
          options={[{ value: '', label: t('next.aboutNothing') }, ...subjects]}
        />
      )}
      <FormTextField name="minutes" label={t('next.minutes')} inputMode="numeric" autoComplete="off" />
      <FormTextField
        name="reason"
        label={t('next.reason')}
        maxLength={REASON_LENGTH}
        autoComplete="off"
        required={isLate}
      />
    </>
  );
}
