import type { Trx } from '../db/schema.ts';
import { recordChanges } from '../live/changes.ts';
import { eventChange } from '../live/record.ts';

/** Deletes events of a user for good, and records the changes, so that open apps are notified. */
export async function removeEvents(trx: Trx, userId: string, ids: readonly string[]): Promise<void> {
  const gone = await trx
    .deleteFrom('events')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  await recordChanges(
    trx,
    gone.map((event) => eventChange('event.removed', event)),
  );
}
