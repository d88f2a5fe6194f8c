/** Plans of the day, one for each patient and day. */
import { now } from '../../common/clock.ts';
import type { Text } from '../../common/i18n.ts';
import type { DayPlan, NewDayPlan } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { fullName } from '../accounts/users.ts';

/** What staff plan for a day: words of templates in English, with these texts in every language. */
export interface PlanDocument extends NewDayPlan {
  texts?: readonly Text[];
}

/** A plan of the day, as it is stored. */
export type StoredDayPlan = PlanDocument & Pick<DayPlan, 'date' | 'updatedAt' | 'writtenBy' | 'readBack'>;

const rowOf = (db: Db, userId: string, date: string) =>
  db.selectFrom('day_plans').selectAll().where('user_id', '=', userId).where('date', '=', date).executeTakeFirst();

/** Returns the plans of a day and later, the newest day first. */
export async function listDayPlans(db: Db, userId: string, from: string): Promise<StoredDayPlan[]> {
  const rows = await db
    .selectFrom('day_plans')
    .leftJoin('users', 'users.id', 'day_plans.written_by')
    .selectAll('day_plans')
    .select(['users.first_name', 'users.last_name'])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .orderBy('date', 'desc')
    .execute();
  return rows.map((row) => ({
    ...(JSON.parse(row.document) as PlanDocument),
    date: row.date,
    updatedAt: row.updated_at,
    writtenBy: row.first_name === null ? null : fullName(row.first_name, row.last_name ?? ''),
    readBack:
      row.read_back === null || row.read_back_at === null ? null : { text: row.read_back, at: row.read_back_at },
  }));
}

/**
 * Stores the plan of a day. What the patient has read back stays only if the plan is the same as before.
 * @param by id of the staff member
 * @param basedOn time of the plan that this one replaces; null or undefined for none
 * @returns whether it is stored; false if another plan is
 */
export async function putDayPlan(
  db: Db,
  { userId, date, by, basedOn }: { userId: string; date: string; by: string; basedOn: string | null | undefined },
  plan: PlanDocument,
): Promise<boolean> {
  const document = JSON.stringify(plan);
  const known = await rowOf(db, userId, date);
  const isSame = known?.document === document;
  const written = { document, written_by: by, updated_at: now() };
  const unread = isSame ? {} : { read_back: null, read_back_at: null };
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('day_plans')
    .values({ user_id: userId, date, read_back: null, read_back_at: null, ...written })
    .onConflict((conflict) => {
      const update = conflict.columns(['user_id', 'date']).doUpdateSet({ ...written, ...unread });
      // The same plan again is a retry.
      return isSame ? update : update.where('day_plans.updated_at', '=', basedOn ?? '');
    })
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Stores how a patient says what is planned; returns false if there is no plan for the day. */
export async function readBackDayPlan(db: Db, userId: string, date: string, text: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('day_plans')
    .set({ read_back: text, read_back_at: now() })
    .where('user_id', '=', userId)
    .where('date', '=', date)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns those of these people who have a plan for a day. */
export async function plannedAmong(db: Db, userIds: readonly string[], date: string): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('day_plans')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('date', '=', date)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Returns the day on which each patient is expected home, by the newest of the plans between two days. */
export async function homeExpectedBetween(
  db: Db,
  from: string,
  to: string,
  userId?: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('day_plans')
    .select(['user_id', 'document'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', String(userId)))
    .orderBy('date')
    .execute();
  const expected = new Map<string, string>();
  for (const { user_id, document } of rows) {
    const { homeExpected } = JSON.parse(document) as NewDayPlan;
    if (homeExpected) expected.set(user_id, homeExpected);
    else expected.delete(user_id);
  }
  return expected;
}
