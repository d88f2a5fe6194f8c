import type { DeskPatientDetails } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Button, Row, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { ConfirmDialog } from 'shared-ui/dialog';
import { yup } from 'shared-ui/forms';
import { useRoles } from '../../access/roles.ts';
import { endSessions, erasePatient, expirePatient, unlockPatient } from '../../api/patients.ts';
import { DialogForm } from '../../components/DialogForm.tsx';
import { Failure } from '../../components/feedback.tsx';
import { FormTextField } from '../../components/fields.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const ACTIONS = { unlock: unlockPatient, signOut: endSessions, expire: expirePatient };
type Action = keyof typeof ACTIONS;

interface Props extends PatientSectionProps {
  onErased(): void;
}

/** Access of the patient: unlock, sign out everywhere, end access to the app, erase. All but the first need confirmation. */
export function AccessSection({ patient, onDone, onErased }: Props) {
  const { id, isLocked, sessions, isExpired } = patient;
  const isClerk = useRoles()('clerk');
  const t = useText(words);
  const [pending, setPending] = useState<Exclude<Action, 'unlock'>>('signOut');
  const [isConfirming, setIsConfirming] = useState(false);
  const [isErasing, setIsErasing] = useState(false);
  const { state, error, submit } = useSubmit(async (action: Action) => {
    setIsConfirming(false);
    await ACTIONS[action](id);
    onDone(t(`access.${action}.done`, { patient: patientLabel(t, patient) }));
  });
  const confirm = (action: Exclude<Action, 'unlock'>) => {
    setPending(action);
    setIsConfirming(true);
  };
  const isBusy = state === 'sending';
  return (
    <Section title={t('access.title')}>
      <Facts
        variant="columns"
        facts={[
          [t('access.locked'), isLocked ? t('yes') : t('no')],
          [t('access.sessions'), t('access.devices', { count: sessions })],
          [t('access.app'), isExpired ? t('patient.expired') : t('access.running')],
        ]}
      />
      <Failure error={error} />
      <Row>
        {isLocked && (
          <Button compact busy={isBusy} onClick={() => submit('unlock')}>
            {t('access.unlock.press')}
          </Button>
        )}
        {sessions > 0 && (
          <Button compact variant="ghost" busy={isBusy} onClick={() => confirm('signOut')}>
            {t('access.signOut.press')}
          </Button>
        )}
        {!isExpired && isClerk && (
          <Button compact variant="danger" busy={isBusy} onClick={() => confirm('expire')}>
            {t('access.expire.press')}
          </Button>
        )}
        {isClerk && (
          <Button compact variant="danger" onClick={() => setIsErasing(true)}>
            {t('access.erase.press')}
          </Button>
        )}
      </Row>
      <ConfirmDialog
        open={isConfirming}
        title={t(`access.${pending}.title`)}
        confirmLabel={t(`access.${pending}.press`)}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => void submit(pending)}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t(`access.${pending}.text`)}</p>
      </ConfirmDialog>
      <EraseDialog open={isErasing} patient={patient} onClose={() => setIsErasing(false)} onErased={onErased} />
    </Section>
  );
}

interface EraseDialogProps {
  open: boolean;
  patient: DeskPatientDetails;
  onClose(): void;
  onErased(): void;
}

/** Erases a patient's account, once the patient's name is typed: it can't be undone. */
function EraseDialog({ open, patient, onClose, onErased }: EraseDialogProps) {
  const t = useText(words);
  const schema = useMemo(() => yup.object({ name: yup.string().trim().required(t('access.erase.nameRequired')) }), [t]);
  const erase = async ({ name }: { name: string }) => {
    await erasePatient(patient.id, name.trim());
    onErased();
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('access.erase.title')}
      initialValues={{ name: '' }}
      schema={schema}
      send={erase}
      submitLabel={t('access.erase.press')}
      variant="danger"
    >
      <PatientSummary patient={patient} />
      <p>{t('access.erase.text')}</p>
      <FormTextField
        name="name"
        label={t('access.erase.name')}
        hint={t('access.erase.nameHint')}
        autoComplete="off"
        spellCheck={false}
        required
      />
    </DialogForm>
  );
}
