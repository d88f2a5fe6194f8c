import House from 'lucide-react/icons/house';
import LogIn from 'lucide-react/icons/log-in';
import Undo2 from 'lucide-react/icons/undo-2';
import type { Stay } from 'mock-api/contract';
import { useState } from 'react';
import { Button, formatMoment, Row, Soft, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { beginStay, dischargePatient, undoDischarge } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const ACTIONS = {
  discharge: { send: dischargePatient, icon: <House /> },
  undo: { send: undoDischarge, icon: <Undo2 /> },
  begin: { send: beginStay, icon: <LogIn /> },
};
type Action = keyof typeof ACTIONS;

/** Returns what staff can do about a stay now. */
function actionFor({ state, undoableUntil }: Stay): Action {
  if (state === 'admitted') return 'discharge';
  return undoableUntil === undefined ? 'begin' : 'undo';
}

interface Props extends PatientSectionProps {
  stay: Stay | null;
}

/** The patient's stay: "Discharged" after a confirmation, which can be taken back for some hours, or a new stay. */
export function StaySection({ patient, stay, onDone }: Props) {
  const t = useText(words);
  const { id } = patient;
  const action = stay ? actionFor(stay) : 'begin';
  // The dialog keeps its words while it closes.
  const [pending, setPending] = useState<Exclude<Action, 'undo'>>('discharge');
  const [isConfirming, setIsConfirming] = useState(false);
  const { state, error, submit } = useSubmit(async (chosen: Action) => {
    setIsConfirming(false);
    await ACTIONS[chosen].send(id);
    onDone(t(`stay.${chosen}.done`, { patient: patientLabel(t, patient) }));
  });
  const press = () => {
    if (action === 'undo') return void submit(action);
    setPending(action);
    setIsConfirming(true);
  };
  return (
    <Section title={t('stay.title')}>
      {stay ? (
        <Facts
          variant="columns"
          facts={[
            [t('stay.state'), t(`stay.states.${stay.state}`)],
            [t('stay.admittedAt'), stay.admittedAt ? formatMoment(stay.admittedAt) : '–'],
            ...(stay.dischargedAt
              ? ([
                  [t('stay.dischargedAt'), formatMoment(stay.dischargedAt)],
                  [t('stay.lastRoom'), stay.room ?? '–'],
                ] as const)
              : []),
          ]}
        />
      ) : (
        <Soft>{t('stay.none')}</Soft>
      )}
      {stay?.undoableUntil && <Soft>{t('stay.undo.until', { time: formatMoment(stay.undoableUntil) })}</Soft>}
      <Failure error={error} />
      <Row>
        {/* One button for all states: it keeps the focus when its action changes. */}
        <Button
          compact
          variant={action === 'discharge' ? 'primary' : 'ghost'}
          icon={ACTIONS[action].icon}
          busy={state === 'sending'}
          onClick={press}
        >
          {t(`stay.${action}.press`)}
        </Button>
      </Row>
      <ConfirmDialog
        open={isConfirming}
        title={t(`stay.${pending}.title`, { name: patient.name })}
        confirmLabel={t(`stay.${pending}.press`)}
        cancelLabel={t('cancel')}
        onConfirm={() => void submit(pending)}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t(`stay.${pending}.text`)}</p>
      </ConfirmDialog>
    </Section>
  );
}
