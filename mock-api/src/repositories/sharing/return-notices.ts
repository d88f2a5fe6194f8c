/** Supporters who asked to be notified when a patient is back. What is older than its day is never read. */
import { now } from '../../common/clock.ts';
import type { ReturnNotice } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { ReturnNoticesTable } from '../../db/tables/desk-tables.ts';
import { fullName } from '../accounts/users.ts';

const toNotice = (row: ReturnNoticesTable): ReturnNotice => ({
  askedAt: row.asked_at,
  newsAt: row.news_at,
  backAt: row.back_at,
});

const currentNotices = (db: Db) => db.selectFrom('return_notices').where('return_notices.expires_at', '>', now());

/** Returns what a supporter asked about a patient today. */
export async function findNotice(
  db: Db,
  patientId: string,
  supporterUserId: string,
): Promise<ReturnNotice | undefined> {
  const row = await currentNotices(db)
    .innerJoin('supporters', 'supporters.id', 'return_notices.supporter_id')
    .selectAll('return_notices')
    .where('return_notices.user_id', '=', patientId)
    .where('supporters.supporter_user_id', '=', supporterUserId)
    .executeTakeFirst();
  return row && toNotice(row);
}

/** Returns what a user asked today, with the name of the patient whom it is about. */
export async function noticesBy(db: Db, userId: string): Promise<(ReturnNotice & { about: string })[]> {
  const rows = await currentNotices(db)
    .innerJoin('supporters', 'supporters.id', 'return_notices.supporter_id')
    .innerJoin('users', 'users.id', 'return_notices.user_id')
    .selectAll('return_notices')
    .select(['users.first_name', 'users.last_name'])
    .where('supporters.supporter_user_id', '=', userId)
    .orderBy('return_notices.asked_at')
    .execute();
  return rows.map((row) => ({ ...toNotice(row), about: fullName(row.first_name, row.last_name) }));
}

const isWaiting = { news_at: null, back_at: null };

/** Returns the names of the supporters who wait for a patient's return, as the patient entered them. */
export async function listWaiting(db: Db, patientId: string): Promise<{ name: string; permissions: string }[]> {
  return currentNotices(db)
    .innerJoin('supporters', 'supporters.id', 'return_notices.supporter_id')
    .select(['supporters.name', 'supporters.permissions'])
    .where('return_notices.user_id', '=', patientId)
    .where('news_at', 'is', null)
    .where('back_at', 'is', null)
    .orderBy('return_notices.asked_at')
    .execute();
}

/** Stores that a supporter asked. Returns false if they wait already. */
export async function askForNotice(
  db: Db,
  { supporterId, patientId, expiresAt }: { supporterId: string; patientId: string; expiresAt: string },
): Promise<boolean> {
  const asked = { ...isWaiting, asked_at: now(), expires_at: expiresAt };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('return_notices')
    .values({ supporter_id: supporterId, user_id: patientId, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('supporter_id')
        .doUpdateSet(asked)
        .where(({ or, eb }) =>
          or([
            eb('return_notices.back_at', 'is not', null),
            eb('return_notices.news_at', 'is not', null),
            eb('return_notices.expires_at', '<=', now()),
          ]),
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes what a supporter asked. Returns whether there was anything. */
export async function removeNotice(db: Db, supporterId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('return_notices')
    .where('supporter_id', '=', supporterId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Ends the waiting of a patient's supporters.
 * @param why `back_at`: staff say that the patient is back; `news_at`: an event from the ward
 * @returns whether anyone waited
 */
export async function endWaiting(db: Db, patientId: string, why: 'back_at' | 'news_at'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('return_notices')
    .set({ [why]: now() })
    .where('user_id', '=', patientId)
    .where('expires_at', '>', now())
    .where('news_at', 'is', null)
    .where('back_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOldNotices(db: Db): Promise<void> {
  await db.deleteFrom('return_notices').where('expires_at', '<=', now()).execute();
}
