import type { DayPlan, DayPlanChange, DeskDayPlans } from 'mock-api/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  ApiFailure,
  Button,
  FetchedContent,
  formatDate,
  formatMoment,
  Note,
  Soft,
  Stack,
  type Translate,
  useSubmit,
  useText,
} from 'shared-ui';
import { type TimedLine, toTimedLines } from 'shared-ui/contract/timed-lines';
import { Facts, useLiveLoad } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import {
  Form,
  FormErrors,
  Formik,
  type FormikHelpers,
  fieldId,
  SelectField,
  useFormikContext,
  yup,
} from 'shared-ui/forms';
import { styled } from 'styled-components';
import { fetchDayPlans, setDayPlan } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormTextArea, FormTextField } from '../../components/fields.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { FormDateField } from '../../components/PatientFields.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { TemplatePicker } from '../../components/templates/TemplatePicker.tsx';
import { words } from '../../words.ts';
import { QuestionsSection } from './QuestionsSection.tsx';

/** Maximum lengths that the API accepts. */
const GOAL_LENGTH = 300;
const CHANGE_LENGTH = 500;
const LIMITS = {
  steps: { lines: 20, length: 200 },
  people: { lines: 10, length: 120 },
} as const;

type ListName = keyof typeof LIMITS;

const toLines = (items: readonly TimedLine[]) =>
  items.map(({ at, text }) => [at, text].filter(Boolean).join(' ')).join('\n');

interface Typed {
  date: string;
  /** Day whose plan the text was first, and when that plan was written; empty: there was none. */
  from: string;
  basedOn: string;
  goal: string;
  /** A line for each. */
  steps: string;
  people: string;
  wouldChange: string;
  /** YYYY-MM-DD; empty: not known yet. */
  homeExpected: string;
  /** Ids of the inserted templates. */
  templates: string[];
}

