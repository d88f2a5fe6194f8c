/**
 * Invitations of supporters. Only the invited phone gets the link: registering or signing in from it accepts the
 * invitation, once the account is approved (`held-invitations.ts`). An account with the invited number that was
 * created without the link gets a request on its timeline.
 */
import type { Selectable } from 'kysely';
import type { Locale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { Invitation, RequestAccepted } from '../../contract.ts';
import type { Db, SupportersTable, Trx } from '../../db/schema.ts';
import { findUser, findUserByPhone, lockUser, lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import { contentId } from '../../repositories/care/content.ts';
import { findEvent } from '../../repositories/care/events.ts';
import {
  bindSupporter,
  findExpired,
  findInvitation,
  findPending,
  isHeld,
  removePending,
  useInvitation,
  waitingFor,
} from '../../repositories/sharing/invitations.ts';
import { acceptWithin } from '../care/events.ts';
import { showInvite } from './invite-state.ts';
import { askSupporter, requestKey, takeBackRequest } from './supporters.ts';

const nameOf = (user: UserRow) => `${user.first_name} ${user.last_name}`.trim();

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

/** An open invitation, the patient who sent it, and the user who accepts it. */
interface Match {
  invited: Selectable<SupportersTable>;
  patient: UserRow;
  user: UserRow;
  locale: Locale;
}

/**
 * Makes an account the supporter of a pending entry.
 * @throws Problem LINK_DEAD if another account already is
 */
export async function becomeSupporter(trx: Trx, { invited, patient, user, locale }: Match): Promise<RequestAccepted> {
  if (!(await bindSupporter(trx, invited.id, user.id))) throw new Problem('LINK_DEAD');
  const { supporter_user_id: meant } = invited;
  if (meant !== null && meant !== user.id) await takeBackRequest(trx, meant, invited.id);
  const requestId = contentId(user.id, requestKey(invited.id));
  if (!(await findEvent(trx, user.id, requestId))) await askSupporter(trx, patient, user, invited.id);
  return acceptWithin(trx, user, requestId, locale);
}

/**
 * Matches an account with the invitation that it came with, and gives access to what is shared.
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
  if (!patient || !(await useInvitation(trx, token))) throw new Problem('LINK_DEAD');
  return becomeSupporter(trx, { invited, patient, user, locale });
}

/**
 * Sends a request to a user whose number was invited before they had an account. A number that several accounts share
 * matches none of them.
 */
export async function matchByNumber(trx: Trx, user: UserRow): Promise<void> {
  const owner = await findUserByPhone(trx, user.phone_digits);
  if (owner?.id !== user.id) return;
  for (const invited of await waitingFor(trx, user.phone_digits)) {
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
  for (const { id, user_id: patientId } of await findExpired(db)) {
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, patientId);
      const invited = await findPending(trx, id);
      if (!invited || invited.supporter_user_id !== null || (await isHeld(trx, id))) return;
      await showInvite(trx, id, 'expired');
      await removePending(trx, id);
    });
  }
}
