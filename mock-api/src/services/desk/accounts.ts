/**
 * Accounts under review: staff or the operator decide, and the person gets an email. The same decision accepts or ends
 * an invitation that the account has answered.
 */
import { type MessageKey, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { type DeskAccount, HOSPITAL_STATUS } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { recheckSessions } from '../../repositories/accounts/sessions.ts';
import { localeOf, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { accountChange, recordChanges } from '../../repositories/changes.ts';
import { findAccount } from '../../repositories/desk/accounts.ts';
import { deskInvitations } from '../../repositories/sharing/invitations.ts';
import type { Services } from '../context.ts';
import type { Notifier } from '../messages/notifier.ts';
import { acceptHeld, endHeld, type HeldOutcome, lockWithInviters, matchByNumber } from '../sharing/invitations.ts';
import type { StaffLog } from './log.ts';
import { withDue } from './requests.ts';

/** Result of a decision on an account. */
interface Decided {
  user: UserRow;
  /** Patients whose invitations the decision has accepted or ended. */
  patients: string[];
}

/** Returns a paragraph of an email, or an empty text. */
const paragraph = (user: UserRow, key: MessageKey | undefined) =>
  key === undefined ? '' : `${translate(localeOf(user), key)}\n\n`;

const APPROVED_WITH: Readonly<Record<HeldOutcome, MessageKey | undefined>> = {
  accepted: 'mail.accountApproved.invitation',
  asked: 'mail.accountApproved.invitationAsked',
  ended: 'mail.accountApproved.invitationEnded',
  none: undefined,
};

/** Approves an account, accepts the invitations that it has answered, and emails its owner. */
export async function approve(trx: Trx, notifier: Notifier, account: UserRow): Promise<Decided> {
  const changes = { hospital_status_id: HOSPITAL_STATUS.APPROVED, denial_reason: null };
  const user = await updateUser(trx, account.id, changes);
  await recordChanges(trx, [accountChange(account.id)]);
  const { outcome, patients } = await acceptHeld(trx, user);
  await matchByNumber(trx, user);
  const invitation = paragraph(user, APPROVED_WITH[outcome]);
  await notifier.mail(trx, user, 'accountApproved', '/onboarding/login', { invitation });
  return { user, patients };
}

/** Denies an account, ends the invitations that it has answered, and emails its owner the reason. */
export async function deny(trx: Trx, notifier: Notifier, account: UserRow, reason: string): Promise<Decided> {
  const changes = { hospital_status_id: HOSPITAL_STATUS.DENIED, denial_reason: reason };
  const user = await updateUser(trx, account.id, changes);
  await recordChanges(trx, [accountChange(account.id)]);
  await recheckSessions(trx, account.id);
  const patients = await endHeld(trx, user);
  const shownReason = reason || translate(localeOf(user), 'mail.accountDenied.withoutReason');
  const invitation = paragraph(user, patients.length > 0 ? 'mail.accountDenied.invitation' : undefined);
  await notifier.mail(trx, user, 'accountDenied', '', { reason: shownReason, invitation });
  return { user, patients };
}

/** Names of the decision in the logs of the account's owner and of an inviting patient. */
const APPROVAL_OBJECTS = ['account-approved', 'supporter-approved'] as const;
const DENIAL_OBJECTS = ['account-denied', 'supporter-denied'] as const;

/** Returns whether the desk may decide: on accounts under review, and to approve denied ones. */
function isOpen({ hospital_status_id: status }: UserRow, isApproval: boolean): boolean {
  return status === HOSPITAL_STATUS.UNDER_REVIEW || (isApproval && status === HOSPITAL_STATUS.DENIED);
}

/**
 * Approves an account, or denies it if there is a reason.
 * @throws ProblemError NOT_FOUND or ALREADY_DECIDED
 */
export async function decide(
  { db, config, notifier }: Services,
  log: StaffLog,
  id: string,
  reason?: string,
): Promise<DeskAccount> {
  const decided = await db.transaction().execute(async (trx) => {
    await lockWithInviters(trx, id);
    const account = await findAccount(trx, id);
    if (!account) throw new ProblemError('NOT_FOUND');
    if (!isOpen(account, reason === undefined)) throw new ProblemError('ALREADY_DECIDED');
    const isApproval = reason === undefined;
    const { user, patients } = await (isApproval
      ? approve(trx, notifier, account)
      : deny(trx, notifier, account, reason));
    const [object, ofPatient] = isApproval ? APPROVAL_OBJECTS : DENIAL_OBJECTS;
    await log(trx, { action: 'STAFF_CHANGED', object, subjects: [id], objectId: id });
    if (patients.length > 0)
      await log(trx, { action: 'STAFF_CHANGED', object: ofPatient, subjects: patients, objectId: id });
    return withDue(user, (await deskInvitations(trx, [id])).get(id), config.overdue);
  });
  notifier.kick();
  return decided;
}
