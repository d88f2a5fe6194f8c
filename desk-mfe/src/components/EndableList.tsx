import type { DeskPatientDetails } from 'mock-api/contract';
import { type ReactNode, useState } from 'react';
import { Button, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { words } from '../words.ts';
import { Failure } from './feedback.tsx';
import { PatientSummary } from './identity.tsx';
import { RuledList } from './Section.tsx';

interface Props<T> {
  patient: DeskPatientDetails;
  entries: readonly T[];
  /** Label of each entry's button, such as "End". */
  label: string;
  /** Accessible name of an entry's button. */
  labelOf(entry: T): string;
  /** Title of the dialog that asks first, and its content below the patient. */
  question(entry: T): string;
  details(entry: T): ReactNode;
  end(entry: T): Promise<void>;
  /** Renders one entry. */
  children(entry: T): ReactNode;
}

/** List of what belongs to a patient, which staff can end one by one after a question. */
export function EndableList<T extends { id: string }>({
  patient,
  entries,
  label,
  labelOf,
  question,
  details,
  end,
  children,
}: Props<T>) {
  const t = useText(words);
  const [chosen, setChosen] = useState<T>();
  const [isConfirming, setIsConfirming] = useState(false);
  const { state, error, submit } = useSubmit(async (entry: T) => {
    setIsConfirming(false);
    await end(entry);
  });
  return (
    <>
      <RuledList>
        {entries.map((entry) => (
          <li key={entry.id}>
            <div>{children(entry)}</div>
            <Button
              compact
              variant="danger"
              aria-label={labelOf(entry)}
              busy={state === 'sending' && entry.id === chosen?.id}
              onClick={() => {
                setChosen(entry);
                setIsConfirming(true);
              }}
            >
              {label}
            </Button>
          </li>
        ))}
      </RuledList>
      <Failure error={error} />
      <ConfirmDialog
        open={isConfirming}
        title={chosen ? question(chosen) : ''}
        confirmLabel={label}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => chosen && void submit(chosen)}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        {chosen && details(chosen)}
      </ConfirmDialog>
    </>
  );
}
