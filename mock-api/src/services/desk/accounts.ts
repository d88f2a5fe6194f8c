/** Accounts under review: staff or the operator decide, and the person hears of it by e-mail. */
import type { Services } from '../../app-types.ts';
import { type DeskAccount, HOSPITAL_STATUS } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { toLocale, translate } from '../../i18n.ts';
import { Problem } from '../../problems.ts';
import { findAccount, toDeskAccount } from '../../repositories/desk/accounts.ts';
import { tellSessions } from '../../repositories/sessions.ts';
import { lockUser, type UserRow, updateUser } from '../../repositories/users.ts';
import { matchByNumber } from '../invitations.ts';
import type { Notifier } from '../notifier.ts';
import type { StaffLog } from './log.ts';

/** Approves an account and tells its owner. */
export async function approve(trx: Trx, notifier: Notifier, account: UserRow): Promise<UserRow> {
  const changes = { hospital_status_id: HOSPITAL_STATUS.APPROVED, denial_reason: null };
  const user = await updateUser(trx, account.id, changes);
  await matchByNumber(trx, user);
  await notifier.mail(trx, user, 'accountApproved', '/onboarding/login');
  return user;
}

/** Denies an account and tells its owner why. */
export async function deny(trx: Trx, notifier: Notifier, account: UserRow, reason: string): Promise<UserRow> {
  const changes = { hospital_status_id: HOSPITAL_STATUS.DENIED, denial_reason: reason };
  const user = await updateUser(trx, account.id, changes);
  await tellSessions(trx, account.id);
  const said = reason || translate(toLocale(user.locale), 'mail.accountDenied.withoutReason');
  await notifier.mail(trx, user, 'accountDenied', '', { reason: said });
  return user;
}

/** The desk decides on what is under review, and may approve what was denied. */
function isOpen({ hospital_status_id: status }: UserRow, isApproval: boolean): boolean {
  return status === HOSPITAL_STATUS.UNDER_REVIEW || (isApproval && status === HOSPITAL_STATUS.DENIED);
}

/**
 * Approves an account, or denies it where there is a reason.
 * @throws Problem NOT_FOUND or ALREADY_DECIDED
 */
export async function decide(
  { db, notifier }: Services,
  log: StaffLog,
  id: string,
  reason?: string,
): Promise<DeskAccount> {
  const decided = await db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    const account = await findAccount(trx, id);
    if (!account) throw new Problem('NOT_FOUND');
    if (!isOpen(account, reason === undefined)) throw new Problem('ALREADY_DECIDED');
    const object = reason === undefined ? 'account-approved' : 'account-denied';
    await log(trx, { action: 'STAFF_CHANGED', object, subjects: [id], objectId: id });
    return reason === undefined ? approve(trx, notifier, account) : deny(trx, notifier, account, reason);
  });
  notifier.kick();
  return toDeskAccount(decided);
}
