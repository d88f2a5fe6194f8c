import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import type { DeskSupporter } from 'mock-api/contract';
import { Soft, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { removeSupporter } from '../../api/patients.ts';
import { EndableList } from '../../components/EndableList.tsx';
import { patientLabel } from '../../components/identity.tsx';
import { type PatientSectionProps, Section } from '../../components/Section.tsx';
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
  const remove = async ({ id, name }: DeskSupporter) => {
    await removeSupporter(patient.id, id);
    onDone(t('supporters.done', { name, patient: patientLabel(t, patient) }));
  };
  return (
    <Section title={t('supporters.title')}>
      {supporters.length === 0 && <Soft>{t('supporters.none')}</Soft>}
      <EndableList
        patient={patient}
        entries={supporters}
        label={t('supporters.end')}
        labelOf={(supporter) => t('supporters.endOf', { name: nameOf(supporter) })}
        question={(supporter) => t('supporters.question', { name: nameOf(supporter) })}
        details={(supporter) => <p>{t('supporters.text', { name: nameOf(supporter) })}</p>}
        end={remove}
      >
        {(supporter) => (
          <>
            <strong>{nameOf(supporter)}</strong>
            <State>
              {supporter.status === 'PENDING' ? <Hourglass /> : <CircleCheck />}
              {t(`supporters.${supporter.status}`)}
            </State>
          </>
        )}
      </EndableList>
    </Section>
  );
}

/** Returns the name of the account, and the patient's name for the person if it differs. */
const nameOf = ({ name, account }: DeskSupporter) =>
  account === null || account === name ? name : `${account} (${name})`;
