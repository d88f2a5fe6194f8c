/** Patients' stays. The newest one counts that was not cancelled; earlier ones are over. */
import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Updateable } from 'kysely';
import { after, HOUR, now } from '../../common/clock.ts';
import type { DeskPatient, HomePlan, Stay } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { StaysTable } from '../../db/tables/desk-tables.ts';
import type { UserRow } from '../accounts/users.ts';

export type StayRow = Selectable<StaysTable>;

/** How long the desk can take a discharge back, in milliseconds. */
const UNDO_WINDOW = 12 * HOUR;

/** Returns until when the desk can take this discharge back; undefined if it can't, or no longer. */
export function undoableUntil({ state, discharged_by, updated_at }: StayRow): string | undefined {
  const until = after(UNDO_WINDOW, updated_at);
  return state === 'discharged' && discharged_by !== null && until > now() ? until : undefined;
}

/**
 * Returns a patient's stay. Patients from before stays were stored count as admitted while they have a room or a
 * wristband; without either, no stay is known.
 */
export function toStay({ room, wristband_code }: UserRow, stay: StayRow | undefined): Stay | null {
  if (!stay) {
    const isThere = room !== null || wristband_code !== null;
    return isThere ? { state: 'admitted', admittedAt: null, dischargedAt: null, room } : null;
  }
  const until = undoableUntil(stay);
  return {
    state: stay.state,
    admittedAt: stay.admitted_at,
    dischargedAt: stay.discharged_at,
    room: stay.state === 'discharged' ? stay.room : room,
    ...(until !== undefined && { undoableUntil: until }),
  };
}

/** Returns stays of these patients, the present or last one of each at the end: cancelled ones count only without others. */
const staysAmong = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('stays')
    .selectAll()
    .where('user_id', 'in', userIds)
    .orderBy(sql`case when state = 'cancelled' then 0 else 1 end`)
    .orderBy('created_at')
    .orderBy('id');

/** Returns the newest stay of each of these patients who has one. */
export async function findStays(db: Db, userIds: readonly string[]): Promise<Map<string, StayRow>> {
  if (userIds.length === 0) return new Map();
  const rows = await staysAmong(db, userIds).execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

export const findStay = async (db: Db, userId: string): Promise<StayRow | undefined> =>
  (await findStays(db, [userId])).get(userId);

/** Returns all stays of a person, the present or last one at the end. */
export const staysOf = (db: Db, userId: string): Promise<StayRow[]> => staysAmong(db, [userId]).execute();

/** Returns patients with their stays. */
export async function withStays(
  db: Db,
  items: readonly { row: UserRow; patient: DeskPatient }[],
): Promise<DeskPatient[]> {
  const stays = await findStays(
    db,
    items.map(({ row }) => row.id),
  );
  return items.map(({ row, patient }) => ({ ...patient, stay: toStay(row, stays.get(row.id)) }));
}

/** Returns what staff have arranged for going home at the end of a stay. */
export const homePlanOf = (stay: StayRow | undefined): HomePlan | null =>
  stay?.home ? (JSON.parse(stay.home) as HomePlan) : null;

/** Stores what staff have arranged, unless that has changed since `stay` was read. Returns whether it is stored. */
export async function replaceHomePlan(db: Db, stay: StayRow, plan: HomePlan): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stays')
    .set({ home: JSON.stringify(plan), updated_at: now() })
    .where('id', '=', stay.id)
    .where('home', stay.home === null ? 'is' : '=', stay.home)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds a stay, which becomes the newest. */
export async function insertStay(
  db: Db,
  stay: Pick<StayRow, 'user_id' | 'state'> & Partial<StayRow>,
): Promise<StayRow> {
  const time = now();
  const row = {
    id: randomUUID(),
    admitted_at: null,
    discharged_at: null,
    room: null,
    source_key: null,
    discharged_by: null,
    home: null,
    class: null,
    access_ended_at: null,
    created_at: time,
    updated_at: time,
    ...stay,
  };
  await db.insertInto('stays').values(row).execute();
  return row;
}

export async function updateStay(db: Db, id: string, changes: Updateable<StaysTable>): Promise<void> {
  await db
    .updateTable('stays')
    .set({ ...changes, updated_at: now() })
    .where('id', '=', id)
    .execute();
}
