/** The stay that a message is about: begins, moves, ends, is taken back. */

import { after, now } from '../../common/clock.ts';
import type { FeedReason } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { isObject, objectsIn } from '../../records/fhir/json.ts';
import { asMoment, readTime } from '../../records/fhir/time.ts';
import { findUser, type UserRow } from '../../repositories/accounts/users.ts';
import { recordChanges, stayChange } from '../../repositories/changes.ts';
import { insertStay, type StayRow, staysOf, updateStay } from '../../repositories/desk/stays.ts';
import { announceStay, beginStay, cancelStay, changePlace, endStay, resumeStay } from '../../timeline/stays.ts';
import type { FeedSubject } from '../fhir/reading.ts';

interface Situation {
  trx: Trx;
  user: UserRow;
  /** The one that counts is at the end. */
  stays: StayRow[];
  /** The one that the message is about. */
  stay: StayRow | undefined;
  sourceKey: string | null;
  /** FHIR's class of the stay; null if the message doesn't say. */
  kind: string | null;
  start: string | null;
  /** Whether `start` is more exact than a day. */
  isExact: boolean;
  end: string | null;
  receivedAt: string;
}

const isOpen = ({ state }: StayRow): boolean => state === 'admitted' || state === 'expected';

/**
 * Returns the stay with the number of the message; the desk's own, or one of before numbers came, takes it. Without a
 * number it is the newest one.
 */
function chooseStay(stays: readonly StayRow[], sourceKey: string | null): StayRow | undefined {
  const newest = stays.at(-1);
  if (sourceKey === null) return newest;
  const known = stays.find((stay) => stay.source_key === sourceKey);
  return known ?? (newest?.source_key === null && isOpen(newest) ? newest : undefined);
}

const momentOf = (written: unknown): string | null => {
  const time = typeof written === 'string' ? readTime(written) : null;
  return time === null ? null : asMoment(time);
};

/** A message without the number of a stay begins a new one once the last is over. */
const needsNew = ({ stay, sourceKey }: Situation): boolean => !stay || (sourceKey === null && !isOpen(stay));

/** Classes of visits without a bed of one's own: nobody is admitted. */
const VISITS: readonly (string | null)[] = ['AMB', 'EMER'];

/** Returns whether a message begins a stay that is earlier than the one that counts, and so comes late. */
function isLate({ stays, start, isExact }: Situation): boolean {
  const present = stays.at(-1);
  return present !== undefined && isExact && start !== null && start < (present.admitted_at ?? '');
}

/** Adds a stay before the one that counts, which it leaves as it is. */
async function addBefore({ trx, user, stays }: Situation, stay: Partial<StayRow> & Pick<StayRow, 'state'>) {
  const present = stays.at(-1);
  const created_at = present && after(-1, present.created_at);
  await insertStay(trx, { user_id: user.id, ...(created_at && { created_at }), ...stay });
}

/**
 * Says that a stay has begun, unless the patient knows: an admission during another, or a visit during any. A stay that
 * begins within another, such as in Emergency, goes on with its timeline.
 */
async function announce({ trx, user, stays, kind }: Situation, { id }: StayRow): Promise<void> {
  const others = stays.filter((other) => other.state === 'admitted' && other.id !== id);
  const isVisit = VISITS.includes(kind);
  if (others.some((other) => isVisit || !VISITS.includes(other.class))) return;
  const isNew = kind !== 'AMB' && others.every((other) => other.class === 'AMB');
  await announceStay(trx, user.id, { id, isVisit, isNew });
}

