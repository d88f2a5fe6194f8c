/**
 * Two records of one person: the hospital's feed joins them, and the desk can separate them again for 30 days. The
 * retired patient's account is disabled, and all that hung on it belongs to the surviving patient.
 */
import { now } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { DeskMerge } from '../../contract.ts';
import type { Db, SupporterRow, Trx } from '../../db/schema.ts';
import { deletePin } from '../../repositories/accounts/one-time-codes.ts';
import { endAllSessions } from '../../repositories/accounts/sessions.ts';
import { findAnyUser, fullName, lockUsers, type UserRow, updateUser } from '../../repositories/accounts/users.ts';
import { auditEach } from '../../repositories/audit.ts';
import { recordChanges, stayChange } from '../../repositories/changes.ts';
import { voidWristbands } from '../../repositories/desk/patients.ts';
import { findStay, type StayRow, toStay, updateStay } from '../../repositories/desk/stays.ts';
import { lockPeople } from '../../repositories/feed/locks.ts';
import {
  insertMerge,
  type MergeRow,
  markUndone,
  mergesInto,
  moveAll,
  moveBack,
  noteAsked,
  undoableUntil,
} from '../../repositories/feed/merges.ts';
import { listEntries } from '../../repositories/sharing/supporters.ts';
import { restoreAccess } from '../../timeline/access.ts';
import type { Services } from '../context.ts';
import { askAgain, suspendSupporter } from '../sharing/asking-again.ts';
import type { StaffLog } from './log.ts';
import { patientOf } from './patients.ts';

/** Where a patient is, in which stay. */
interface Whereabouts {
  user: UserRow;
  stay: StayRow | undefined;
}

const whereabouts = async (trx: Trx, user: UserRow): Promise<Whereabouts> => ({
  user,
  stay: await findStay(trx, user.id),
});

/** Stays that count before others, the first one first. */
const OPEN = ['admitted', 'expected'];

const stateOf = ({ user, stay }: Whereabouts): string | undefined => toStay(user, stay)?.state;

/** Returns which of two stays of one person is the present one: where they are, else where they are expected. */
function present(one: Whereabouts, other: Whereabouts): Whereabouts | undefined {
  const newestFirst = [one, other].sort((a, b) => ((a.stay?.created_at ?? '') < (b.stay?.created_at ?? '') ? 1 : -1));
  return OPEN.flatMap((state) => newestFirst.filter((found) => stateOf(found) === state))[0];
}

/** Makes the present stay the newest one of the surviving patient, who is where it is. */
async function settleStay(trx: Trx, keptId: string, { user, stay }: Whereabouts): Promise<void> {
  const newest = await findStay(trx, keptId);
  if (stay && newest?.id !== stay.id) await updateStay(trx, stay.id, { created_at: now() });
  const { ward, room } = user;
  if (user.id !== keptId) await updateUser(trx, keptId, { ward, room });
}

const entriesOf = async (trx: Trx, ids: readonly string[]): Promise<SupporterRow[]> =>
  (await Promise.all(ids.map((id) => listEntries(trx, id)))).flat();

/** Locks patients and their supporters. */
export async function lockWithSupporters(trx: Trx, ids: readonly string[]): Promise<void> {
  const supporters = (await entriesOf(trx, ids)).flatMap(({ supporter_user_id: id }) => id ?? []);
  await lockUsers(trx, [...ids, ...supporters]);
}

/** Hides patients from all their supporters. Returns the ids of these. */
async function suspendAll(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const entries = await entriesOf(trx, ids);
  for (const entry of entries) await suspendSupporter(trx, entry);
  return entries.map(({ id }) => id);
}

/** Has apps and the desk read both patients anew. */
const announce = (trx: Trx, ids: readonly string[]): Promise<void> =>
  recordChanges(
    trx,
    ids.flatMap((id) => [{ person: id, kind: 'resync' as const, objectId: id }, stayChange(id)]),
  );

/** Numbers of both patients at the hospital, as `AUTHORITY|NUMBER`. */
interface Numbers {
  kept: string;
  retired: string;
}

