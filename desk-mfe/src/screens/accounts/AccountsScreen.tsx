import UserCheck from 'lucide-react/icons/user-check';
import type { AccountStatus, DeskAccount, DeskInvitation } from 'mock-api/contract';
import { useCallback, useMemo, useState } from 'react';
import { Button, EmptyState, formatDate, Note, Row, Stack, staffPaths, useSubmit, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { SelectField, yup } from 'shared-ui/forms';
import { approveAccount, denyAccount, fetchAccounts } from '../../api/waiting.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { Failure } from '../../components/feedback.tsx';
import { FormTextArea } from '../../components/fields.tsx';
import { Identity } from '../../components/identity.tsx';
import { EntryFrame, TargetLink, useDecisions } from '../../components/list-parts.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { words } from '../../words.ts';

const STATUSES = ['review', 'approved', 'denied'] as const satisfies AccountStatus[];

/** Maximum length of a reason that the API accepts. */
const REASON_LENGTH = 500;

/** `/desk/accounts`: self-registered accounts and the decisions on them. */
export default function AccountsScreen() {
  const t = useText(words);
  const [status, setStatus] = useState<AccountStatus>('review');
  const pages = usePages((after) => fetchAccounts(status, after), [status]);
  const { page, onDecided, toast } = useDecisions(pages.change);
  const draw = useCallback(
    (account: DeskAccount) => <AccountEntry account={account} onDecided={onDecided} />,
    [onDecided],
  );
  return (
    <DeskPage ref={page} title={t('nav.accounts')} intro={t('accounts.intro')}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('accounts.status')}
            value={status}
            onChange={(value) => setStatus(STATUSES.find((known) => known === value) ?? 'review')}
            options={STATUSES.map((value) => ({ value, label: t(`accounts.${value}`) }))}
          />
        </ListFilters>
        <PagedList
          pages={pages}
          label={t(`accounts.${status}`)}
          failed={t('accounts.failed')}
          empty={<EmptyState icon={<UserCheck />} title={t('accounts.empty')} text={t('accounts.emptyText')} />}
        >
          {draw}
        </PagedList>
      </Stack>
      {toast}
    </DeskPage>
  );
}

interface EntryProps {
  account: DeskAccount;
  /** Called after a decision with the account's id and a confirmation message. */
  onDecided(id: string, message: string): void;
}

function AccountEntry({ account, onDecided }: EntryProps) {
  const t = useText(words);
  /** Undefined until first opened: the list has up to 500 entries, and each would mount its dialog. */
  const [isDenying, setIsDenying] = useState<boolean>();
  const { id, firstName, lastName, status, invitations } = account;
  const name = `${firstName} ${lastName}`;
  const { state, error, submit } = useSubmit(async () => {
    await approveAccount(id);
    onDecided(id, t('accounts.nowApproved', { name }));
  });
  return (
    <EntryFrame as="article" aria-label={name}>
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
    </EntryFrame>
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
      <TargetLink to={staffPaths.patient(patient.id)}>{t('accounts.openPatient', { name: patient.name })}</TargetLink>
    </Note>
  );
}

interface DenyDialogProps {
  open: boolean;
  /** Id of the account. */
  id: string;
  name: string;
  onClose(): void;
  onDenied(): void;
}

/** Asks for the reason for a denial, which the account's owner reads. */
function DenyDialog({ open, id, name, onClose, onDenied }: DenyDialogProps) {
  const t = useText(words);
  const schema = useMemo(() => yup.object({ reason: yup.string().trim().required(t('accounts.reasonRequired')) }), [t]);
  const deny = async ({ reason }: { reason: string }) => {
    await denyAccount(id, reason.trim());
    onClose();
    onDenied();
  };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={t('accounts.denyTitle', { name })}
      keepsValues
      initialValues={{ reason: '' }}
      schema={schema}
      send={deny}
      submitLabel={t('accounts.deny')}
      variant="danger"
    >
      <FormTextArea
        name="reason"
        label={t('accounts.reason')}
        hint={t('accounts.reasonHint')}
        maxLength={REASON_LENGTH}
        required
      />
    </DialogForm>
  );
}
