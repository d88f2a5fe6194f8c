import type { HomePlan } from 'mock-api/contract';
import { useMemo } from 'react';
import { Button, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { Form, FormErrors, Formik, yup } from 'shared-ui/forms';
import { setHomePlan } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { FormTextArea, FormTextField } from '../../components/fields.tsx';
import { patientLabel } from '../../components/identity.tsx';
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
  at: string;
  ride: string;
  /** A line for each. */
  equipment: string;
  call: string;
}

const toPlan = ({ at, ride, equipment, call }: Typed): HomePlan => ({
  ...(at && { at }),
  ...(ride.trim() && { ride: ride.trim() }),
  equipment: linesOf(equipment),
  ...(call.trim() && { call: call.trim() }),
});

/** "Going home": what is arranged, in the words of staff. Each becomes a point on the patient's checklist. */
export function HomeSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const { at = '', ride = '', equipment = [], call = '' } = patient.home ?? {};
  const initial = { at, ride, equipment: equipment.join('\n'), call };
  const schema = useMemo(
    () =>
      yup.object({
        at: yup.string().matches(TIME, { message: t('home.timeWrong', { time: TYPED }), excludeEmptyString: true }),
        equipment: yup
          .string()
          .test('lines', t('plan.tooMany', { most: THINGS }), (text = '') => linesOf(text).length <= THINGS)
          .test('length', t('plan.tooLong', { most: LENGTH }), (text = '') =>
            linesOf(text).every((line) => line.length <= LENGTH),
          ),
      }),
    [t],
  );
  const { error, submit } = useSubmit(async (typed: Typed) => {
    await setHomePlan(patient.id, toPlan(typed));
    onDone(t('home.saved', { patient: patientLabel(t, patient) }));
  });
  return (
    <Section title={t('home.title')}>
      <Soft>{t('home.intro')}</Soft>
      <Formik initialValues={initial} validationSchema={schema} onSubmit={submit}>
        {({ isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <FormErrors title={t('form.check')} />
              <FormTextField
                name="at"
                label={t('home.at')}
                hint={t('home.atHint', { time: TYPED })}
                maxLength={5}
                autoComplete="off"
              />
              <FormTextField name="ride" label={t('home.ride')} maxLength={LENGTH} autoComplete="off" />
              <FormTextArea name="equipment" label={t('home.equipment')} hint={t('home.equipmentHint')} rows={2} />
              <FormTextField name="call" label={t('home.call')} maxLength={CALL_LENGTH} autoComplete="off" />
              <Failure error={error} />
              <Button type="submit" compact busy={isSubmitting}>
                {t('home.save')}
              </Button>
            </Stack>
          </Form>
        )}
      </Formik>
    </Section>
  );
}
