/**
 * Invitations of supporters. Registering or signing in from the link of the text message accepts the invitation, once
 * the account is approved (`held-invitations.ts`). An account that has proven the invited number gets a request on its
 * timeline. Who has both the link and the number needs no yes of the patient (`acceptance.ts`).
 */
import type { Locale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { Invitation, RequestAccepted } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { findUser, findUserByPhone, lockUser, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import {
  bindSupporter,
  entriesWaitingForPhone,
  findExpiredEntries,
  findInvitation,
  findPendingEntry,
  hasPendingAnswer,
  removePendingEntry,
} from '../../repositories/sharing/invitations.ts';
import { acceptByLink } from './acceptance.ts';
import { showInvite } from './invite-state.ts';
import { askSupporter, nameOf } from './supporters.ts';

/**
 * Returns who invites.
 * @throws Problem LINK_DEAD for a link that was used, has expired or never existed
 */
export async function readInvitation(db: Db, token: string): Promise<Invitation> {
  const invited = await findInvitation(db, token);
  const patient = invited && (await findUser(db, invited.user_id));
  if (!patient) throw new Problem('LINK_DEAD');
  return { name: nameOf(patient) };
}

/**
 * Accepts an invitation by its link: at once for the account that has proven the invited number, otherwise the patient
 * is asked.
 * @throws Problem LINK_DEAD, or OWN_INVITATION for the patient who sent it
 */
export async function acceptInvitation(
  trx: Trx,
  token: string,
  user: UserRow,
  locale: Locale,
): Promise<RequestAccepted> {
  const invited = await findInvitation(trx, token);
  if (!invited) throw new Problem('LINK_DEAD');
  if (invited.user_id === user.id) throw new Problem('OWN_INVITATION');
  await lockUsers(trx, [invited.user_id, user.id]);
  const patient = await findUser(trx, invited.user_id);
  const account = await findUser(trx, user.id);
  if (!patient || !account || !(await findInvitation(trx, token))) throw new Problem('LINK_DEAD');
  return acceptByLink(trx, { invited, patient, user: account, locale });
}

/**
 * Sends a request to a user who has proven a number that was invited before. A number that several accounts have proven
 * matches none of them.
 */
export async function matchByNumber(trx: Trx, user: UserRow): Promise<void> {
  const owner = await findUserByPhone(trx, user.phone_digits);
  if (owner?.id !== user.id) return;
  for (const invited of await entriesWaitingForPhone(trx, user.phone_digits)) {
    const patient = await findUser(trx, invited.user_id);
    if (!patient || patient.id === user.id) continue;
    if (!(await bindSupporter(trx, invited.id, user.id))) continue;
    await askSupporter(trx, patient, user, invited.id);
  }
}

/**
 * Ends invitations that expired without an answer: the patient sees it and can invite again. One that an account
 * under review holds waits for the decision on the account.
 */
export async function endExpired(db: Db): Promise<void> {
  for (const { id, user_id: patientId } of await findExpiredEntries(db)) {
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, patientId);
      const invited = await findPendingEntry(trx, id);
      if (!invited || invited.supporter_user_id !== null || (await hasPendingAnswer(trx, id))) return;
      await showInvite(trx, id, 'expired');
      await removePendingEntry(trx, id);
    });
  }
}
