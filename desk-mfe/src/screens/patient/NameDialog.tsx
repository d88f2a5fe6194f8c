import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo } from 'react';
import { Stack, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, useFormikContext, yup } from 'shared-ui/forms';
import { changeNames } from '../../api/patients.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { Failure } from '../../components/Failure.tsx';
import { WhoItIs } from '../../components/identity.tsx';
import { NameFields, nameRules } from '../../components/NameFields.tsx';
import { UnsentTyping } from '../../components/UnsentTyping.tsx';
import { words } from '../../words.ts';

type Names = Pick<DeskPatientDetails, 'firstName' | 'lastName'>;

interface Props {
  patient: DeskPatientDetails;
  open: boolean;
  onClose(): void;
  onSaved(message: string): void;
}

/** Changes a patient's names. Shows the old and the new name before saving. */
export function NameDialog({ open, onClose, ...props }: Props) {
  const t = useText(words);
  return (
    <Dialog open={open} onClose={onClose} title={t('names.edit')}>
      <NameForm {...props} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ patient, onClose, onSaved }: Omit<Props, 'open'>) {
  const t = useText(words);
  const schema = useMemo(() => yup.object(nameRules(t)), [t]);
  const typed: Names = { firstName: patient.firstName, lastName: patient.lastName };
  const { error, submit } = useSubmit(async ({ firstName, lastName }: Names) => {
    await changeNames(patient.id, { firstName: firstName.trim(), lastName: lastName.trim() });
    onSaved(patient.wristbandCode === null ? t('names.saved') : t('names.savedPrint'));
  });
  return (
    <Formik initialValues={typed} validationSchema={schema} onSubmit={submit}>
      {() => (
        <Form noValidate>
          <UnsentTyping />
          <Stack $gap={16}>
            <WhoItIs patient={patient} />
            <p>{t('names.text')}</p>
            <FormErrors title={t('form.check')} />
            <NameFields />
            <OldAndNew old={typed} />
            <Failure error={error} />
          </Stack>
          <DialogActions submit={t('names.save')} onClose={onClose} />
        </Form>
      )}
    </Formik>
  );
}

/** Both names as the patient list shows them. */
function OldAndNew({ old }: { old: Names }) {
  const t = useText(words);
  const { values } = useFormikContext<Names>();
  const now = { firstName: values.firstName.trim(), lastName: values.lastName.trim() };
  return (
    <Facts
      variant="columns"
      facts={[
        [t('names.old'), t('patients.name', { ...old })],
        [t('names.new'), t('patients.name', now)],
      ]}
    />
  );
}