/** Joins the records of two patients, locked with `lockWithSupporters`, as part of `trx`. */
export async function joinRecords(trx: Trx, kept: UserRow, retired: UserRow, numbers: Numbers): Promise<MergeRow> {
  const ids = [kept.id, retired.id];
  const asked = await suspendAll(trx, ids);
  const [before, other] = [await whereabouts(trx, kept), await whereabouts(trx, retired)];
  const merge = await insertMerge(trx, {
    user_id: kept.id,
    retired_id: retired.id,
    kept_number: numbers.kept,
    retired_number: numbers.retired,
  });
  await endAllSessions(trx, retired.id);
  await deletePin(trx, retired.id);
  await voidWristbands(trx, retired.id);
  const stay = present(before, other);
  if (stay && stateOf(stay) === 'admitted') await restoreAccess(trx, kept.id);
  await moveAll(trx, merge);
  await updateUser(trx, retired.id, { wristband_code: null, room: null, ward: null, disabled_at: now() });
  if (stay) await settleStay(trx, kept.id, stay);
  await noteAsked(trx, merge.id, asked);
  for (const id of asked) await askAgain(trx, id);
  await announce(trx, ids);
  const act = { action: 'STAFF_CHANGED', actor: null, object: 'records-merged', objectId: merge.id } as const;
  await auditEach(trx, act, ids);
  return merge;
}

/** A room that belongs to the other one's stay is given up; whose it is not certain is nobody's. */
async function settlePlaces(trx: Trx, merge: MergeRow, before: Whereabouts): Promise<void> {
  const { user_id: keptId, retired_id: retiredId } = merge;
  const nowhere = { ward: null, room: null };
  const own = await findStay(trx, retiredId);
  const isRetired = own !== undefined && own.id === before.stay?.id;
  const { ward, room } = before.user;
  await updateUser(trx, retiredId, { disabled_at: null, ...(isRetired ? { ward, room } : nowhere) });
  if (isRetired) await updateUser(trx, keptId, nowhere);
}

/**
 * Separates two records. What was moved goes back, and so does what has come since under the retired number; anything
 * else stays. The surviving patient signs in again, on a phone that keeps nothing of the other one.
 * @throws ProblemError NOT_FOUND, or MERGE_FINAL after 30 days
 */
export async function undoMerge(
  { db, database }: Services,
  log: StaffLog,
  { id, mergeId, staffId }: { id: string; mergeId: string; staffId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const merge = (await mergesInto(trx, id)).find((found) => found.id === mergeId);
    if (!merge) throw new ProblemError('NOT_FOUND');
    if (undoableUntil(merge) === null) throw new ProblemError('MERGE_FINAL');
    // Messages about either of them wait until it is certain whose they are.
    await lockPeople(trx, database.engine, [merge.kept_number, merge.retired_number]);
    const ids = [id, merge.retired_id];
    await lockWithSupporters(trx, ids);
    const kept = await patientOf(trx, id);
    const asked = await suspendAll(trx, ids);
    const before = await whereabouts(trx, kept);
    await endAllSessions(trx, id);
    await moveBack(trx, merge);
    await settlePlaces(trx, merge, before);
    await markUndone(trx, mergeId, staffId);
    await noteAsked(trx, mergeId, asked);
    for (const one of asked) await askAgain(trx, one);
    await announce(trx, ids);
    await log(trx, { action: 'STAFF_CHANGED', object: 'merge-undone', subjects: ids, objectId: mergeId });
  });
}

/** Returns the merges that a patient has survived, for the desk: those of the last 30 days. */
export async function listMerges(db: Db, userId: string): Promise<DeskMerge[]> {
  const found: DeskMerge[] = [];
  for (const merge of await mergesInto(db, userId)) {
    const until = undoableUntil(merge);
    const retired = await findAnyUser(db, merge.retired_id);
    if (until === null || !retired) continue;
    const { first_name: first, last_name: last, date_of_birth: dateOfBirth, record_number: recordNumber } = retired;
    found.push({
      id: merge.id,
      at: merge.merged_at,
      retired: { name: fullName(first, last), dateOfBirth, recordNumber },
      undoableUntil: until,
    });
  }
  return found;
}
