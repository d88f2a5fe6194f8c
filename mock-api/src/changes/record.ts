/** Change records for the stream: which thing changed, whose it is, and who else may learn of it. */
import type { Selectable } from 'kysely';
import type { Db, EventsTable } from '../db/schema.ts';
import { type NewChange, recordChanges } from './changes.ts';

type EventKind = 'event.created' | 'event.updated' | 'event.removed';
type EventRow = Pick<Selectable<EventsTable>, 'id' | 'user_id' | 'profile_id' | 'type' | 'updated_at'>;

/** Returns a change of an event that supporters also learn of if their permissions cover it. */
export const eventChange = (kind: EventKind, event: EventRow): NewChange => ({
  person: event.user_id,
  kind,
  objectId: event.id,
  profileId: event.profile_id,
  audience: 'event',
  eventType: event.type,
  at: event.updated_at,
});

/** Returns a change of an event that concerns its owner alone, such as having read it. */
export const ownEventChange = (kind: EventKind, event: EventRow): NewChange => ({
  ...eventChange(kind, event),
  audience: 'person',
});

/**
 * Returns a change of what happens next, which was replaced or removed.
 * @param id the notification that exists now, or existed
 */
export const nextChange = (person: string, id: string, profileId: number): NewChange => ({
  person,
  kind: 'next.updated',
  objectId: id,
  profileId,
});

/**
 * Returns a change of a request (sent, read, answered or done), for the patient and for the supporter who wrote it.
 */
export const requestChange = (request: {
  id: string;
  user_id: string;
  author_id: string;
  profile_id: number;
}): NewChange => ({
  person: request.user_id,
  kind: 'request.updated',
  objectId: request.id,
  profileId: request.profile_id,
  audience: 'request',
  author: request.author_id,
});

/** Records a change of what a supporter may see, for the patient and for the supporter. */
export async function recordShare(db: Db, supporterId: string): Promise<void> {
  const row = await db
    .selectFrom('supporters')
    .leftJoin('profiles', 'profiles.shared_supporter_id', 'supporters.id')
    .select([
      'supporters.user_id',
      'supporters.profile_id',
      'profiles.user_id as reader',
      'profiles.id as readerProfile',
    ])
    .where('supporters.id', '=', supporterId)
    .executeTakeFirst();
  if (!row) return;
  const change = { kind: 'share.updated', objectId: supporterId } as const;
  const own = { ...change, person: row.user_id, profileId: row.profile_id };
  const readers = row.reader === null ? [] : [{ ...change, person: row.reader, profileId: row.readerProfile }];
  await recordChanges(db, [own, ...readers]);
}
