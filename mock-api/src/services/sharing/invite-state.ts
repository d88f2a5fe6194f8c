/** What a patient sees of an invitation: the entry in the list of supporters and the event on the timeline. */

import { eventChange, recordChanges, recordShare, renewedChanges } from '../../changes/changes.ts';
import { now } from '../../common/clock.ts';
import type { EventBody, SupporterBody } from '../../common/documents.ts';
import { type MessageKey, translateAll } from '../../common/i18n.ts';
import type { EventStatus } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { contentId } from '../../repositories/care/content.ts';
import { findEvent, nextMoment, updateEvent } from '../../repositories/care/events.ts';
import { setSupporterContent } from '../../repositories/sharing/supporters.ts';

/**
 * `review`: the invited person has created an account, which the hospital has to approve. `denied`: it was not
 * approved, and the invitation has ended. `expired`: it was not answered in time.
 */
type InviteState = 'invited' | 'review' | 'accepted' | 'denied' | 'expired';

interface InviteWords {
  status: EventStatus;
  event: MessageKey;
  /** Absent if the entry is removed. */
  entry?: MessageKey;
}

const WORDS: Readonly<Record<InviteState, InviteWords>> = {
  invited: { status: 'PENDING', event: 'event.invited.content', entry: 'supporter.invited.content' },
  review: { status: 'PENDING', event: 'event.invited.review', entry: 'supporter.invited.review' },
  accepted: { status: 'NOT_VIEWED', event: 'event.invited.accepted', entry: 'supporter.invited.accepted' },
  denied: { status: 'NOT_VIEWED', event: 'event.invited.denied' },
  expired: { status: 'NOT_VIEWED', event: 'event.invited.expired' },
};

/** Returns the key of the event that an invitation adds to the patient's timeline. */
export const inviteKey = (supporterId: string) => `invite-${supporterId}`;

/** Returns the text of the event about an invitation to `name`. */
export const inviteContent = (state: InviteState, name: string) => translateAll(WORDS[state].event, { name });

/**
 * Updates the event. An answer makes it the newest and unread again, even if the patient had deleted it, and notifies
 * the patient like any new event.
 */
async function showOnTimeline(trx: Trx, userId: string, id: string, state: InviteState, name: string): Promise<void> {
  const event = await findEvent(trx, userId, id);
  if (!event) return;
  const { status } = WORDS[state];
  const document = JSON.stringify({
    ...(JSON.parse(event.document) as EventBody),
    content: inviteContent(state, name),
  });
  const isAnswered = status !== 'PENDING';
  const renewed = isAnswered
    ? { viewed: 0, is_read: 0, is_dismissed: 0, deleted_at: null, created_at: await nextMoment(trx, userId) }
    : {};
  const changed = await updateEvent(trx, userId, id, { status, document, ...renewed });
  if (changed?.deleted_at !== null) return;
  await recordChanges(trx, isAnswered ? renewedChanges(changed) : [eventChange('event.updated', changed)]);
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
  await showOnTimeline(trx, row.user_id, contentId(row.user_id, inviteKey(supporterId)), state, row.name);
  await recordShare(trx, supporterId);
}
