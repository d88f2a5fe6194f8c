import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo } from 'react';
import { Stack, type Translate, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, FormikField, TextField, yup } from 'shared-ui/forms';
import { erasePatient } from '../../api/patients.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { Failure } from '../../components/Failure.tsx';
import { WhoItIs } from '../../components/identity.tsx';
import { words } from '../../words.ts';

const schemaFor = (t: Translate<'access.erase.nameRequired'>) =>
  yup.object({ name: yup.string().trim().required(t('access.erase.nameRequired')) });

const NO_NAME = { name: '' };

interface Props {
  open: boolean;
  patient: DeskPatientDetails;
  onClose(): void;
  onErased(): void;
}

/** Erases a patient's account, once the patient's name is typed: it can't be undone. */
export function EraseDialog({ open, patient, onClose, onErased }: Props) {
  const t = useText(words);
  const schema = useMemo(() => schemaFor(t), [t]);
  const { error, submit } = useSubmit(async ({ name }: typeof NO_NAME) => {
    await erasePatient(patient.id, name.trim());
    onErased();
  });
  return (
    <Dialog open={open} onClose={onClose} title={t('access.erase.title')}>
      <Formik initialValues={NO_NAME} validationSchema={schema} onSubmit={submit}>
        {() => (
          <Form noValidate>
            <Stack>
              <WhoItIs patient={patient} />
              <p>{t('access.erase.text')}</p>
              <FormErrors title={t('form.check')} />
              <FormikField name="name">
                {(field) => (
                  <TextField
                    {...field}
                    label={t('access.erase.name')}
                    hint={t('access.erase.nameHint')}
                    autoComplete="off"
                    spellCheck={false}
                    required
                  />
                )}
              </FormikField>
              <Failure error={error} />
            </Stack>
            <DialogActions submit={t('access.erase.press')} variant="danger" onClose={onClose} />
          </Form>
        )}
      </Formik>
    </Dialog>
  );
}
