import type { Trx } from '../db/schema.ts';
import { recordChanges } from '../live/changes.ts';
import { eventChange } from '../live/record.ts';

/** Deletes events of a person for good, and records that they went, which open apps are told. */
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
