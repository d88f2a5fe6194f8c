import Languages from 'lucide-react/icons/languages';
import Pencil from 'lucide-react/icons/pencil';
import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Button, formatDate, formatMoment, Row, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { useFormikContext, yup } from 'shared-ui/forms';
import { usePatientAccess, useRoles } from '../../access/roles.ts';
import { changeIdentifiers, changeNames } from '../../api/patients.ts';
import { DialogForm } from '../../components/DialogForm.tsx';
import { formatDay, PatientSummary, patientLabel } from '../../components/identity.tsx';
import {
  IDENTIFIER_LABELS,
  IDENTIFIERS,
  IdentifierFields,
  identifiersFrom,
  identifiersSchema,
  identifierValues,
  NameFields,
  nameRules,
} from '../../components/PatientFields.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';
import { LanguageDialog } from '../language/LanguageDialog.tsx';

/** Who the patient is, and forms for the names, the language, the date of birth, the room and the hospital's own numbers. */
export function AboutSection({ patient, onDone }: PatientSectionProps) {
  const t = useText(words);
  const has = useRoles();
  const { hasCare, hasAccount } = usePatientAccess(patient);
  const [isEditing, setIsEditing] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const [isTranslating, setIsTranslating] = useState(false);
  const { phoneNumber, email, createdAt, lastLoginAt, openRequests } = patient;
  const shown = { ...patient, dateOfBirth: patient.dateOfBirth && formatDay(patient.dateOfBirth) };
  return (
    <Section title={t('patient.about')}>
      <Facts
        variant="columns"
        facts={[
          ...IDENTIFIERS.map((field) => [t(IDENTIFIER_LABELS[field]), shown[field] || '–'] as const),
          ...(hasAccount
            ? ([
                [t('patients.phone'), phoneNumber || '–'],
                [t('patients.email'), email ?? '–'],
              ] as const)
            : []),
          [t('patient.createdAt'), formatDate(createdAt)],
          ...(hasAccount
            ? ([[t('patient.lastLoginAt'), lastLoginAt ? formatMoment(lastLoginAt) : t('patient.never')]] as const)
            : []),
          ...(hasCare ? ([[t('patient.openRequests'), String(openRequests)]] as const) : []),
        ]}
      />
      <Row>
        {hasAccount && (
          <Button compact variant="ghost" icon={<Pencil />} onClick={() => setIsEditing(true)}>
            {t('identity.edit')}
          </Button>
        )}
        {hasAccount && (
          <Button compact variant="ghost" icon={<Languages />} onClick={() => setIsTranslating(true)}>
            {t('language.edit')}
          </Button>
        )}
        {has('clerk') && (
          <Button compact variant="ghost" icon={<Pencil />} onClick={() => setIsRenaming(true)}>
            {t('names.edit')}
          </Button>
        )}
      </Row>
      <NameDialog open={isRenaming} patient={patient} onClose={() => setIsRenaming(false)} onDone={onDone} />
      <LanguageDialog open={isTranslating} patient={patient} onClose={() => setIsTranslating(false)} onDone={onDone} />
      <IdentityDialog open={isEditing} patient={patient} onClose={() => setIsEditing(false)} onDone={onDone} />
    </Section>
  );
}

interface DialogProps extends PatientSectionProps {
  open: boolean;
  onClose(): void;
}

function IdentityDialog({ open, patient, onClose, onDone }: DialogProps) {
  const t = useText(words);
  const schema = useMemo(() => identifiersSchema(t), [t]);
  const initial = identifierValues(patient);
  const save = async (values: typeof initial) => {
    const identifiers = identifiersFrom(values);
    await changeIdentifiers(patient.id, identifiers);
    onClose();
    onDone(t('identity.saved', { patient: patientLabel(t, { ...patient, ...identifiers }) }));
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('identity.edit')}
      initialValues={initial}
      schema={schema}
      send={save}
      submitLabel={t('identity.save')}
    >
      <PatientSummary patient={patient} />
      <IdentifierFields />
    </DialogForm>
  );
}

type Names = Pick<DeskPatientDetails, 'firstName' | 'lastName'>;

/** Changes a patient's names. Shows the old and the new name before saving. */
function NameDialog({ open, patient, onClose, onDone }: DialogProps) {
  const t = useText(words);
  const schema = useMemo(() => yup.object(nameRules(t)), [t]);
  const current: Names = { firstName: patient.firstName, lastName: patient.lastName };
  const save = async ({ firstName, lastName }: Names) => {
    const { name } = await changeNames(patient.id, { firstName: firstName.trim(), lastName: lastName.trim() });
    onClose();
    const message = patient.wristbandCode === null ? 'names.saved' : 'names.savedPrint';
    onDone(t(message, { patient: patientLabel(t, { ...patient, name }) }));
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('names.edit')}
      initialValues={current}
      schema={schema}
      send={save}
      submitLabel={t('names.save')}
    >
      <PatientSummary patient={patient} />
      <p>{t('names.text')}</p>
      <NameFields />
      <OldAndNew old={current} />
    </DialogForm>
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
