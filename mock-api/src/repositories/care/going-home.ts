/** Which points of a patient's checklist for going home a reader has ticked. */
import { now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';

export interface TicksOf {
  readerId: string;
  /** Whose checklist it is. */
  ownerId: string;
}

export async function tickedPoints(db: Db, { readerId, ownerId }: TicksOf): Promise<string[]> {
  const rows = await db
    .selectFrom('going_home_ticks')
    .select('point')
    .where('user_id', '=', readerId)
    .where('owner_id', '=', ownerId)
    .orderBy('point')
    .execute();
  return rows.map(({ point }) => point);
}

export async function tickPoint(db: Db, { readerId, ownerId }: TicksOf, point: string): Promise<void> {
  await db
    .insertInto('going_home_ticks')
    .values({ user_id: readerId, owner_id: ownerId, point, ticked_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'owner_id', 'point']).doNothing())
    .execute();
}

export async function untickPoint(db: Db, { readerId, ownerId }: TicksOf, point: string): Promise<void> {
  await db
    .deleteFrom('going_home_ticks')
    .where('user_id', '=', readerId)
    .where('owner_id', '=', ownerId)
    .where('point', '=', point)
    .execute();
}
