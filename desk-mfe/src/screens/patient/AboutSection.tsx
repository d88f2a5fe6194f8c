import Pencil from 'lucide-react/icons/pencil';
import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Button, formatDate, formatMoment, Row, Stack, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { Dialog } from 'shared-ui/dialog';
import { Form, Formik } from 'shared-ui/forms';
import { changeIdentifiers } from '../../api/patients.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { Failure } from '../../components/Failure.tsx';
import {
  HospitalNumberFields,
  hospitalNumbersSchema,
  IdentityFields,
  identitySchema,
} from '../../components/IdentityFields.tsx';
import { formatDay, WhoItIs } from '../../components/identity.tsx';
import { Section } from '../../components/Section.tsx';
import { UnsentTyping } from '../../components/UnsentTyping.tsx';
import { words } from '../../words.ts';
import { NameDialog } from './NameDialog.tsx';

interface Props {
  patient: DeskPatientDetails;
  onDone(message: string): void;
}

/** Who the patient is, and forms for the names, and for the date of birth, the room and the hospital's own numbers. */
export function AboutSection({ patient, onDone }: Props) {
  const t = useText(words);
  const [isEditing, setIsEditing] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const { dateOfBirth, room, recordNumber, bandCode, phoneNumber, email, createdAt, lastLoginAt, openRequests } =
    patient;
  return (
    <Section title={t('patient.about')}>
      <Facts
        variant="columns"
        facts={[
          [t('identity.dateOfBirth'), dateOfBirth ? formatDay(dateOfBirth) : '–'],
          [t('identity.roomNumber'), room ?? '–'],
          [t('identity.recordNumber'), recordNumber ?? '–'],
          [t('identity.bandCode'), bandCode ?? '–'],
          [t('patients.phone'), phoneNumber || '–'],
          [t('patients.email'), email ?? '–'],
          [t('patient.createdAt'), formatDate(createdAt)],
          [t('patient.lastLoginAt'), lastLoginAt ? formatMoment(lastLoginAt) : t('patient.never')],
          [t('patient.openRequests'), String(openRequests)],
        ]}
      />
      <Row>
        <Button compact variant="ghost" icon={<Pencil />} onClick={() => setIsEditing(true)}>
          {t('identity.edit')}
        </Button>
        <Button compact variant="ghost" icon={<Pencil />} onClick={() => setIsRenaming(true)}>
          {t('names.edit')}
        </Button>
      </Row>
      <NameDialog
        open={isRenaming}
        patient={patient}
        onClose={() => setIsRenaming(false)}
        onSaved={(message) => {
          setIsRenaming(false);
          onDone(message);
        }}
      />
      <Dialog open={isEditing} onClose={() => setIsEditing(false)} title={t('identity.edit')}>
        <IdentityForm
          patient={patient}
          onClose={() => setIsEditing(false)}
          onSaved={() => {
            setIsEditing(false);
            onDone(t('identity.saved'));
          }}
        />
      </Dialog>
    </Section>
  );
}

interface FormProps {
  patient: DeskPatientDetails;
  onClose(): void;
  onSaved(): void;
}

function IdentityForm({ patient, onClose, onSaved }: FormProps) {
  const t = useText(words);
  const schema = useMemo(() => identitySchema(t).concat(hospitalNumbersSchema(t)), [t]);
  const typed = {
    dateOfBirth: patient.dateOfBirth ?? '',
    room: patient.room ?? '',
    recordNumber: patient.recordNumber ?? '',
    bandCode: patient.bandCode ?? '',
  };
  const { error, submit } = useSubmit(async ({ dateOfBirth, room, recordNumber, bandCode }: typeof typed) => {
    await changeIdentifiers(patient.id, {
      dateOfBirth: dateOfBirth || null,
      room: room.trim() || null,
      recordNumber: recordNumber.trim() || null,
      bandCode: bandCode.trim() || null,
    });
    onSaved();
  });
  return (
    <Formik initialValues={typed} validationSchema={schema} onSubmit={submit}>
      {() => (
        <Form noValidate>
          <UnsentTyping />
          <Stack $gap={16}>
            <WhoItIs patient={patient} />
            <IdentityFields />
            <HospitalNumberFields />
            <Failure error={error} />
          </Stack>
          <DialogActions submit={t('identity.save')} onClose={onClose} />
        </Form>
      )}
    </Formik>
  );
}
