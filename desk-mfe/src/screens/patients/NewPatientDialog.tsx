import type { NewPatient } from 'mock-api/contract';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { Stack, staffPaths, type Translate, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import {
  createDraft,
  Form,
  FormErrors,
  Formik,
  FormikField,
  KeepDraft,
  phoneCanExist,
  TextField,
  usePhoneRule,
  yup,
} from 'shared-ui/forms';
import { createPatient } from '../../api/patients.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { Failure } from '../../components/Failure.tsx';
import { IdentityFields } from '../../components/IdentityFields.tsx';
import { NameFields, nameRules } from '../../components/NameFields.tsx';
import { words } from '../../words.ts';

const EMPTY = { firstName: '', lastName: '', dateOfBirth: '', room: '', phone: '+1 ', email: '' };
type Typed = typeof EMPTY;

/** Returns whether a number has 10 to 15 digits, including the country code. */
const hasDigits = (phone = '') => {
  const count = phone.replaceAll(/\D/g, '').length;
  return count >= 10 && count <= 15;
};

type Key =
  `patients.${'firstNameRequired' | 'lastNameRequired' | 'nameLink' | 'phoneRequired' | 'phoneWrong' | 'emailWrong'}`;

/** Validates a new patient. The server decides whether text messages can be sent to the number's country. */
export function newPatientSchema(t: Translate<Key>) {
  return yup.object({
    ...nameRules(t),
    phone: yup
      .string()
      .test('digits', t('patients.phoneRequired'), hasDigits)
      .test('exists', t('patients.phoneWrong'), async (phone = '') => !hasDigits(phone) || phoneCanExist(phone)),
    email: yup.string().trim().email(t('patients.emailWrong')),
  });
}

/** Converts the form's values into the request body, omitting empty optional values. */
function toNewPatient({ firstName, lastName, dateOfBirth, room, phone, email }: Typed): NewPatient {
  const address = email.trim().toLowerCase();
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    ...(dateOfBirth && { dateOfBirth }),
    ...(room.trim() && { room: room.trim() }),
    ...(address && { email: address }),
  };
}

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
      {() => (
        <Form noValidate>
          <KeepDraft draft={draft} />
          <Stack $gap={16}>
            <FormErrors title={t('form.check')} />
            <PatientFields />
            <Failure error={error} />
          </Stack>
          <DialogActions submit={t('patients.make')} onClose={onClose} />
        </Form>
      )}
    </Formik>
  );
}

function PatientFields() {
  const t = useText(words);
  return (
    <>
      <NameFields />
      <IdentityFields />
      <FormikField name="phone">
        {(field) => (
          <TextField
            {...field}
            type="tel"
            label={t('patients.phone')}
            hint={t('patients.phoneHint')}
            autoComplete="off"
            required
          />
        )}
      </FormikField>
      <FormikField name="email">
        {(field) => <TextField {...field} type="email" autoComplete="off" label={t('patients.email')} />}
      </FormikField>
    </>
  );
}
