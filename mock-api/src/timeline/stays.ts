/** Begins and ends stays, with what the patient sees of it: for the desk and the hospital's system. */
import { OWN_PROFILE } from 'shared-ui/contract';
import type { EventDocument } from '../common/documents.ts';
import { translateAll } from '../common/i18n.ts';
import { EVENT_TYPE } from '../contract.ts';
import type { Trx } from '../db/schema.ts';
import { type UserRow, updateUser } from '../repositories/accounts/users.ts';
import { contentId } from '../repositories/care/content.ts';
import { findEvent, wasRead } from '../repositories/care/events.ts';
import { recordChanges, stayChange } from '../repositories/changes.ts';
import { insertStay, type StayRow, updateStay } from '../repositories/desk/stays.ts';
import { addContent, removeEvents } from './timeline.ts';

const dischargeKey = (stayId: string) => `discharge-${stayId}`;

const eventOf = (key: string, text: 'discharged' | 'notDischarged'): EventDocument => ({
  key,
  profileId: OWN_PROFILE,
  type: EVENT_TYPE.HOSPITAL,
  status: 'NOT_VIEWED',
  name: translateAll(`event.${text}.name`),
  content: translateAll(`event.${text}.content`),
  linkId: null,
  ...(text === 'discharged' && { leadsTo: 'going-home' }),
});

interface Discharge {
  at: string;
  /** Id of the staff member; null: the hospital's system. */
  by: string | null;
}

/**
 * Ends a stay. The patient gives the room back, so that no one looks for them there, and an event leads to the checklist
 * for going home. Access to the app goes on.
 * @param stay undefined for a patient from before stays were stored
 */
export async function endStay(
  trx: Trx,
  user: UserRow,
  stay: StayRow | undefined,
  { at, by }: Discharge,
): Promise<void> {
  const ended = { state: 'discharged', discharged_at: at, room: user.room, discharged_by: by } as const;
  const { id } = stay ?? (await insertStay(trx, { user_id: user.id, ...ended }));
  if (stay) await updateStay(trx, id, ended);
  await updateUser(trx, user.id, { room: null });
  await addContent(trx, user.id, { events: [eventOf(dischargeKey(id), 'discharged')] });
  await recordChanges(trx, [stayChange(user.id)]);
}

/**
 * Takes a discharge back: the stay goes on, in its room unless the patient has another by now. Whoever has read of the
 * discharge reads that it is taken back.
 */
export async function resumeStay(trx: Trx, user: UserRow, stay: StayRow): Promise<void> {
  await updateStay(trx, stay.id, { state: 'admitted', discharged_at: null, discharged_by: null, room: null });
  if (user.room === null) await updateUser(trx, user.id, { room: stay.room });
  const event = await findEvent(trx, user.id, contentId(user.id, dischargeKey(stay.id)));
  if (event) {
    await removeEvents(trx, user.id, [event.id]);
    if (await wasRead(trx, event))
      await addContent(trx, user.id, {
        events: [eventOf(`not-discharged-${stay.id}-${stay.updated_at}`, 'notDischarged')],
      });
  }
  await recordChanges(trx, [stayChange(user.id)]);
}

/** Begins a stay. @param sourceKey what it is in the hospital's system */
export async function beginStay(trx: Trx, userId: string, at: string, sourceKey: string | null = null): Promise<void> {
  await insertStay(trx, { user_id: userId, state: 'admitted', admitted_at: at, source_key: sourceKey });
  await recordChanges(trx, [stayChange(userId)]);
}
