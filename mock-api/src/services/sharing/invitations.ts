/**
 * Invitations of supporters. Registering or signing in from the link of the text message accepts the invitation. That
 * may have to wait: for a validated email, the hospital's review of the account, the patient's yes. The link stays open
 * for others meanwhile: the first account to be accepted becomes the supporter. An answer in time counts, however long
 * the rest takes. An account that has proven the invited number gets a request on its timeline. Who has both the link
 * and the number needs no yes of the patient (`acceptance.ts`).
 */
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { HOSPITAL_STATUS, type Invitation, type RequestAccepted } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import {
  findUser,
  findUserByPhone,
  localeOf,
  lockUser,
  lockUsers,
  type UserRow,
} from '../../repositories/accounts/users.ts';
import {
  accountsThatAnswered,
  bindSupporter,
  entriesWaitingForPhone,
  findExpiredEntries,
  findInvitation,
  findPendingEntry,
  hasPendingAnswer,
  listHeldInvitations,
  markLinksUsed,
  removePendingEntry,
} from '../../repositories/sharing/invitations.ts';
import { acceptByLink, hold } from './acceptance.ts';
import { endAsks, removeAsk, showInvite } from './invite-state.ts';
import { askSupporter, nameOf } from './supporters.ts';

/**
 * Returns who invites. The link was sent to the invited number, so whoever opens it first may read that number, which
 * saves them typing; nobody after an account has answered.
 * @throws ProblemError LINK_DEAD for a link that was used, has expired or never existed
 */
export async function readInvitation(db: Db, token: string): Promise<Invitation> {
  const entry = await findInvitation(db, token);
  const patient = entry && (await findUser(db, entry.user_id));
  if (!patient) throw new ProblemError('LINK_DEAD');
  const name = nameOf(patient);
  const isAnswered = (await accountsThatAnswered(db, entry.id)).length > 0;
  if (isAnswered || entry.phone_digits === null) return { name };
  return { name, invited: { name: entry.name, phone: `+${entry.phone_digits}` } };
}

/**
 * Accepts an invitation by its link: at once for the account that has proven the invited number, otherwise the patient
 * is asked.
 * @throws ProblemError LINK_DEAD, or OWN_INVITATION for the patient who sent it
 */
