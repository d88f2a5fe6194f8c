import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  FormikField,
  KeepDraft,
  TextField,
  usePhoneRule,
} from 'shared-ui/forms';
import { createPatient } from '../../api/patients.ts';
import { Failure } from '../../components/Failure.tsx';
import { words } from '../../words.ts';
import { EMPTY, NAME_LENGTH, newPatientSchema, type Typed, toNewPatient } from './new-patient.ts';

const draft = createDraft<Typed>(EMPTY);

interface Props {
  open: boolean;
  onClose(): void;
}

/** Creates a patient and opens their page. Keeps the values when sending fails or the dialog is closed. */
export function NewPatientDialog({ open, onClose }: Props) {
  const t = useText(words);
  return (
    <Dialog open={open} onClose={onClose} title={t('patients.new')}>
      <NewPatientForm onClose={onClose} />
    </Dialog>
  );
}

function NewPatientForm({ onClose }: Pick<Props, 'onClose'>) {
  const t = useText(words);
  const navigate = useNavigate();
  const schema = useMemo(() => newPatientSchema(t), [t]);
  usePhoneRule();
  const { error, submit } = useSubmit(async (typed: Typed) => {
    const { id } = await createPatient(toNewPatient(typed));
    void draft.forget();
    navigate(staffPaths.patient(id));
  });
  return (
    <Formik initialValues={draft.get()} validationSchema={schema} onSubmit={submit}>
      {({ isSubmitting }) => (
        <Form noValidate>
          <KeepDraft draft={draft} />
          <Stack $gap={16}>
            <FormErrors title={t('form.check')} />
            <PatientFields />
            <Failure error={error} />
          </Stack>
          <Actions>
            <Button type="submit" busy={isSubmitting}>
              {t('patients.make')}
            </Button>
            <Button variant="plain" onClick={onClose}>
              {t('cancel')}
            </Button>
          </Actions>
        </Form>
      )}
    </Formik>
  );
}

function PatientFields() {
  const t = useText(words);
  const own = { autoComplete: 'off', required: true } as const;
  return (
    <>
      <FormikField name="firstName">
        {(field) => <TextField {...field} {...own} label={t('patients.firstName')} maxLength={NAME_LENGTH} />}
      </FormikField>
      <FormikField name="lastName">
        {(field) => <TextField {...field} {...own} label={t('patients.lastName')} maxLength={NAME_LENGTH} />}
      </FormikField>
      <FormikField name="phone">
        {(field) => (
          <TextField {...field} {...own} type="tel" label={t('patients.phone')} hint={t('patients.phoneHint')} />
        )}
      </FormikField>
      <FormikField name="email">
        {(field) => <TextField {...field} type="email" autoComplete="off" label={t('patients.email')} />}
      </FormikField>
    </>
  );
}
