import type { DeskPatient } from 'mock-api/contract';
import { Link } from 'react-router-dom';
import { staffPaths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Row = styled(Link)`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  align-items: center;
  gap: 0 var(--space-4);
  min-block-size: 56px;
  padding: var(--space-2) var(--space-4);
  color: var(--ink);
  text-decoration: none;

  > span {
    color: var(--ink-soft);
    overflow-wrap: anywhere;
  }
  > strong {
    color: var(--brand);
    overflow-wrap: anywhere;
  }
  &:hover {
    background: var(--brand-soft);
  }
`;

/** Entry of the patient list, which links to the patient's page. */
export function PatientRow({ patient }: { patient: DeskPatient }) {
  const t = useText(words);
  const { id, firstName, lastName, wristbandCode, phoneNumber, isExpired } = patient;
  return (
    <Row to={staffPaths.patient(id)}>
      <strong>{t('patients.name', { firstName, lastName })}</strong>
      <span>{wristbandCode ?? t('patients.noWristband')}</span>
      <span>{phoneNumber}</span>
      <span>{isExpired ? t('patient.expired') : ''}</span>
    </Row>
  );
}