const toTyped = (date: string, plan: Partial<DayPlan>): Typed => ({
  date,
  from: date,
  basedOn: plan.updatedAt ?? '',
  goal: plan.goal ?? '',
  steps: toLines(plan.steps ?? []),
  people: toLines(plan.people ?? []),
  wouldChange: plan.wouldChange ?? '',
  homeExpected: plan.homeExpected ?? '',
  templates: [],
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
      .test('lines', t('plan.tooMany', { most: lines }), (text = '') => toTimedLines(text).length <= lines)
      .test('length', t('plan.tooLong', { most: length }), (text = '') =>
        toTimedLines(text).every((item) => item.text.length <= length),
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

const toPlan = ({ goal, steps, people, wouldChange, homeExpected, templates }: Typed): DayPlanChange => ({
  goal: goal.trim(),
  steps: toTimedLines(steps),
  people: toTimedLines(people),
  ...(wouldChange.trim() && { wouldChange: wouldChange.trim() }),
  homeExpected: homeExpected || null,
  ...(templates.length > 0 && { templates }),
});

/** "Plan of the day": staff set it for today or tomorrow, and read how the patient says it. Beside it are questions. */
export function DayPlanSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const changes = ['plan.updated', 'question.updated'];
  const { state, value: known, retry } = useLiveLoad(() => fetchDayPlans(patient.id), [patient.id], changes);
  const whole = { patient, onDone, reload: retry };
  return (
    <>
      {known && <QuestionsSection questions={known.questions} {...whole} />}
      <Section title={t('plan.title')}>
        <FetchedContent
          loading={state}
          isEmpty={!known}
          failed={t('plan.failed')}
          failedText={t('patient.failedText')}
          retry={retry}
          empty={null}
        >
          {known && <PlanForm of={known} {...whole} />}
        </FetchedContent>
      </Section>
    </>
  );
}

interface FormProps extends PatientSectionProps {
  of: DeskDayPlans;
  reload(): void;
}

/** Returns the stored plan of the day if it is newer than what the text began with: saving would replace it. */
function otherPlan({ date, from, basedOn }: Typed, { plans }: DeskDayPlans): DayPlan | undefined {
  const stored = plans.find((plan) => plan.date === date);
  return stored && (date !== from || stored.updatedAt > basedOn) ? stored : undefined;
}

function PlanForm({ patient, of, onDone, reload }: FormProps) {
  const t = useText(words);
  const schema = useMemo(() => planSchema(t), [t]);
  /** The plan that the nurse is asked about replacing. */
  const [asked, setAsked] = useState<DayPlan>();
  const { error, submit, reset } = useSubmit(async (typed: Typed, { resetForm }: FormikHelpers<Typed>) => {
    const { date, basedOn } = typed;
    const other = otherPlan(typed, of);
    const isAgreed = !other || asked?.updatedAt === other.updatedAt;
    setAsked(isAgreed ? undefined : other);
    if (!isAgreed) return;
    try {
      const plan = { ...toPlan(typed), basedOn: (other?.updatedAt ?? basedOn) || null };
      const { updatedAt } = await setDayPlan(patient.id, date, plan);
      // What is saved does not go along to another day.
      resetForm({ values: { ...typed, from: date, basedOn: updatedAt } });
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 409) reload();
      throw failure;
    }
    onDone(t('plan.saved', { patient: patientLabel(t, patient) }));
    reload();
  });
  return (
    <Formik initialValues={startOf(of.today, of)} validationSchema={schema} onSubmit={submit}>
      {({ submitForm }) => (
        <Form noValidate>
          <Stack $gap={16}>
            <FormErrors title={t('form.check')} />
            <PlanFields patient={patient} of={of} error={error} reset={reset} />
          </Stack>
          <ConfirmDialog
            open={asked !== undefined}
            title={t('plan.replaceTitle')}
            confirmLabel={t('plan.replace')}
            cancelLabel={t('plan.keep')}
            danger
            onConfirm={() => void submitForm()}
            onCancel={() => setAsked(undefined)}
          >
            <PatientSummary patient={patient} />
            {asked && <StoredPlan plan={asked} />}
            <p>{t('plan.replaceText')}</p>
          </ConfirmDialog>
        </Form>
      )}
    </Formik>
  );
}

interface FieldsProps extends Pick<FormProps, 'patient' | 'of'> {
  error: unknown;
  /** Removes the error. */
  reset(): void;
}

function PlanFields({ patient, of, error, reset }: FieldsProps) {
  const t = useText(words);
  const { values, isSubmitting, setValues, resetForm, dirty } = useFormikContext<Typed>();
  const { today, plans } = of;
  const days = [
    { value: today, label: t('plan.today') },
    { value: dayAfter(today), label: t('plan.tomorrow') },
  ];
  const other = otherPlan(values, of);
  const show = useCallback(
    (date: string) => {
      reset();
      resetForm({ values: startOf(date, of) });
    },
    [of, reset, resetForm],
  );
  // Another nurse has saved a plan, and nothing was typed here.
  useEffect(() => {
    if (other && !dirty) show(other.date);
  }, [other, dirty, show]);
  return (
    <>
      <SaidBack plan={plans.find(({ date }) => date === values.date)} />
      <SelectField
        label={t('plan.day')}
        value={values.date}
        options={days}
        // What was typed goes along to the other day.
        onChange={(date) => (dirty ? void setValues({ ...values, date }) : show(date))}
      />
      <TemplatePicker
        kind="plan"
        patient={patient}
        language={patient.language}
        hasTyping={dirty && values.goal.trim() !== ''}
        onInsert={({ template, title, text }) => {
          const steps = [text, values.steps].filter(Boolean).join('\n');
          void setValues({ ...values, goal: title, steps, templates: [...values.templates, template] });
          document.getElementById(fieldId('goal'))?.focus();
        }}
      />
      <FormTextField name="goal" label={t('plan.goal')} maxLength={GOAL_LENGTH} autoComplete="off" required />
      <FormTextArea name="steps" label={t('plan.steps')} hint={t('plan.linesHint')} rows={4} />
      <FormTextArea name="people" label={t('plan.people')} hint={t('plan.linesHint')} rows={2} />
      <FormTextField name="wouldChange" label={t('plan.wouldChange')} maxLength={CHANGE_LENGTH} autoComplete="off" />
      <FormDateField name="homeExpected" type="date" label={t('plan.homeExpected')} />
      <Failure error={error} />
      {other && dirty && (
        <Note tone="warning" title={t('plan.other')} live="status">
          <StoredPlan plan={other} />
          <Button variant="plain" compact onClick={() => show(other.date)}>
            {t('plan.useStored')}
          </Button>
        </Note>
      )}
      <Button type="submit" compact busy={isSubmitting}>
        {t('plan.save')}
      </Button>
    </>
  );
}

/** A plan as another nurse saved it, with what is filled in. */
function StoredPlan({ plan }: { plan: DayPlan }) {
  const t = useText(words);
  const { goal, steps, people, wouldChange = '', homeExpected } = plan;
  const facts = [
    [t('plan.goal'), goal],
    [t('plan.steps'), toLines(steps)],
    [t('plan.people'), toLines(people)],
    [t('plan.wouldChange'), wouldChange],
    [t('plan.homeExpected'), homeExpected ? formatDate(homeExpected) : ''],
  ] as const;
  return (
    <Lines>
      <Facts facts={facts.filter(([, value]) => value !== '')} variant="columns" />
      <Written plan={plan} />
    </Lines>
  );
}

const Lines = styled.div`
  dd {
    white-space: pre-line;
  }
`;

function Written({ plan: { writtenBy, updatedAt } }: { plan: DayPlan }) {
  const t = useText(words);
  return <Soft>{t('plan.written', { who: writtenBy ?? t('plan.staff'), when: formatMoment(updatedAt) })}</Soft>;
}

/** How the patient says what is planned, or that they haven't yet; nothing without a plan. */
function SaidBack({ plan }: { plan: DayPlan | undefined }) {
  const t = useText(words);
  if (!plan) return null;
  const { readBack } = plan;
  return (
    <Stack $gap={8}>
      {readBack ? (
        <Note title={t('plan.readBack', { when: formatMoment(readBack.at) })}>
          <p>{readBack.text}</p>
        </Note>
      ) : (
        <Soft>{t('plan.notReadBack')}</Soft>
      )}
      <Written plan={plan} />
    </Stack>
  );
}