export async function acceptInvitation(
  trx: Trx,
  token: string,
  user: UserRow,
  locale: Locale,
): Promise<RequestAccepted> {
  const invited = await findInvitation(trx, token);
  if (!invited) throw new ProblemError('LINK_DEAD');
  if (invited.user_id === user.id) throw new ProblemError('OWN_INVITATION');
  await lockUsers(trx, [invited.user_id, user.id]);
  const patient = await findUser(trx, invited.user_id);
  const account = await findUser(trx, user.id);
  if (!patient || !account || !(await findInvitation(trx, token))) throw new ProblemError('LINK_DEAD');
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

/**
 * Holds an invitation for an account under review. The patient sees that the person has answered.
 * @throws ProblemError LINK_DEAD, OWN_INVITATION for the patient who sent it, or ALREADY_DECIDED for an account not under
 * review
 */
export async function holdInvitation(trx: Trx, token: string, userId: string): Promise<void> {
  const invited = await findInvitation(trx, token);
  if (!invited) throw new ProblemError('LINK_DEAD');
  if (invited.user_id === userId) throw new ProblemError('OWN_INVITATION');
  await lockUsers(trx, [invited.user_id, userId]);
  if (!(await findInvitation(trx, token))) throw new ProblemError('LINK_DEAD');
  const account = await findUser(trx, userId);
  if (account?.hospital_status_id !== HOSPITAL_STATUS.UNDER_REVIEW) throw new ProblemError('ALREADY_DECIDED');
  await hold(trx, invited, userId);
  await showInvite(trx, invited.id, 'review');
}

/**
 * Holds an invitation for an account until its email is validated. The patient sees nothing yet.
 * @throws ProblemError LINK_DEAD
 */
export async function holdUntilValidated(trx: Trx, token: string, userId: string): Promise<void> {
  const invited = await findInvitation(trx, token);
  if (!invited) throw new ProblemError('LINK_DEAD');
  await hold(trx, invited, userId);
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
  for (const { supporter_id: supporterId } of await listHeldInvitations(trx, user.id)) {
    if (await findPendingEntry(trx, supporterId)) await showInvite(trx, supporterId, 'review');
  }
}

/** Locks an account and the patients whose invitations it has answered, before a decision on the account. */
export async function lockWithInviters(trx: Trx, userId: string): Promise<void> {
  const held = await listHeldInvitations(trx, userId);
  await lockUsers(trx, [userId, ...held.map(({ patient_id: patientId }) => patientId)]);
}

/** Withdraws an account's answers, before it is erased: invitations wait for an answer again. */
export async function releaseHeld(trx: Trx, userId: string): Promise<void> {
  for (const { supporter_id: supporterId, patient_id: patientId } of await listHeldInvitations(trx, userId)) {
    await removeAsk(trx, patientId, supporterId, userId);
    const isOpen = (await findPendingEntry(trx, supporterId)) !== undefined;
    if (isOpen && !(await hasPendingAnswer(trx, supporterId, userId))) await showInvite(trx, supporterId, 'invited');
  }
}

/**
 * Outcome of an account's invitations: at least one was accepted, the patients were asked, all had ended, or it had
 * none.
 */
export type HeldOutcome = 'accepted' | 'asked' | 'ended' | 'none';

/**
 * Accepts what an account held, or asks the patient, even if the link has expired since. Skips an invitation that
 * another account has accepted or that was withdrawn.
 * @param user the account, approved and locked with its inviters
 * @returns the patients of open invitations, and the outcome
 */
export async function acceptHeld(trx: Trx, user: UserRow): Promise<{ outcome: HeldOutcome; patients: string[] }> {
  const held = await listHeldInvitations(trx, user.id);
  const patients: string[] = [];
  let outcome: HeldOutcome = held.length > 0 ? 'ended' : 'none';
  for (const { supporter_id: supporterId } of held) {
    const invited = await findPendingEntry(trx, supporterId);
    const patient = invited && (await findUser(trx, invited.user_id));
    if (!patient) continue;
    patients.push(patient.id);
    if (outcome !== 'accepted') outcome = 'asked';
    // The patient is asked about an email that is the account's own.
    if (user.email_validated === 0) continue;
    const { profile } = await acceptByLink(trx, { invited, patient, user, locale: localeOf(user) });
    if (profile) outcome = 'accepted';
  }
  return { outcome, patients };
}

/** Goes on with an account's invitations once it has proven its number. */
export async function settleProven(db: Db, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockWithInviters(trx, userId);
    const user = await findUser(trx, userId);
    if (user?.hospital_status_id !== HOSPITAL_STATUS.APPROVED || user.email_validated === 0) return;
    await acceptHeld(trx, user);
    await matchByNumber(trx, user);
  });
}

/**
 * Ends what a denied account held: its link, and the patient's entry unless another account is still waiting for the
 * same invitation.
 * @returns the patients whose invitations have ended
 */
export async function endHeld(trx: Trx, user: UserRow): Promise<string[]> {
  const patients: string[] = [];
  for (const { supporter_id: supporterId } of await listHeldInvitations(trx, user.id)) {
    const invited = await findPendingEntry(trx, supporterId);
    if (!invited) continue;
    patients.push(invited.user_id);
    await markLinksUsed(trx, supporterId);
    if (await hasPendingAnswer(trx, supporterId, user.id)) continue;
    const { supporter_user_id: meant } = invited;
    if (meant !== null && meant !== user.id) {
      // The account with the invited number still has its request.
      await showInvite(trx, supporterId, 'invited');
      continue;
    }
    await endAsks(trx, invited);
    await showInvite(trx, supporterId, 'denied');
    await removePendingEntry(trx, supporterId);
  }
  return patients;
}
