import type { DayPlan, DeskDayPlans, NewDayPlan } from 'mock-api/contract';
import { useMemo } from 'react';
import { Button, FetchedContent, formatMoment, Note, Soft, Stack, type Translate, useSubmit, useText } from 'shared-ui';
import { useLiveLoad } from 'shared-ui/details';
import { Form, FormErrors, Formik, type FormikHelpers, fieldId, SelectField, yup } from 'shared-ui/forms';
import { fetchDayPlans, setDayPlan } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormTextArea, FormTextField } from '../../components/fields.tsx';
import { patientLabel } from '../../components/identity.tsx';
import { FormDateField } from '../../components/PatientFields.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { TemplatePicker } from '../../components/templates/TemplatePicker.tsx';
import { words } from '../../words.ts';

/** Maximum lengths that the API accepts. */
const GOAL_LENGTH = 300;
const CHANGE_LENGTH = 500;
const LIMITS = {
  steps: { lines: 20, length: 200 },
  people: { lines: 10, length: 120 },
} as const;

type Item = NewDayPlan['steps'][number];
type ListName = keyof typeof LIMITS;

/** A time at the beginning of a line: "8:00", "15:30", "15 h 30", "15 h" or "3:30 p.m.". */
const TIME = /^(\d{1,2})(?:\s*[:h]\s*([0-5]\d)|\s*h)(?:\s*([ap])\.?\s?m\.?)?(?=$|[\s,])[\s,]*/i;

/** Reads lines of text, each a step or a person, with a time first if there is one. */
export function toItems(text: string): Item[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [whole = '', hour = '', minutes = '00', half = ''] = TIME.exec(line) ?? [];
    const rest = line.slice(whole.length).trim();
    const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (whole === '' || rest === '' || hours > 23) return { text: line };
    return { text: rest, at: `${String(hours).padStart(2, '0')}:${minutes}` };
  });
}

const toLines = (items: readonly Item[]) =>
  items.map(({ at, text }) => [at, text].filter(Boolean).join(' ')).join('\n');

interface Typed {
  date: string;
  goal: string;
  /** A line for each. */
  steps: string;
  people: string;
  wouldChange: string;
  /** YYYY-MM-DD; empty: not known yet. */
  homeExpected: string;
}

const toTyped = (date: string, plan: Partial<NewDayPlan>): Typed => ({
  date,
  goal: plan.goal ?? '',
  steps: toLines(plan.steps ?? []),
  people: toLines(plan.people ?? []),
  wouldChange: plan.wouldChange ?? '',
  homeExpected: plan.homeExpected ?? '',
});

const DAY_MS = 86_400_000;
const dayAfter = (date: string) => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);

/** Returns what the form starts with: the day's plan, else what the record knows and when home was expected. */
function startOf(date: string, { plans, suggested, today }: DeskDayPlans): Typed {
  const known = plans.find((plan) => plan.date === date);
  if (known) return toTyped(date, known);
  const { homeExpected = null } = plans[0] ?? {};
  return toTyped(date, { ...(date === today && suggested), homeExpected });
}

type Key = 'plan.goalRequired' | 'plan.tooMany' | 'plan.tooLong' | 'plan.homePast';

function planSchema(t: Translate<Key>) {
  const list = (name: ListName) => {
    const { lines, length } = LIMITS[name];
    return yup
      .string()
      .test('lines', t('plan.tooMany', { most: lines }), (text = '') => toItems(text).length <= lines)
      .test('length', t('plan.tooLong', { most: length }), (text = '') =>
        toItems(text).every((item) => item.text.length <= length),
      );
  };
  return yup.object({
    goal: yup.string().trim().required(t('plan.goalRequired')),
    steps: list('steps'),
    people: list('people'),
    homeExpected: yup
      .string()
      .when('date', ([date], day) => day.test('home', t('plan.homePast'), (home?: string) => !home || home >= date)),
  });
}

const toPlan = ({ goal, steps, people, wouldChange, homeExpected }: Typed): NewDayPlan => ({
  goal: goal.trim(),
  steps: toItems(steps),
  people: toItems(people),
  ...(wouldChange.trim() && { wouldChange: wouldChange.trim() }),
  homeExpected: homeExpected || null,
});

