/** Begins, moves and ends stays, with what the patient sees of it: for the desk and the hospital's system. */
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
import { joinedWith } from '../repositories/feed/merges.ts';
import { restoreAccess } from './access.ts';
import { beginTimeline, restoreTimeline } from './earlier-stays.ts';
import { addContent, removeEvents } from './timeline.ts';

/** What an event of a stay says. A stay has at most one of each. */
type Said =
  | 'admitted'
  | 'visiting'
  | 'notAdmitted'
  | 'moved'
  | 'stillInRoom'
  | 'notMoved'
  | 'discharged'
  | 'notDischarged';

/** Keys of events from before others came. */
const KEYS: Readonly<Partial<Record<Said, string>>> = { discharged: 'discharge', notDischarged: 'not-discharged' };

const keyOf = (said: Said, stayId: string) => `${KEYS[said] ?? said}-${stayId}`;

/** @param room for those about a room, of which supporters read without the room */
function eventOf(said: Said, stayId: string, room = ''): EventDocument {
  return {
    key: keyOf(said, stayId),
    profileId: OWN_PROFILE,
    type: EVENT_TYPE.HOSPITAL,
    status: 'NOT_VIEWED',
    name: translateAll(`event.${said}.name`, { room }),
    ...((said === 'moved' || said === 'stillInRoom') && { sharedName: translateAll(`event.${said}.shared`) }),
    content: translateAll(`event.${said}.content`),
    linkId: null,
    ...(said === 'discharged' && { leadsTo: 'going-home' }),
  };
}

/** Removes these events of a stay, which are no longer true. Returns whether anyone has read one of them. */
async function withdraw(trx: Trx, userId: string, stayId: string, ...all: Said[]): Promise<boolean> {
  let isRead = false;
  // A merge moves events with their stay; their ids stay those of the patient for whom they were made.
  const owners = await joinedWith(trx, userId);
  for (const said of all)
    for (const owner of owners) {
      const event = await findEvent(trx, userId, contentId(owner, keyOf(said, stayId)));
      if (!event) continue;
      isRead ||= await wasRead(trx, event);
      await removeEvents(trx, userId, [event.id]);
    }
  return isRead;
}

const tell = (trx: Trx, userId: string, event: EventDocument) => addContent(trx, userId, { events: [event] });

interface Discharge {
  at: string;
  /** Id of the staff member; null: the hospital's system. */
  by: string | null;
}

/**
 * Ends a stay. The patient gives the room back, so that no one looks for them there, and an event leads to the checklist
 * for going home. Access to the app goes on for a while.
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
  await withdraw(trx, user.id, id, 'moved', 'stillInRoom', 'notDischarged');
  await tell(trx, user.id, eventOf('discharged', id));
  await recordChanges(trx, [stayChange(user.id)]);
}

/**
 * Takes a discharge back: the stay goes on, in its room unless the patient has another by now. Whoever has read of the
 * discharge reads that it is taken back.
 */
export async function resumeStay(trx: Trx, user: UserRow, stay: StayRow): Promise<void> {
  await updateStay(trx, stay.id, { state: 'admitted', discharged_at: null, discharged_by: null, room: null });
  if (user.room === null) await updateUser(trx, user.id, { room: stay.room });
  await restoreAccess(trx, user.id);
  if (await withdraw(trx, user.id, stay.id, 'discharged')) await tell(trx, user.id, eventOf('notDischarged', stay.id));
  await recordChanges(trx, [stayChange(user.id)]);
}

/** What the hospital's system says of a stay that begins. */
type Beginning = Partial<Pick<StayRow, 'source_key' | 'class'>>;

/** Begins a stay, and gives access again that ended with an earlier one. */
export async function beginStay(trx: Trx, userId: string, at: string, as: Beginning = {}): Promise<StayRow> {
  const stay = await insertStay(trx, { user_id: userId, state: 'admitted', admitted_at: at, ...as });
  await restoreAccess(trx, userId);
  await recordChanges(trx, [stayChange(userId)]);
  return stay;
}

/**
 * Says that a patient was admitted or, for a visit without a bed, is there.
 * @param isNew whether the timeline begins anew
 */
export async function announceStay(
  trx: Trx,
  userId: string,
  { id, isVisit, isNew }: { id: string; isVisit: boolean; isNew: boolean },
): Promise<void> {
  if (isNew) await beginTimeline(trx, userId);
  await withdraw(trx, userId, id, 'admitted', 'visiting', 'notAdmitted');
  await tell(trx, userId, eventOf(isVisit ? 'visiting' : 'admitted', id));
}

/** Rooms that a patient would look for by this name: a number, with a letter or two. No corridor, no waiting area. */
const ROOM = /^[a-z]{0,2}[ -]?\d{1,5}([ -]?[a-z0-9]{1,2})?$/i;

type Place = Pick<UserRow, 'ward' | 'room'>;

const isOtherPlace = (before: Place, after: Place) =>
  before.room !== after.room || (before.ward !== after.ward && before.ward !== null && after.ward !== null);

/**
 * Changes where a patient is. Of a new room the patient reads; what they have read of the last one is removed.
 * @param isTakenBack whether a move is cancelled: whoever has read of it reads that
 * @param isNamed whether the room is known by its own name, not by that of a bed
 */
export async function changePlace(
  trx: Trx,
  user: UserRow,
  place: Place,
  { stay, isTakenBack, isNamed }: { stay: StayRow; isTakenBack: boolean; isNamed: boolean },
): Promise<void> {
  if (user.ward === place.ward && user.room === place.room) return;
  await updateUser(trx, user.id, place);
  await recordChanges(trx, [stayChange(user.id)]);
  if (!isOtherPlace(user, place)) return;
  const wasRead = await withdraw(trx, user.id, stay.id, 'moved', 'stillInRoom', 'notMoved');
  const room = isNamed && ROOM.test(place.room ?? '') ? (place.room ?? undefined) : undefined;
  if (isTakenBack) {
    if (wasRead) await tell(trx, user.id, eventOf(room === undefined ? 'notMoved' : 'stillInRoom', stay.id, room));
  } else if (room !== undefined) {
    await tell(trx, user.id, eventOf('moved', stay.id, room));
  }
}

/**
 * Cancels a stay: what was said of it is removed, and whoever has read that reads of the cancellation.
 * @param isPresent whether it is the stay that counts
 * @param isWithin whether another one goes on
 */
export async function cancelStay(
  trx: Trx,
  userId: string,
  stay: StayRow,
  { isPresent, isWithin }: { isPresent: boolean; isWithin: boolean },
): Promise<void> {
  await updateStay(trx, stay.id, { state: 'cancelled' });
  const all = ['admitted', 'visiting', 'moved', 'stillInRoom', 'notMoved', 'discharged', 'notDischarged'] as const;
  const wasRead = await withdraw(trx, userId, stay.id, ...all);
  if (isPresent) {
    await updateUser(trx, userId, { room: null, ward: null });
    await restoreTimeline(trx, userId);
    if (wasRead && !isWithin) await tell(trx, userId, eventOf('notAdmitted', stay.id));
  }
  await recordChanges(trx, [stayChange(userId)]);
}
