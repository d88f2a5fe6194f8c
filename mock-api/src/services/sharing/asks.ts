/**
 * Accounts that want to accept an invitation and wait for the patient's yes. Each has an event on the patient's
 * timeline, which asks, and one on its own, which says that it waits.
 */
import type { Trx } from '../../db/schema.ts';
import { contentId } from '../../repositories/care/content.ts';
import { accountsThatAnswered } from '../../repositories/sharing/invitations.ts';
import { removeEvents } from '../../timeline/timeline.ts';

/** Returns the key of the request that an invitation adds to a supporter's timeline. */
export const requestKey = (supporterId: string) => `request-${supporterId}`;

/** Returns the key of the event that asks the patient whether an account may accept. */
export const askKey = (supporterId: string, userId: string) => `ask-${supporterId}-${userId}`;

/** Removes the question whether an account may accept. */
export async function removeAsk(trx: Trx, patientId: string, supporterId: string, userId: string): Promise<void> {
  await removeEvents(trx, patientId, [contentId(patientId, askKey(supporterId, userId))]);
}

/** Removes the request from an account's timeline. */
export async function takeBackRequest(trx: Trx, userId: string, supporterId: string): Promise<void> {
  await removeEvents(trx, userId, [contentId(userId, requestKey(supporterId))]);
}

/** An entry in a patient's list of supporters, and the account that it is for. */
interface Entry {
  id: string;
  user_id: string;
  supporter_user_id: string | null;
}

/**
 * Removes the questions about an entry from the patient's timeline, and the requests from those of the accounts.
 * @param except an account whose events stay
 */
export async function endAsks(trx: Trx, entry: Entry, except?: string): Promise<void> {
  const { id, user_id: patientId, supporter_user_id: meant } = entry;
  const accounts = new Set([...(await accountsThatAnswered(trx, id)), ...(meant === null ? [] : [meant])]);
  for (const account of accounts) {
    if (account === except) continue;
    await removeAsk(trx, patientId, id, account);
    await takeBackRequest(trx, account, id);
  }
}
