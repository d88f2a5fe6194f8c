/** Which shared events a supporter has read. */
import { now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';

/** Returns the ids of another user's events that this viewer has read. */
export async function viewedOf(db: Db, viewerId: string, ownerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('event_views')
    .innerJoin('events', 'events.id', 'event_views.event_id')
    .select('event_views.event_id')
    .where('event_views.viewer_id', '=', viewerId)
    .where('events.user_id', '=', ownerId)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Returns which of these viewers have read which of these events. */
export async function viewsAmong(
  db: Db,
  viewers: readonly string[],
  eventIds: readonly string[],
): Promise<{ viewer: string; event: string }[]> {
  if (viewers.length === 0 || eventIds.length === 0) return [];
  return db
    .selectFrom('event_views')
    .select(['viewer_id as viewer', 'event_id as event'])
    .where('viewer_id', 'in', [...viewers])
    .where('event_id', 'in', [...eventIds])
    .execute();
}

/** Records that a viewer has read an event; a second time changes nothing. */
export async function insertView(db: Db, viewerId: string, eventId: string): Promise<void> {
  await db
    .insertInto('event_views')
    .values({ viewer_id: viewerId, event_id: eventId, viewed_at: now() })
    .onConflict((conflict) => conflict.columns(['viewer_id', 'event_id']).doNothing())
    .execute();
}
