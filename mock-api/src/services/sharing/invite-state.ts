/**
 * What both sides see of an invitation. The patient: the entry in the list of supporters and the event on the timeline.
 * For an account that wants to accept and waits for the patient's yes: an event on the patient's timeline, which asks,
 * and one on its own, which says that it waits.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { now } from '../../common/clock.ts';
import type { EventBody, EventDocument, SupporterBody } from '../../common/documents.ts';
import { type MessageKey, translateAll } from '../../common/i18n.ts';
import { EVENT_TYPE, type EventStatus } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { contentId } from '../../repositories/care/content.ts';
import { findEvent, nextMoment, updateEvent } from '../../repositories/care/events.ts';
import { eventChange, recordChanges, recordShare, renewedChanges } from '../../repositories/changes.ts';
import { accountsThatAnswered } from '../../repositories/sharing/invitations.ts';
import { setSupporterContent } from '../../repositories/sharing/supporters.ts';
import { addContent, removeEvents } from '../../timeline/timeline.ts';

/**
 * `review`: the invited person has created an account, which the hospital has to approve. `asked`: an account wants to
 * accept, and the patient has to say yes. `denied`: the hospital did not approve the account, and the invitation has
 * ended. `expired`: it was not answered in time. `refused`: the patient said no to the account that wanted to accept.
 * `declined`: the invited person said no. `left`: the supporter has stopped. `removed`: the patient has removed the
 * supporter, or `withdrawn` the invitation. `removed-by-staff`: the desk has ended either.
 */
export type InviteState =
  | 'invited'
  | 'review'
  | 'asked'
  | 'accepted'
  | 'denied'
  | 'expired'
  | 'refused'
  | 'declined'
  | 'left'
  | 'removed'
  | 'withdrawn'
  | 'removed-by-staff';

interface InviteWords {
  /** `VIEWED`: the patient did it themselves, so that nothing is new. */
  status: Extract<EventStatus, 'PENDING' | 'NOT_VIEWED' | 'VIEWED'>;
  event: MessageKey;
  /** Absent if the entry is removed. */
  entry?: MessageKey;
}

const WORDS: Readonly<Record<InviteState, InviteWords>> = {
  invited: { status: 'PENDING', event: 'event.invited.content', entry: 'supporter.invited.content' },
  review: { status: 'PENDING', event: 'event.invited.review', entry: 'supporter.invited.review' },
  asked: { status: 'PENDING', event: 'event.invited.asked', entry: 'supporter.invited.asked' },
  accepted: { status: 'NOT_VIEWED', event: 'event.invited.accepted', entry: 'supporter.invited.accepted' },
  denied: { status: 'NOT_VIEWED', event: 'event.invited.denied' },
  expired: { status: 'NOT_VIEWED', event: 'event.invited.expired' },
  refused: { status: 'NOT_VIEWED', event: 'event.invited.refused' },
  declined: { status: 'NOT_VIEWED', event: 'event.invited.declined' },
  left: { status: 'NOT_VIEWED', event: 'event.invited.left' },
  removed: { status: 'VIEWED', event: 'event.invited.removed' },
  withdrawn: { status: 'VIEWED', event: 'event.invited.withdrawn' },
  'removed-by-staff': { status: 'NOT_VIEWED', event: 'event.invited.removed-by-staff' },
};

/** Returns the key of the event that an invitation adds to the patient's timeline. */
export const inviteKey = (supporterId: string) => `invite-${supporterId}`;

const inviteContent = (state: InviteState, name: string) => translateAll(WORDS[state].event, { name });

/** Returns the event about an invitation to `name`, or about how it ended (docs/product-rules.md#supporters). */
export const inviteEvent = (state: InviteState, supporterId: string, name: string): EventDocument => ({
  key: inviteKey(supporterId),
  profileId: OWN_PROFILE,
  type: EVENT_TYPE.SUPPORTER,
  status: WORDS[state].status,
  name: translateAll('event.invited.name', { name }),
  content: inviteContent(state, name),
});

/** Returns the columns that make an event the newest and unread, or read. */
async function attentionOf(trx: Trx, userId: string, status: InviteWords['status']) {
  if (status === 'PENDING') return {};
  if (status === 'VIEWED') return { viewed: 1, is_read: 1, is_dismissed: 1 };
  return { viewed: 0, is_read: 0, is_dismissed: 0, deleted_at: null, created_at: await nextMoment(trx, userId) };
}

/**
 * Updates the event. What another person did makes it the newest and unread again, even if the patient had deleted it,
 * and notifies the patient like any new event.
 */
async function showOnTimeline(trx: Trx, userId: string, supporterId: string, state: InviteState, name: string) {
  const id = contentId(userId, inviteKey(supporterId));
  const event = await findEvent(trx, userId, id);
  const { status } = WORDS[state];
  const isNew = status === 'NOT_VIEWED';
  if (!event) {
    // A supporter of the demo was never invited.
    if (isNew) await addContent(trx, userId, { events: [inviteEvent(state, supporterId, name)] });
    return;
  }
  const document = JSON.stringify({
    ...(JSON.parse(event.document) as EventBody),
    content: inviteContent(state, name),
  });
  const attention = await attentionOf(trx, userId, status);
  const changed = await updateEvent(trx, userId, id, { status, document, ...attention });
  if (changed?.deleted_at !== null) return;
  await recordChanges(trx, isNew ? renewedChanges(changed) : [eventChange('event.updated', changed)]);
}

/** Shows the patient the state of an invitation, and notifies open apps of the patient and the supporter. */
export async function showInvite(trx: Trx, supporterId: string, state: InviteState): Promise<void> {
  const { entry } = WORDS[state];
  const document: SupporterBody | undefined = entry && {
    content: translateAll(entry),
    ...(state === 'accepted' ? { acceptedAt: now() } : {}),
  };
  const row = await setSupporterContent(trx, supporterId, document);
  if (!row) return;
  await showOnTimeline(trx, row.user_id, supporterId, state, row.name);
  await recordShare(trx, supporterId);
}

/** Returns the key of the request that an invitation adds to a supporter's timeline. */
export const requestKey = (supporterId: string) => `request-${supporterId}`;

/** Returns the key of the event that asks the patient whether an account may accept. */
export const askKey = (supporterId: string, userId: string) => `ask-${supporterId}-${userId}`;

export async function removeAsk(trx: Trx, patientId: string, supporterId: string, userId: string): Promise<void> {
  await removeEvents(trx, patientId, [contentId(patientId, askKey(supporterId, userId))]);
}

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