/** "Plan of the day": staff set it for today or tomorrow, and read how the patient says it. */
export function DayPlanSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const { state, value: known, retry } = useLiveLoad(() => fetchDayPlans(patient.id), [patient.id], ['plan.updated']);
  return (
    <Section title={t('plan.title')}>
      <FetchedContent
        loading={state}
        isEmpty={!known}
        failed={t('plan.failed')}
        failedText={t('patient.failedText')}
        retry={retry}
        empty={null}
      >
        {known && <PlanForm patient={patient} of={known} onDone={onDone} onSaved={retry} />}
      </FetchedContent>
    </Section>
  );
}

interface FormProps extends PatientSectionProps {
  of: DeskDayPlans;
  onSaved(): void;
}

function PlanForm({ patient, of, onDone, onSaved }: FormProps) {
  const t = useText(words);
  const { today, plans } = of;
  const schema = useMemo(() => planSchema(t), [t]);
  const { error, submit } = useSubmit(async (typed: Typed, { resetForm }: FormikHelpers<Typed>) => {
    await setDayPlan(patient.id, typed.date, toPlan(typed));
    // What is saved does not go along to another day.
    resetForm({ values: typed });
    onDone(t('plan.saved', { patient: patientLabel(t, patient) }));
    onSaved();
  });
  const days = [
    { value: today, label: t('plan.today') },
    { value: dayAfter(today), label: t('plan.tomorrow') },
  ];
  return (
    <Formik initialValues={startOf(today, of)} validationSchema={schema} onSubmit={submit}>
      {({ values, isSubmitting, setValues, dirty }) => (
        <Form noValidate>
          <Stack $gap={16}>
            <FormErrors title={t('form.check')} />
            <SaidBack plan={plans.find(({ date }) => date === values.date)} />
            <SelectField
              label={t('plan.day')}
              value={values.date}
              options={days}
              // What was typed goes along to the other day.
              onChange={(date) => void setValues(dirty ? { ...values, date } : startOf(date, of))}
            />
            <TemplatePicker
              kind="plan"
              patient={patient}
              language={patient.language}
              hasTyping={dirty && values.goal.trim() !== ''}
              onInsert={({ title, text }) => {
                void setValues({ ...values, goal: title, steps: [text, values.steps].filter(Boolean).join('\n') });
                document.getElementById(fieldId('goal'))?.focus();
              }}
            />
            <FormTextField name="goal" label={t('plan.goal')} maxLength={GOAL_LENGTH} autoComplete="off" required />
            <FormTextArea name="steps" label={t('plan.steps')} hint={t('plan.linesHint')} rows={4} />
            <FormTextArea name="people" label={t('plan.people')} hint={t('plan.linesHint')} rows={2} />
            <FormTextField
              name="wouldChange"
              label={t('plan.wouldChange')}
              maxLength={CHANGE_LENGTH}
              autoComplete="off"
            />
            <FormDateField name="homeExpected" type="date" label={t('plan.homeExpected')} />
            <Failure error={error} />
            <Button type="submit" compact busy={isSubmitting}>
              {t('plan.save')}
            </Button>
          </Stack>
        </Form>
      )}
    </Formik>
  );
}

/** How the patient says what is planned, or that they haven't yet; nothing without a plan. */
function SaidBack({ plan }: { plan: DayPlan | undefined }) {
  const t = useText(words);
  if (!plan) return null;
  const { readBack, writtenBy, updatedAt } = plan;
  const written = t('plan.written', { who: writtenBy ?? t('plan.staff'), when: formatMoment(updatedAt) });
  return (
    <Stack $gap={8}>
      {readBack ? (
        <Note title={t('plan.readBack', { when: formatMoment(readBack.at) })}>
          <p>{readBack.text}</p>
        </Note>
      ) : (
        <Soft>{t('plan.notReadBack')}</Soft>
      )}
      <Soft>{written}</Soft>
    </Stack>
  );
}
