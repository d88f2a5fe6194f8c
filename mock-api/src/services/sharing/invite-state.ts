/** What a patient sees of an invitation: the entry in the list of supporters and the event on the timeline. */

import { eventChange, recordChanges, recordShare } from '../../changes/changes.ts';
import type { EventBody, SupporterBody } from '../../common/documents.ts';
import { type MessageKey, translateAll } from '../../common/i18n.ts';
import type { EventStatus } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { contentId } from '../../repositories/care/content.ts';
import { findEvent, updateEvent } from '../../repositories/care/events.ts';
import { setSupporterContent } from '../../repositories/sharing/supporters.ts';

/**
 * `review`: the invited person has created an account, which the hospital has to approve. `denied`: it was not
 * approved, and the invitation has ended.
 */
type InviteState = 'invited' | 'review' | 'accepted' | 'denied';

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
};

/** Returns the key of the event that an invitation adds to the patient's timeline. */
export const inviteKey = (supporterId: string) => `invite-${supporterId}`;

/** Returns the text of the event about an invitation to `name`. */
export const inviteContent = (state: InviteState, name: string) => translateAll(WORDS[state].event, { name });

/** Updates the event. A decision is new to the patient, even if they had deleted the event. */
async function showOnTimeline(trx: Trx, userId: string, id: string, state: InviteState, name: string): Promise<void> {
  const event = await findEvent(trx, userId, id);
  if (!event) return;
  const { status } = WORDS[state];
  const document: EventBody = { ...(JSON.parse(event.document) as EventBody), content: inviteContent(state, name) };
  const fresh = status === 'PENDING' ? {} : { viewed: 0, is_read: 0, is_dismissed: 0, deleted_at: null };
  const changed = await updateEvent(trx, userId, id, { status, document: JSON.stringify(document), ...fresh });
  if (changed && changed.deleted_at === null) await recordChanges(trx, [eventChange('event.updated', changed)]);
}

/** Shows the patient the state of an invitation, and notifies open apps of the patient and the supporter. */
export async function showInvite(trx: Trx, supporterId: string, state: InviteState): Promise<void> {
  const { entry } = WORDS[state];
  const document: SupporterBody | undefined = entry && { content: translateAll(entry) };
  const row = await setSupporterContent(trx, supporterId, document);
  if (!row) return;
  await showOnTimeline(trx, row.user_id, contentId(row.user_id, inviteKey(supporterId)), state, row.name);
  await recordShare(trx, supporterId);
}
