/** Patients whom nurses have opened outside their wards, and where the patients of requests and explanations are. */
import { randomUUID } from 'node:crypto';
import { after, HOUR, now } from '../../common/clock.ts';
import type { DeskOpening, NewOpening } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { fullName } from '../accounts/users.ts';
import type { PageOf } from './page.ts';

/** How long a patient stays open for the person who gave a reason, in milliseconds. */
const OPEN_FOR = 4 * HOUR;

/** Whether this person has the patient open now. */
export async function isOpenFor(db: Db, staffId: string, patientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('desk_openings')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('user_id', '=', patientId)
    .where('ends_at', '>', now())
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns who has which of these patients open now. */
export async function openingsOf(
  db: Db,
  patientIds: readonly string[],
): Promise<readonly { staff_id: string; user_id: string }[]> {
  if (patientIds.length === 0) return [];
  return db
    .selectFrom('desk_openings')
    .select(['staff_id', 'user_id'])
    .where('user_id', 'in', patientIds)
    .where('ends_at', '>', now())
    .execute();
}

/** Stores an opening. Returns its id. */
export async function insertOpening(
  db: Db,
  of: { patientId: string; staffId: string; ward: string | null },
  { reason, note }: NewOpening,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('desk_openings')
    .values({
      id,
      user_id: of.patientId,
      staff_id: of.staffId,
      reason,
      note: note?.trim() || null,
      ward: of.ward,
      opened_at: now(),
      ends_at: after(OPEN_FOR),
    })
    .execute();
  return id;
}

const openings = (db: Db) =>
  db
    .selectFrom('desk_openings')
    .innerJoin('users as patient', 'patient.id', 'desk_openings.user_id')
    .innerJoin('users as staff', 'staff.id', 'desk_openings.staff_id')
    .selectAll('desk_openings')
    .select(['patient.first_name as patientFirst', 'patient.last_name as patientLast'])
    .select(['staff.first_name as staffFirst', 'staff.last_name as staffLast']);

/** Returns openings, the newest first. @param page undefined: all of them */
export async function listOpenings(db: Db, page?: PageOf): Promise<DeskOpening[]> {
  const last =
    page?.after === undefined
      ? undefined
      : await db.selectFrom('desk_openings').selectAll().where('id', '=', page.after).executeTakeFirst();
  if (page?.after !== undefined && !last) return [];
  const rows = await openings(db)
    .$if(last !== undefined, (query) =>
      query.where((row) =>
        row(
          row.refTuple('desk_openings.opened_at', 'desk_openings.id'),
          '<',
          row.tuple(last?.opened_at ?? '', last?.id ?? ''),
        ),
      ),
    )
    .orderBy('desk_openings.opened_at', 'desc')
    .orderBy('desk_openings.id', 'desc')
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.opened_at,
    staff: { id: row.staff_id, name: fullName(row.staffFirst, row.staffLast) },
    patient: { id: row.user_id, name: fullName(row.patientFirst, row.patientLast), ward: row.ward },
    reason: row.reason,
    note: row.note,
  }));
}

export interface Whereabouts {
  patientId: string;
  ward: string | null;
}

const SUBJECTS = { request: 'requests', explanation: 'explanations' } as const;

/** Returns the patient of a request or an explanation, or the patient with this id, and their ward. */
export async function findWhereabouts(
  db: Db,
  about: 'patient' | keyof typeof SUBJECTS,
  id: string,
): Promise<Whereabouts | undefined> {
  if (about === 'patient')
    return db.selectFrom('users').select(['id as patientId', 'ward']).where('id', '=', id).executeTakeFirst();
  const table = SUBJECTS[about];
  return db
    .selectFrom(table)
    .innerJoin('users', 'users.id', `${table}.user_id`)
    .select(['users.id as patientId', 'users.ward'])
    .where(`${table}.id`, '=', id)
    .executeTakeFirst();
}

/** Returns the wards of these people who have one. */
export async function wardsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'ward']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, ward }) => (ward === null ? [] : [[id, ward] as const])));
}
