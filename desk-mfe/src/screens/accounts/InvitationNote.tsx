import type { DeskInvitation } from 'mock-api/contract';
import { Link } from 'react-router-dom';
import { formatDate, Note, staffPaths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const PatientLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: 44px;
  overflow-wrap: anywhere;
`;

/** The invitation that an account answered: which patient sent it, when, and what the decision will change. */
export function InvitationNote({ invitation }: { invitation: DeskInvitation }) {
  const t = useText(words);
  const { patient, invitedAt, state } = invitation;
  return (
    <Note title={t('accounts.invited', { name: patient.name, date: formatDate(invitedAt) })}>
      <p>{t(`accounts.invitation.${state}`)}</p>
      <PatientLink to={staffPaths.patient(patient.id)}>{t('accounts.openPatient', { name: patient.name })}</PatientLink>
    </Note>
  );
}