async function admit(situation: Situation): Promise<void> {
  const { trx, user, stay, sourceKey, kind, start, receivedAt } = situation;
  if (needsNew(situation)) {
    const as = { source_key: sourceKey, class: kind };
    if (isLate(situation)) return addBefore(situation, { state: 'admitted', admitted_at: start, ...as });
    return announce(situation, await beginStay(trx, user.id, start ?? receivedAt, as));
  }
  // A stay that is over isn't reopened by a message that comes late or twice: that takes A13.
  if (!stay || stay.state === 'discharged') return;
  const becomesStay = VISITS.includes(stay.class) && kind !== null && !VISITS.includes(kind);
  // Expected or cancelled until now: it becomes the one that counts.
  if (stay.state !== 'admitted') {
    await resumeStay(trx, user, stay);
    await updateStay(trx, stay.id, { created_at: now() });
  }
  if (stay.state !== 'admitted' || becomesStay) await announce(situation, stay);
  const admitted_at = start ?? stay.admitted_at ?? receivedAt;
  if (stay.state === 'admitted' && stay.admitted_at === admitted_at) return;
  await updateStay(trx, stay.id, { state: 'admitted', admitted_at });
  await recordChanges(trx, [stayChange(user.id)]);
}

async function expect(situation: Situation): Promise<void> {
  const { trx, user, stays, sourceKey, kind, start } = situation;
  if (!needsNew(situation)) return;
  const stay = { state: 'expected', admitted_at: start, source_key: sourceKey, class: kind } as const;
  // What is planned for later does not end the stay that goes on.
  if (stays.at(-1)?.state === 'admitted') await addBefore(situation, stay);
  else await insertStay(trx, { user_id: user.id, ...stay });
  await recordChanges(trx, [stayChange(user.id)]);
}

async function discharge(situation: Situation): Promise<FeedReason | undefined> {
  const { trx, user, stays, stay, sourceKey, end, receivedAt } = situation;
  if (!stay || stay.state === 'cancelled') return 'stay-unknown';
  // It came late, and names no stay: it must not end one that began since.
  if (sourceKey === null && (end ?? '') < (stay.admitted_at ?? '')) return 'stay-unknown';
  if (stay.state === 'discharged') return undefined;
  if (stay !== stays.at(-1)) {
    // The patient is in another stay by now, whose room stays and who isn't going home.
    await updateStay(trx, stay.id, { state: 'discharged', discharged_at: end ?? receivedAt });
    await recordChanges(trx, [stayChange(user.id)]);
    return undefined;
  }
  const at = end ?? receivedAt;
  await endStay(trx, user, stay, { at, by: null });
  // The patient has left: what was open beside it, such as the visit to Emergency before the admission, is over too.
  for (const other of stays)
    if (other.state === 'admitted' && other !== stay)
      await updateStay(trx, other.id, { state: 'discharged', discharged_at: at });
  return undefined;
}

async function reopen({ trx, user, stays, stay }: Situation): Promise<FeedReason | undefined> {
  if (!stay || stay.state === 'cancelled') return 'stay-unknown';
  if (stay.state !== 'discharged') return undefined;
  // Reopening an earlier stay would take the patient out of the present one.
  if (stay !== stays.at(-1)) return 'stay-unknown';
  await resumeStay(trx, user, stay);
  return undefined;
}

async function cancel({ trx, user, stays, stay }: Situation): Promise<FeedReason | undefined> {
  if (!stay) return 'stay-unknown';
  if (stay.state === 'cancelled') return undefined;
  const isWithin = stays.some((other) => other !== stay && other.state === 'admitted');
  await cancelStay(trx, user.id, stay, { isPresent: stay === stays.at(-1), isWithin });
  return undefined;
}

interface Where {
  place: Pick<UserRow, 'ward' | 'room'>;
  /** Whether the room has a name of its own: the number of a bed, such as 2, is no room to look for. */
  isNamed: boolean;
}

/** Returns where the message says that the patient is: null where they are no more, undefined if it doesn't say. */
function placeIn({ encounter }: FeedSubject): Where | undefined {
  const location = encounter?.location;
  if (location === undefined) return undefined;
  const named = (code: string) => {
    const place = objectsIn(location).find(
      ({ physicalType }) =>
        isObject(physicalType) && objectsIn(physicalType.coding).some((coding) => coding.code === code),
    );
    return isObject(place?.location) && typeof place.location.display === 'string' ? place.location.display : null;
  };
  const [bed, room] = [named('bd'), named('ro') ?? named('bd')];
  return { place: { ward: named('wa'), room }, isNamed: room !== bed || (room?.length ?? 0) > 2 };
}

