import KeyRound from 'lucide-react/icons/key-round';
import Phone from 'lucide-react/icons/phone';
import Printer from 'lucide-react/icons/printer';
import type { DeskArrival, DeskPin } from 'mock-api/contract';
import { useId, useMemo, useState } from 'react';
import { Button, formatMoment, Note, Row, Soft, staffPaths, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { yup } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { confirmPhone, makePin } from '../../api/arrivals.ts';
import { DialogForm } from '../../components/DialogForm.tsx';
import { Failure } from '../../components/feedback.tsx';
import { formatDay, PatientSummary, patientLabel, SimilarName } from '../../components/identity.tsx';
import { EntryFrame, TargetLink } from '../../components/list-parts.tsx';
import { PhoneField } from '../../components/PatientFields.tsx';
import { phoneRules } from '../../components/phone-rules.ts';
import { words } from '../../words.ts';

interface Props {
  arrival: DeskArrival;
  /** Of the wristband that was printed here; undefined: none yet. */
  code: string | undefined;
  onPrint(): void;
  /** Called with the patient's id, the number, and a confirmation. */
  onConfirmed(id: string, phoneNumber: string, message: string): void;
}

const Pin = styled.strong`
  font-size: var(--text-xl);
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.1em;
`;

/** A patient who has arrived: who and where, the number, and what staff do for them. */
export function ArrivalEntry({ arrival, code, onPrint, onConfirmed }: Props) {
  const t = useText(words);
  const heading = useId();
  const [isConfirming, setIsConfirming] = useState(false);
  const [pin, setPin] = useState<DeskPin>();
  const make = useSubmit(async () => setPin(await makePin(arrival.id)));
  const { id, firstName, lastName, dateOfBirth, recordNumber, ward, room, admittedAt, phoneNumber } = arrival;
  const name = t('patients.name', { firstName, lastName });
  const place = [ward && t('arrivals.ward', { ward }), room && t('identity.room', { room })].filter(Boolean).join(', ');
  const phone = phoneNumber ?? t('arrivals.noPhone');
  return (
    <EntryFrame as="article" $gap={8} aria-labelledby={heading}>
      <h2 id={heading}>{name}</h2>
      <SimilarName of={arrival} />
      <Facts
        variant="columns"
        facts={[
          [t('identity.dateOfBirth'), dateOfBirth ? formatDay(dateOfBirth) : '–'],
          [t('identity.recordNumber'), recordNumber ?? '–'],
          [t('arrivals.place'), place || '–'],
          [t('arrivals.admittedAt'), admittedAt ? formatMoment(admittedAt) : '–'],
          [arrival.phoneConfirmed ? t('arrivals.phoneConfirmed') : t('arrivals.phoneSent'), phone],
        ]}
      />
      {code !== undefined && <Note tone="success">{t('arrivals.ready', { code })}</Note>}
      {pin && (
        <Note live="status">
          <p>
            {t('arrivals.pin')} <Pin>{pin.pin}</Pin>
          </p>
          <p>{t('arrivals.pinText', { until: formatMoment(pin.expiresAt) })}</p>
        </Note>
      )}
      <Failure error={make.error} />
      <Row $gap={8}>
        <Button compact icon={<Printer />} variant={code === undefined ? 'primary' : 'ghost'} onClick={onPrint}>
          {code === undefined ? t('arrivals.print') : t('arrivals.printAgain')}
        </Button>
        {!arrival.phoneConfirmed && (
          <Button compact variant="ghost" icon={<Phone />} onClick={() => setIsConfirming(true)}>
            {t('arrivals.confirm')}
          </Button>
        )}
        {!arrival.phoneConfirmed && (
          <Button
            compact
            variant="ghost"
            icon={<KeyRound />}
            busy={make.state === 'sending'}
            onClick={() => void make.submit()}
          >
            {t('arrivals.makePin')}
          </Button>
        )}
      </Row>
      <TargetLink to={staffPaths.patient(id)}>{t('arrivals.open', { name })}</TargetLink>
      <PhoneDialog
        open={isConfirming}
        arrival={arrival}
        onClose={() => setIsConfirming(false)}
        onDone={(confirmed) => {
          setPin(undefined);
          onConfirmed(id, confirmed, t('arrivals.confirmed', { patient: patientLabel(t, { ...arrival, name }) }));
        }}
      />
    </EntryFrame>
  );
}

interface DialogProps {
  open: boolean;
  arrival: DeskArrival;
  onClose(): void;
  onDone(phoneNumber: string): void;
}

/** Asks for the number, as the patient says it. Nothing is sent to the one that the hospital's system has. */
function PhoneDialog({ open, arrival, onClose, onDone }: DialogProps) {
  const t = useText(words);
  const schema = useMemo(() => yup.object({ phone: phoneRules(t) }), [t]);
  const { firstName, lastName, phoneNumber } = arrival;
  const confirm = async ({ phone }: { phone: string }) => {
    await confirmPhone(arrival.id, phone.trim());
    onClose();
    onDone(phone.trim());
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('arrivals.confirmTitle')}
      initialValues={{ phone: phoneNumber ?? '+1 ' }}
      schema={schema}
      send={confirm}
      submitLabel={t('arrivals.confirm')}
    >
      <PatientSummary patient={{ ...arrival, name: t('patients.name', { firstName, lastName }) }} />
      <Soft>{t('arrivals.confirmText')}</Soft>
      <PhoneField />
    </DialogForm>
  );
}
