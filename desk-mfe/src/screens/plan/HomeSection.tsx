import type { HomePlan } from 'mock-api/contract';
import { useEffect, useId, useMemo, useState } from 'react';
import { ApiFailure, Button, Note, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, type FormikHelpers, useFormikContext, yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { setHomePlan } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormTextArea, FormTextField } from '../../components/fields.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

/** Most things to take home, and the lengths that the API accepts. */
const THINGS = 10;
const LENGTH = 120;
const CALL_LENGTH = 200;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A time as it is to be typed, in both languages. */
const TYPED = '13:30';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

interface Typed {
  /** Not `at`: fields are found by their name, and the next step on the same page has one. */
  leavesAt: string;
  ride: string;
  /** A line for each. */
  equipment: string;
  call: string;
  /** What was arranged when the nurse began to type. */
  basedOn: HomePlan | null;
}

type Stored = HomePlan | null;

function startOf(stored: Stored): Typed {
  const { at = '', ride = '', equipment = [], call = '' } = stored ?? {};
  return { leavesAt: at, ride, equipment: equipment.join('\n'), call, basedOn: stored };
}

const isSame = (one: Stored, other: Stored) => {
  const contentOf = (stored: Stored) => JSON.stringify(stored && toPlan(startOf(stored)));
  return contentOf(one) === contentOf(other);
};

const toPlan = ({ leavesAt: at, ride, equipment, call }: Typed): HomePlan => ({
  ...(at && { at }),
  ...(ride.trim() && { ride: ride.trim() }),
  equipment: linesOf(equipment),
  ...(call.trim() && { call: call.trim() }),
});

interface Props extends PatientSectionProps {
  /** Fetches the patient again. */
  reload(): void;
}

/** "Going home": what is arranged, in the words of staff. Each becomes a point on the patient's checklist. */
export function HomeSection({ patient, onDone, reload }: Props) {
  const t = useText(words);
  const stored = patient.home ?? null;
  const schema = useMemo(
    () =>
      yup.object({
        leavesAt: yup
          .string()
          .matches(TIME, { message: t('home.timeWrong', { time: TYPED }), excludeEmptyString: true }),
        equipment: yup
          .string()
          .test('lines', t('plan.tooMany', { most: THINGS }), (text = '') => linesOf(text).length <= THINGS)
          .test('length', t('plan.tooLong', { most: LENGTH }), (text = '') =>
            linesOf(text).every((line) => line.length <= LENGTH),
          ),
      }),
    [t],
  );
  const formId = useId();
  const [isOpen, setIsOpen] = useState(false);
  /** What the nurse is asked about replacing. */
  const [asked, setAsked] = useState<HomePlan>();
  /** What the last save replaced: `stored`, until it is fetched again. */
  const [replaced, setReplaced] = useState<Stored>();
  const otherThan = ({ basedOn }: Typed): HomePlan | undefined => {
    const isKnown = isSame(stored, basedOn) || (replaced !== undefined && isSame(stored, replaced));
    return isKnown || stored === null ? undefined : stored;
  };
  const { error, submit } = useSubmit(async (typed: Typed, { resetForm }: FormikHelpers<Typed>) => {
    const other = otherThan(typed);
    const isAgreed = !other || (asked !== undefined && isSame(asked, other));
    setAsked(isAgreed ? undefined : other);
    if (!isAgreed) return;
    const plan = toPlan(typed);
    try {
      await setHomePlan(patient.id, { ...plan, basedOn: other ?? typed.basedOn });
    } catch (failure) {
      setReplaced(undefined);
      if (failure instanceof ApiFailure && failure.status === 409) reload();
      throw failure;
    }
    setReplaced(stored);
    resetForm({ values: startOf(plan) });
    onDone(t('home.saved', { patient: patientLabel(t, patient) }));
  });
  return (
    <Section title={t('home.title')}>
      {stored && !isOpen && <Arranged plan={stored} />}
      <Button variant="ghost" compact aria-expanded={isOpen} aria-controls={formId} onClick={() => setIsOpen(!isOpen)}>
        {t(stored ? 'home.change' : 'home.begin')}
      </Button>
      {/* Kept while it is closed: it has what was typed. */}
      <Stack id={formId} hidden={!isOpen}>
        <Soft>{t('home.intro')}</Soft>
        <Formik initialValues={startOf(stored)} validationSchema={schema} onSubmit={submit}>
          {({ isSubmitting, submitForm, values }) => (
            <Form noValidate>
              <Stack $gap={16}>
                <FormErrors title={t('form.check')} />
                <FormTextField
                  name="leavesAt"
                  label={t('home.at')}
                  hint={t('home.atHint', { time: TYPED })}
                  maxLength={5}
                  autoComplete="off"
                />
                <FormTextField name="ride" label={t('home.ride')} maxLength={LENGTH} autoComplete="off" />
                <FormTextArea name="equipment" label={t('home.equipment')} hint={t('home.equipmentHint')} rows={2} />
                <FormTextField name="call" label={t('home.call')} maxLength={CALL_LENGTH} autoComplete="off" />
                <Failure error={error} />
                <Changed other={otherThan(values)} />
                <Button type="submit" compact busy={isSubmitting}>
                  {t('home.save')}
                </Button>
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
                {asked && <Arranged plan={asked} />}
                <p>{t('plan.replaceText')}</p>
              </ConfirmDialog>
            </Form>
          )}
        </Formik>
      </Stack>
    </Section>
  );
}

/** What someone else has arranged meanwhile. Into a form that nobody types in it goes at once. */
function Changed({ other }: { other: HomePlan | undefined }) {
  const t = useText(words);
  const { dirty, resetForm } = useFormikContext<Typed>();
  useEffect(() => {
    if (other && !dirty) resetForm({ values: startOf(other) });
  }, [other, dirty, resetForm]);
  if (!other || !dirty) return null;
  return (
    <Note tone="warning" title={t('home.other')} live="status">
      <Arranged plan={other} />
      <Button variant="plain" compact onClick={() => resetForm({ values: startOf(other) })}>
        {t('plan.useStored')}
      </Button>
    </Note>
  );
}

const Lines = styled.div`
  dd {
    white-space: pre-line;
  }
`;

/** What is arranged, as far as it is filled in. */
function Arranged({ plan }: { plan: HomePlan }) {
  const t = useText(words);
  const { leavesAt, ride, equipment, call } = startOf(plan);
  const facts = [
    [t('home.at'), leavesAt],
    [t('home.ride'), ride],
    [t('home.equipment'), equipment],
    [t('home.call'), call],
  ] as const;
  return (
    <Lines>
      <Facts facts={facts.filter(([, value]) => value !== '')} variant="columns" />
    </Lines>
  );
}
