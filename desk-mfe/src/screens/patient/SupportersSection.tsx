import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import type { DeskSupporter } from 'mock-api/contract';
import { useState } from 'react';
import { Button, Soft, useSubmit, useText } from 'shared-ui';
import { ConfirmDialog } from 'shared-ui/dialog';
import { styled } from 'styled-components';
import { removeSupporter } from '../../api/patients.ts';
import { Failure } from '../../components/feedback.tsx';
import { PatientSummary, patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, RuledList, Section } from '../../components/Section.tsx';
import { words } from '../../words.ts';

const State = styled(Soft)`
  --icon: 1.125rem;
  display: flex;
  align-items: center;
  gap: 6px;
`;

interface Props extends PatientSectionProps {
  supporters: readonly DeskSupporter[];
}

/** Who follows the patient's stay, and who is invited to. Staff end either when one of the two people asks for it. */
export function SupportersSection({ patient, supporters, onDone }: Props) {
  const t = useText(words);
  const [chosen, setChosen] = useState<DeskSupporter>();
  const [isConfirming, setIsConfirming] = useState(false);
  const { state, error, submit } = useSubmit(async ({ id, name }: DeskSupporter) => {
    setIsConfirming(false);
    await removeSupporter(patient.id, id);
    onDone(t('supporters.done', { name, patient: patientLabel(t, patient) }));
  });
  const name = chosen ? nameOf(chosen) : '';
  return (
    <Section title={t('supporters.title')}>
      {supporters.length === 0 && <Soft>{t('supporters.none')}</Soft>}
      <RuledList>
        {supporters.map((supporter) => (
          <li key={supporter.id}>
            <div>
              <strong>{nameOf(supporter)}</strong>
              <State>
                {supporter.status === 'PENDING' ? <Hourglass /> : <CircleCheck />}
                {t(`supporters.${supporter.status}`)}
              </State>
            </div>
            <Button
              compact
              variant="danger"
              aria-label={t('supporters.endOf', { name: nameOf(supporter) })}
              busy={state === 'sending' && supporter.id === chosen?.id}
              onClick={() => {
                setChosen(supporter);
                setIsConfirming(true);
              }}
            >
              {t('supporters.end')}
            </Button>
          </li>
        ))}
      </RuledList>
      <Failure error={error} />
      <ConfirmDialog
        open={isConfirming}
        title={t('supporters.question', { name })}
        confirmLabel={t('supporters.end')}
        cancelLabel={t('cancel')}
        danger
        onConfirm={() => chosen && void submit(chosen)}
        onCancel={() => setIsConfirming(false)}
      >
        <PatientSummary patient={patient} />
        <p>{t('supporters.text', { name })}</p>
      </ConfirmDialog>
    </Section>
  );
}

/** Returns the name of the account, and the patient's name for the person if it differs. */
const nameOf = ({ name, account }: DeskSupporter) =>
  account === null || account === name ? name : `${account} (${name})`;