/** Writes the room; of a stay that is over, or not yet begun, nobody is to be looked for there. */
async function move({ trx, user, stays, sourceKey }: Situation, subject: FeedSubject, type: string): Promise<void> {
  const where = placeIn(subject);
  const [stay, present] = [(await staysOf(trx, user.id)).at(-1), await findUser(trx, user.id)];
  if (!where || !present || stay?.state !== 'admitted' || (sourceKey !== null && stay.source_key !== sourceKey)) return;
  // An admission says where it begins: nobody has moved.
  const isGoingOn = stays.some(({ id, state }) => id === stay.id && state === 'admitted');
  const isNamed = where.isNamed && (isGoingOn || type === 'ADT^A13');
  await changePlace(trx, present, where.place, { stay, isNamed, isTakenBack: type === 'ADT^A12' });
}

const ENDINGS: ReadonlyMap<unknown, (situation: Situation) => Promise<FeedReason | undefined>> = new Map([
  ['finished', discharge],
  ['cancelled', cancel],
  ['entered-in-error', cancel],
]);

async function change(situation: Situation, subject: FeedSubject, type: string): Promise<FeedReason | undefined> {
  const { stay } = situation;
  const status = subject.encounter?.status;
  if (type === 'ADT^A13') return reopen(situation);
  const ending = ENDINGS.get(status);
  if (ending) return ending(situation);
  const isChange = status === undefined && stay !== undefined && !needsNew(situation);
  const next = status ?? (isChange && stay?.state === 'admitted' ? 'in-progress' : subject.firstStatus);
  if (next === 'planned') await expect(situation);
  else if (next === 'in-progress' && (status !== undefined || stay?.state !== 'expected')) await admit(situation);
  return undefined;
}

/**
 * Returns whether a message is about an outpatient visit, such as an X-ray, of somebody who is admitted: it is neither
 * the stay nor its end. Without a number only A07 makes a visit of the stay itself.
 */
function isVisitDuringStay({ stays, sourceKey, kind }: Situation, type: string): boolean {
  const present = stays.at(-1);
  if (kind !== 'AMB' || present?.state !== 'admitted' || present.class === 'AMB') return false;
  return sourceKey === null ? type !== 'ADT^A07' : !stays.some((stay) => stay.source_key === sourceKey);
}

const classOf = (encounter: Resource): string | null =>
  isObject(encounter.class) && typeof encounter.class.code === 'string' ? encounter.class.code : null;

/** Applies what a message says of a stay. Returns why it can't. */
export async function changeStay(
  trx: Trx,
  user: UserRow,
  subject: FeedSubject,
  { type, receivedAt }: { type: string; receivedAt: string },
): Promise<FeedReason | undefined> {
  const { encounter } = subject;
  if (!encounter) return undefined;
  const stays = await staysOf(trx, user.id);
  const sourceKey = encounter.id === '' ? null : `Encounter/${encounter.id}`;
  const period = isObject(encounter.period) ? encounter.period : {};
  const [start, end] = [momentOf(period.start), momentOf(period.end)];
  const isExact = typeof period.start === 'string' && period.start.length > 10;
  const stay = chooseStay(stays, sourceKey);
  const situation = { trx, user, stays, stay, sourceKey, kind: classOf(encounter), start, isExact, end, receivedAt };
  if (isVisitDuringStay(situation, type)) return undefined;
  if (stay && sourceKey !== null && stay.source_key === null) {
    await updateStay(trx, stay.id, { source_key: sourceKey });
    stay.source_key = sourceKey;
  }
  const reason = await change(situation, subject, type);
  if (reason !== undefined) return reason;
  if (stay && situation.kind !== null && stay.class !== situation.kind && !needsNew(situation))
    await updateStay(trx, stay.id, { class: situation.kind });
  await move(situation, subject, type);
  return undefined;
}
