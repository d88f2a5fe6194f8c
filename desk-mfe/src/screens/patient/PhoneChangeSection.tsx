import type { DeskPhoneChange } from 'mock-api/contract';
import { useState } from 'react';
import { Button, formatMoment, Row, Soft, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { confirmPhoneChange, refusePhoneChange } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const ACTIONS = { confirm: confirmPhoneChange, refuse: refusePhoneChange };
type Action = keyof typeof ACTIONS;

interface Props extends PatientSectionProps {
  change: DeskPhoneChange;
}

/** A new mobile number that the patient asked for with the wristband. Staff check who the person is before confirming. */
export function PhoneChangeSection({ patient, change, onDone }: Props) {
  const t = useText(words);
  const { phoneNumber, requestedAt } = change;
  const [pending, setPending] = useState<Action>('confirm');
  const [isConfirming, setIsConfirming] = useState(false);
  const { state, error, submit } = useSubmit(async (action: Action) => {
    setIsConfirming(false);
    await ACTIONS[action](patient.id, phoneNumber);
    onDone(t(`phoneChange.${action}.done`, { patient: patientLabel(t, patient) }));
  });
  const ask = (action: Action) => {
    setPending(action);
    setIsConfirming(true);
  };
  const isBusy = state === 'sending';
  return (
    <Section title={t('phoneChange.title')}>
      <Soft>{t('phoneChange.text')}</Soft>
      <Facts
        variant="columns"
        facts={[
          [t('phoneChange.new'), phoneNumber],
          [t('phoneChange.old'), patient.phoneNumber || '–'],
          [t('phoneChange.requestedAt'), formatMoment(requestedAt)],
        ]}
      />
      <Failure error={error} />
      <Row>
        <Button compact busy={isBusy} onClick={() => ask('confirm')}>
          {t('phoneChange.confirm.press')}
        </Button>
        <Button compact variant="ghost" busy={isBusy} onClick={() => ask('refuse')}>
          {t('phoneChange.refuse.press')}
        </Button>
      </Row>
      <ConfirmDialog
        open={isConfirming}
        title={t(`phoneChange.${pending}.title`)}
        confirmLabel={t(`phoneChange.${pending}.press`)}
        cancelLabel={t('cancel')}
        danger={pending === 'refuse'}
        onConfirm={() => void submit(pending)}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t(`phoneChange.${pending}.text`, { phone: phoneNumber })}</p>
      </ConfirmDialog>
    </Section>
  );
}
