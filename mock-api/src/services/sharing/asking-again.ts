/**
 * Asks patients again about their supporters, when somebody else's record may have come into theirs or has left it:
 * after a merge, and after its undo. Until the patient says yes, a supporter sees nothing.
 */
import { HOSPITAL_STATUS } from '../../contract.ts';
import type { SupporterRow, Trx } from '../../db/schema.ts';
import { findUser, localeOf, type UserRow } from '../../repositories/accounts/users.ts';
import { recordShare } from '../../repositories/changes.ts';
import { accountsThatAnswered, findPendingEntry } from '../../repositories/sharing/invitations.ts';
import { removeNotice } from '../../repositories/sharing/return-notices.ts';
import { suspendEntry } from '../../repositories/sharing/supporters.ts';
import { askPatient } from './acceptance.ts';
import { hideFromAccount } from './ending.ts';
import { endAsks } from './invite-state.ts';

/** Hides a patient from a supporter, and takes back the questions about an invitation, as part of `trx`. */
export async function suspendSupporter(trx: Trx, entry: SupporterRow): Promise<void> {
  const { id, supporter_user_id: supporter } = entry;
  await endAsks(trx, entry);
  await removeNotice(trx, id);
  if (supporter !== null) await hideFromAccount(trx, entry, supporter);
  // Before it is suspended: afterwards nobody knows whose open app shows the patient.
  await recordShare(trx, id);
  await suspendEntry(trx, id);
}

const mayBeAsked = ({ hospital_status_id: status, email_validated: validated }: UserRow): boolean =>
  status === HOSPITAL_STATUS.APPROVED && validated === 1;

/** Asks the patient of a suspended entry, unless their own record was retired, about each account that wants it. */
export async function askAgain(trx: Trx, entryId: string): Promise<void> {
  const invited = await findPendingEntry(trx, entryId);
  const patient = invited && (await findUser(trx, invited.user_id));
  if (!patient) return;
  const { supporter_user_id: supporter } = invited;
  const accounts = new Set([...(supporter === null ? [] : [supporter]), ...(await accountsThatAnswered(trx, entryId))]);
  for (const id of accounts) {
    const user = id === patient.id ? undefined : await findUser(trx, id);
    if (user && mayBeAsked(user)) await askPatient(trx, { invited, patient, user, locale: localeOf(user) }, 'merge');
  }
}
