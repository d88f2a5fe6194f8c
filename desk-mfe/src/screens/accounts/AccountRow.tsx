import type { DeskAccount, DeskInvitation } from 'mock-api/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, formatDate, Note, Row, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { styled } from 'styled-components';
import { approveAccount } from '../../api/accounts.ts';
import { Failure } from '../../components/Failure.tsx';
import { Identity } from '../../components/identity.tsx';
import { words } from '../../words.ts';
import { DenyDialog } from './DenyDialog.tsx';

const Frame = styled(Stack)`
  padding: var(--space-4);

  h2 {
    font-size: var(--text-l);
    overflow-wrap: anywhere;
  }
`;

interface Props {
  account: DeskAccount;
  /** Called after a decision with the account's id and a confirmation message. */
  onDecided(id: string, message: string): void;
}

/** Details of one account and the decisions that staff can make. */
export function AccountRow({ account, onDecided }: Props) {
  const t = useText(words);
  /** Undefined until first opened: the list has up to 500 rows, and each would mount its dialog. */
  const [isDenying, setIsDenying] = useState<boolean>();
  const { id, firstName, lastName, status, invitations } = account;
  const name = `${firstName} ${lastName}`;
  const { state, error, submit } = useSubmit(async () => {
    await approveAccount(id);
    onDecided(id, t('accounts.nowApproved', { name }));
  });
  return (
    <Frame as="article" aria-label={name}>
      <h2>{name}</h2>
      <AccountFacts account={account} />
      {invitations.map((invitation) => (
        <InvitationNote key={invitation.invitedAt} invitation={invitation} />
      ))}
      <Failure error={error} />
      <Row>
        {status !== 'approved' && (
          <Button compact busy={state === 'sending'} onClick={() => submit()}>
            {t('accounts.approve')}
          </Button>
        )}
        {status !== 'denied' && (
          <Button compact variant="ghost" onClick={() => setIsDenying(true)}>
            {t('accounts.deny')}
          </Button>
        )}
      </Row>
      {isDenying !== undefined && (
        <DenyDialog
          open={isDenying}
          id={id}
          name={name}
          onClose={() => setIsDenying(false)}
          onDenied={() => onDecided(id, t('accounts.nowDenied', { name }))}
        />
      )}
    </Frame>
  );
}

function AccountFacts({ account }: { account: DeskAccount }) {
  const t = useText(words);
  const { email, emailValidated, organization, phoneNumber, createdAt, reason } = account;
  const validated = emailValidated ? t('accounts.validated') : t('accounts.notValidated');
  return (
    <Facts
      variant="columns"
      facts={[
        [t('accounts.email'), `${email} (${validated})`],
        [t('accounts.organization'), organization || '–'],
        [t('accounts.phone'), phoneNumber],
        [t('accounts.createdAt'), formatDate(createdAt)],
        ...(reason ? [[t('accounts.reason'), reason] as const] : []),
      ]}
    />
  );
}

const PatientLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: 44px;
  overflow-wrap: anywhere;
`;

/** The invitation that an account answered: which patient sent it, when, and what the decision will change. */
function InvitationNote({ invitation }: { invitation: DeskInvitation }) {
  const t = useText(words);
  const { patient, invitedAt, state } = invitation;
  return (
    <Note title={t('accounts.invited', { name: patient.name, date: formatDate(invitedAt) })}>
      <p>
        <Identity of={patient} />
      </p>
      <p>{t(`accounts.invitation.${state}`)}</p>
      <PatientLink to={staffPaths.patient(patient.id)}>{t('accounts.openPatient', { name: patient.name })}</PatientLink>
    </Note>
  );
}
