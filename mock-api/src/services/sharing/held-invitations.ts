/**
 * Invitations answered by people whose account the hospital reviews first. The link stays open for others meanwhile:
 * the first account to be approved becomes the supporter. An answer in time counts, however long the review takes.
 */

import { toLocale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import { HOSPITAL_STATUS } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { findUser, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import {
  findInvitation,
  findPending,
  heldBy,
  insertHeld,
  isHeld,
  removePending,
  useLinksOf,
} from '../../repositories/sharing/invitations.ts';
import { becomeSupporter } from './invitations.ts';
import { showInvite } from './invite-state.ts';
import { takeBackRequest } from './supporters.ts';

/**
 * Holds an invitation for an account under review. The patient sees that the person has answered.
 * @throws Problem LINK_DEAD, OWN_INVITATION for the patient who sent it, or ALREADY_DECIDED for an account not under
 * review
 */
export async function holdInvitation(trx: Trx, token: string, userId: string): Promise<void> {
  const invited = await findInvitation(trx, token);
  if (!invited) throw new Problem('LINK_DEAD');
  if (invited.user_id === userId) throw new Problem('OWN_INVITATION');
  await lockUsers(trx, [invited.user_id, userId]);
  if (!(await findInvitation(trx, token))) throw new Problem('LINK_DEAD');
  const account = await findUser(trx, userId);
  if (account?.hospital_status_id !== HOSPITAL_STATUS.UNDER_REVIEW) throw new Problem('ALREADY_DECIDED');
  const { id: supporterId, user_id: patientId, created_at: invitedAt } = invited;
  await insertHeld(trx, {
    user_id: userId,
    supporter_id: supporterId,
    patient_id: patientId,
    invited_at: invitedAt,
  });
  await showInvite(trx, supporterId, 'review');
}

/**
 * Holds an invitation for an account until its email is validated. The patient sees nothing yet.
 * @throws Problem LINK_DEAD
 */
export async function holdUntilValidated(trx: Trx, token: string, userId: string): Promise<void> {
  const invited = await findInvitation(trx, token);
  if (!invited) throw new Problem('LINK_DEAD');
  const { id: supporterId, user_id: patientId, created_at: invitedAt } = invited;
  await insertHeld(trx, { user_id: userId, supporter_id: supporterId, patient_id: patientId, invited_at: invitedAt });
}

/**
 * Goes on with what an account held until its email was validated: accepts it, or shows that the account is reviewed.
 * @param user the account, locked with its inviters
 */
export async function settleHeld(trx: Trx, user: UserRow): Promise<void> {
  if (user.hospital_status_id === HOSPITAL_STATUS.APPROVED) {
    await acceptHeld(trx, user);
    return;
  }
  for (const { supporter_id: supporterId } of await heldBy(trx, user.id)) {
    if (await findPending(trx, supporterId)) await showInvite(trx, supporterId, 'review');
  }
}

/** Locks an account and the patients whose invitations it has answered, before a decision on the account. */
export async function lockWithInviters(trx: Trx, userId: string): Promise<void> {
  const held = await heldBy(trx, userId);
  await lockUsers(trx, [userId, ...held.map(({ patient_id: patientId }) => patientId)]);
}

/** Shows patients that an invitation is waiting for an answer again, before the account that holds it is erased. */
export async function releaseHeld(trx: Trx, userId: string): Promise<void> {
  for (const { supporter_id: supporterId } of await heldBy(trx, userId)) {
    const isOpen = (await findPending(trx, supporterId)) !== undefined;
    if (isOpen && !(await isHeld(trx, supporterId, userId))) await showInvite(trx, supporterId, 'invited');
  }
}

/** Outcome of an account's invitations: at least one was accepted, all had ended, or it had none. */
export type HeldOutcome = 'accepted' | 'ended' | 'none';

/**
 * Accepts what an account held while it was under review, even if the link has expired since. Skips an invitation that
 * another account has accepted or that was withdrawn.
 * @param user the account, approved
 * @returns the patients that it supports now, and the outcome
 */
export async function acceptHeld(trx: Trx, user: UserRow): Promise<{ outcome: HeldOutcome; patients: string[] }> {
  const held = await heldBy(trx, user.id);
  const patients: string[] = [];
  for (const { supporter_id: supporterId } of held) {
    const invited = await findPending(trx, supporterId);
    const patient = invited && (await findUser(trx, invited.user_id));
    if (!patient) continue;
    await useLinksOf(trx, supporterId);
    await becomeSupporter(trx, { invited, patient, user, locale: toLocale(user.locale) });
    patients.push(patient.id);
  }
  if (patients.length > 0) return { outcome: 'accepted', patients };
  return { outcome: held.length > 0 ? 'ended' : 'none', patients };
}

/**
 * Ends what a denied account held: its link, and the patient's entry unless another account is still waiting for the
 * same invitation.
 * @returns the patients whose invitations have ended
 */
export async function endHeld(trx: Trx, user: UserRow): Promise<string[]> {
  const patients: string[] = [];
  for (const { supporter_id: supporterId } of await heldBy(trx, user.id)) {
    const invited = await findPending(trx, supporterId);
    if (!invited) continue;
    patients.push(invited.user_id);
    await useLinksOf(trx, supporterId);
    if (await isHeld(trx, supporterId, user.id)) continue;
    const { supporter_user_id: meant } = invited;
    if (meant !== null && meant !== user.id) {
      // The account with the invited number still has its request.
      await showInvite(trx, supporterId, 'invited');
      continue;
    }
    if (meant !== null) await takeBackRequest(trx, meant, supporterId);
    await showInvite(trx, supporterId, 'denied');
    await removePending(trx, supporterId);
  }
  return patients;
}
