import type { DeskMerge } from 'mock-api/contract';
import { useState } from 'react';
import { Button, formatDate, formatMoment, Soft, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { undoMerge } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { identityOf, PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, RuledList, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

interface Props extends PatientSectionProps {
  merges: readonly DeskMerge[];
}

/** Records that the hospital's system has joined with this patient's, which staff can separate again. */
export function MergesSection({ patient, merges, onDone }: Props) {
  const t = useText(words);
  const [chosen, setChosen] = useState<DeskMerge>();
  const [isConfirming, setIsConfirming] = useState(false);
  const { state, error, submit } = useSubmit(async ({ id, retired: { name } }: DeskMerge) => {
    setIsConfirming(false);
    await undoMerge(patient.id, id);
    onDone(t('merges.done', { name, patient: patientLabel(t, patient) }));
  });
  const names = { patient: patient.name, name: chosen?.retired.name ?? '' };
  const numberOf = ({ retired: { recordNumber } }: DeskMerge) =>
    recordNumber ? t('merges.number', { number: recordNumber }) : '';
  return (
    <Section title={t('merges.title')}>
      <Soft>{t('merges.intro')}</Soft>
      <RuledList>
        {merges.map((merge) => (
          <li key={merge.id}>
            <div>
              <strong>{t('merges.with', { name: merge.retired.name, date: formatMoment(merge.at) })}</strong>
              {[identityOf(t, merge.retired), numberOf(merge)]
                .filter((part) => part !== '')
                .map((part) => (
                  <Soft key={part}>{part}</Soft>
                ))}
              <Soft>{t('merges.until', { date: formatDate(merge.undoableUntil) })}</Soft>
            </div>
            <Button
              compact
              variant="danger"
              aria-label={t('merges.undoOf', { name: merge.retired.name })}
              busy={state === 'sending' && merge.id === chosen?.id}
              onClick={() => {
                setChosen(merge);
                setIsConfirming(true);
              }}
            >
              {t('merges.undo')}
            </Button>
          </li>
        ))}
      </RuledList>
      <Failure error={error} />
      <ConfirmDialog
        open={isConfirming}
        title={t('merges.question', names)}
        confirmLabel={t('merges.undo')}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => chosen && void submit(chosen)}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        {chosen && <PatientSummary patient={chosen.retired} />}
        <p>{t('merges.text', names)}</p>
      </ConfirmDialog>
    </Section>
  );
}
