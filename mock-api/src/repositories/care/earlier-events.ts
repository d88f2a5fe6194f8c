/** Events of earlier stays. The number of the stay that began after them marks them, so that they can come back. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { EVENT_TYPE, type EventType } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';

/** About people, not about a stay. */
const LASTING: EventType[] = [EVENT_TYPE.SUPPORTER, EVENT_TYPE.SUPPORTER_REQUEST];

/**
 * Makes an earlier stay's what the patient has read, and what was said of stays themselves, of which nothing is new any
 * more. Returns whether there was any.
 */
export async function moveToEarlier(db: Db, userId: string, number: number): Promise<boolean> {
  const moved = await db
    .updateTable('events')
    .set({ previous_stay: number })
    .where('user_id', '=', userId)
    .where('profile_id', '=', OWN_PROFILE)
    .where('previous_stay', '=', 0)
    .where('type', 'not in', LASTING)
    .where(({ or, and, eb }) =>
      or([
        eb('viewed', '=', 1),
        eb('status', '=', 'COMPLETED'),
        and([eb('type', '=', EVENT_TYPE.HOSPITAL), eb('source', 'is', null)]),
      ]),
    )
    .returning('id')
    .execute();
  await db
    .updateTable('events')
    .set({ status: 'COMPLETED' })
    .where('user_id', '=', userId)
    .where('previous_stay', '=', number)
    .where('status', '=', 'NOT_VIEWED')
    .execute();
  return moved.length > 0;
}

/** Brings these events back. Returns whether there were any. */
export async function bringBack(db: Db, userId: string, number: number): Promise<boolean> {
  const restored = await db
    .updateTable('events')
    .set({ previous_stay: 0 })
    .where('user_id', '=', userId)
    .where('previous_stay', '=', number)
    .returning('id')
    .execute();
  return restored.length > 0;
}
