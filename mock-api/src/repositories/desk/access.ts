/** Access after a stay: whose is due to end, and whose ended with a stay. */
import { now } from '../../common/clock.ts';
import { USER_STATUS_EXPIRED } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { PATIENT } from '../accounts/users.ts';

/**
 * Returns patients with access whose stays were all over before `moment`, at least one of them.
 * @param userId limits it to one patient
 */
export async function listAccessDue(db: Db, moment: string, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where('role_type', '=', PATIENT)
    .where('status_id', '!=', USER_STATUS_EXPIRED)
    .where('deleted_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('users.id', '=', String(userId)))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stays')
          .select('stays.id')
          .whereRef('stays.user_id', '=', 'users.id')
          .where('state', '=', 'discharged')
          .where('discharged_at', '<', moment),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stays')
            .select('stays.id')
            .whereRef('stays.user_id', '=', 'users.id')
            .where('state', 'in', ['admitted', 'discharged'])
            .where(({ or, eb }) =>
              or([eb('state', '=', 'admitted'), eb('discharged_at', 'is', null), eb('discharged_at', '>=', moment)]),
            ),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks the stays that access ended with. */
export async function markAccessEnded(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('stays')
    .set({ access_ended_at: now() })
    .where('user_id', '=', userId)
    .where('state', '=', 'discharged')
    .execute();
}

/** Clears that mark. Returns whether there was one. */
export async function clearAccessEnded(db: Db, userId: string): Promise<boolean> {
  const ended = await db
    .updateTable('stays')
    .set({ access_ended_at: null })
    .where('user_id', '=', userId)
    .where('access_ended_at', 'is not', null)
    .returning('id')
    .execute();
  return ended.length > 0;
}
