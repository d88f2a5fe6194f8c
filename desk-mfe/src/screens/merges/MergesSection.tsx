import type { DeskMerge } from 'mock-api/contract';
import { formatDate, formatMoment, Soft, useText } from 'shared-ui';
import { undoMerge } from '../../api/patients.ts';
import { EndableList } from '../../components/EndableList.tsx';
import { identityOf, PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

interface Props extends PatientSectionProps {
  merges: readonly DeskMerge[];
}

/** Records that the hospital's system has joined with this patient's, which staff can separate again. */
export function MergesSection({ patient, merges, onDone }: Props) {
  const t = useText(words);
  const namesOf = ({ retired: { name } }: DeskMerge) => ({ patient: patient.name, name });
  const numberOf = ({ retired: { recordNumber } }: DeskMerge) =>
    recordNumber ? t('merges.number', { number: recordNumber }) : '';
  const undo = async ({ id, retired: { name } }: DeskMerge) => {
    await undoMerge(patient.id, id);
    onDone(t('merges.done', { name, patient: patientLabel(t, patient) }));
  };
  return (
    <Section title={t('merges.title')}>
      <Soft>{t('merges.intro')}</Soft>
      <EndableList
        patient={patient}
        entries={merges}
        label={t('merges.undo')}
        labelOf={({ retired: { name } }) => t('merges.undoOf', { name })}
        question={(merge) => t('merges.question', namesOf(merge))}
        details={(merge) => (
          <>
            <PatientSummary patient={merge.retired} />
            <p>{t('merges.text', namesOf(merge))}</p>
          </>
        )}
        end={undo}
      >
        {(merge) => (
          <>
            <strong>{t('merges.with', { name: merge.retired.name, date: formatMoment(merge.at) })}</strong>
            {[identityOf(t, merge.retired), numberOf(merge)]
              .filter((part) => part !== '')
              .map((part) => (
                <Soft key={part}>{part}</Soft>
              ))}
            <Soft>{t('merges.until', { date: formatDate(merge.undoableUntil) })}</Soft>
          </>
        )}
      </EndableList>
    </Section>
  );
}
