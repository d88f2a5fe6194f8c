import { recordChanges } from '../../changes/changes.ts';
import { eventChange } from '../../changes/record.ts';
import type { Trx } from '../../db/schema.ts';
import { deleteEvents } from '../../repositories/care/events.ts';

/** Deletes events of a user for good, and records the changes, so that open apps are notified. */
export async function removeEvents(trx: Trx, userId: string, ids: readonly string[]): Promise<void> {
  const removed = await deleteEvents(trx, userId, ids);
  await recordChanges(
    trx,
    removed.map((event) => eventChange('event.removed', event)),
  );
}
