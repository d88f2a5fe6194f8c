import type { DeskPatientDetails, SpokenLanguage } from 'mock-api/contract';
import { useText } from 'shared-ui';
import { ALL_LANGUAGES, isLanguage } from 'shared-ui/contract/languages';
import { CheckboxField, useFormikField, yup } from 'shared-ui/forms';
import { changeLanguage } from '../../api/patients.ts';
import { DialogForm } from '../../components/DialogForm.tsx';
import { FormSelect } from '../../components/fields.tsx';
import { languageName, PatientSummary, patientLabel } from '../../components/identity.tsx';
import type { PatientSectionProps } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const SCHEMA = yup.object({ language: yup.string(), needsInterpreter: yup.boolean() });

interface Props extends PatientSectionProps {
  open: boolean;
  onClose(): void;
}

const spokenBy = ({ speaks, language }: DeskPatientDetails) => ({
  language: speaks?.language ?? language ?? '',
  needsInterpreter: speaks?.needsInterpreter ?? false,
});

/** Sets in which language staff talk with the patient, and the app writes, and whether an interpreter is needed. */
export function LanguageDialog({ open, patient, onClose, onDone }: Props) {
  const t = useText(words);
  const save = async ({ language, needsInterpreter }: ReturnType<typeof spokenBy>) => {
    const spoken: SpokenLanguage = { language: isLanguage(language) ? language : null, needsInterpreter };
    await changeLanguage(patient.id, spoken);
    onClose();
    onDone(t('language.saved', { patient: patientLabel(t, patient) }));
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('language.edit')}
      initialValues={spokenBy(patient)}
      schema={SCHEMA}
      send={save}
      submitLabel={t('identity.save')}
    >
      <PatientSummary patient={patient} />
      <FormSelect
        name="language"
        label={t('language.language')}
        hint={t('language.hint')}
        options={ALL_LANGUAGES.map((language) => ({ value: language, label: languageName(language) }))}
      />
      <InterpreterField />
    </DialogForm>
  );
}

function InterpreterField() {
  const t = useText(words);
  return <CheckboxField label={t('language.needsInterpreter')} {...useFormikField<boolean>('needsInterpreter')} />;
}
