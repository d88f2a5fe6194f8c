/** The stay that a message is about: begins, moves, ends, is taken back. */
import type { FeedReason } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { isObject, objectsIn } from '../../records/fhir/json.ts';
import { asMoment, readTime } from '../../records/fhir/time.ts';
import { type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { recordChanges, stayChange } from '../../repositories/changes.ts';
import { insertStay, type StayRow, staysOf, updateStay } from '../../repositories/desk/stays.ts';
import { beginStay, endStay, resumeStay } from '../../timeline/stays.ts';
import type { FeedSubject } from '../fhir/reading.ts';

interface Situation {
  trx: Trx;
  user: UserRow;
  /** First one first. */
  stays: StayRow[];
  /** The one that the message is about. */
  stay: StayRow | undefined;
  sourceKey: string | null;
  start: string | null;
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

async function admit(situation: Situation): Promise<void> {
  const { trx, user, stay, sourceKey, start, receivedAt } = situation;
  if (needsNew(situation)) return beginStay(trx, user.id, start ?? receivedAt, sourceKey);
  // A stay that is over isn't reopened by a message that comes late or twice: that takes A13.
  if (!stay || stay.state === 'discharged') return;
  const admitted = { state: 'admitted', admitted_at: start ?? stay.admitted_at ?? receivedAt } as const;
  if (stay.state === 'admitted' && stay.admitted_at === admitted.admitted_at) return;
  await updateStay(trx, stay.id, admitted);
  await recordChanges(trx, [stayChange(user.id)]);
}

async function expect(situation: Situation): Promise<void> {
  const { trx, user, sourceKey, start } = situation;
  if (!needsNew(situation)) return;
  await insertStay(trx, { user_id: user.id, state: 'expected', admitted_at: start, source_key: sourceKey });
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
  await endStay(trx, user, stay, { at: end ?? receivedAt, by: null });
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
  await updateStay(trx, stay.id, { state: 'cancelled' });
  if (stay === stays.at(-1)) await updateUser(trx, user.id, { room: null, ward: null });
  await recordChanges(trx, [stayChange(user.id)]);
  return undefined;
}

/** Returns where the message says that the patient is: null where they are no more, undefined if it doesn't say. */
function placeIn({ encounter }: FeedSubject): Pick<UserRow, 'ward' | 'room'> | undefined {
  const location = encounter?.location;
  if (location === undefined) return undefined;
  const named = (code: string) => {
    const place = objectsIn(location).find(
      ({ physicalType }) =>
        isObject(physicalType) && objectsIn(physicalType.coding).some((coding) => coding.code === code),
    );
    return isObject(place?.location) && typeof place.location.display === 'string' ? place.location.display : null;
  };
  return { ward: named('wa'), room: named('ro') ?? named('bd') };
}

/** Writes the room; of a stay that is over, or not yet begun, nobody is to be looked for there. */
async function move(trx: Trx, user: UserRow, subject: FeedSubject, sourceKey: string | null): Promise<void> {
  const place = placeIn(subject);
  const newest = (await staysOf(trx, user.id)).at(-1);
  if (!place || newest?.state !== 'admitted' || (sourceKey !== null && newest.source_key !== sourceKey)) return;
  if (user.ward === place.ward && user.room === place.room) return;
  await updateUser(trx, user.id, place);
  await recordChanges(trx, [stayChange(user.id)]);
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

/** Returns whether a message is about an outpatient visit, such as an X-ray, of somebody who is admitted. */
function isVisitDuringStay(encounter: Resource, stays: readonly StayRow[], sourceKey: string | null): boolean {
  const isVisit = isObject(encounter.class) && encounter.class.code === 'AMB';
  const isKnown = stays.some((stay) => stay.source_key === sourceKey);
  return isVisit && sourceKey !== null && !isKnown && stays.at(-1)?.state === 'admitted';
}

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
  if (isVisitDuringStay(encounter, stays, sourceKey)) return undefined;
  const chosen = chooseStay(stays, sourceKey);
  if (chosen && sourceKey !== null && chosen.source_key === null) {
    await updateStay(trx, chosen.id, { source_key: sourceKey });
    chosen.source_key = sourceKey;
  }
  const period = isObject(encounter.period) ? encounter.period : {};
  const [start, end] = [momentOf(period.start), momentOf(period.end)];
  const reason = await change({ trx, user, stays, stay: chosen, sourceKey, start, end, receivedAt }, subject, type);
  if (reason === undefined) await move(trx, user, subject, sourceKey);
  return reason;
}
