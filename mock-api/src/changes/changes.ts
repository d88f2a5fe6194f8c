/**
 * Change records, written in the transaction of the change itself, so that neither exists without the other: which thing
 * changed, whose it is, and who else may learn of it.
 */
import type { Selectable } from 'kysely';
import type { Db, EventsTable } from '../db/schema.ts';
import { type Change, type NewChange, recordChanges } from '../repositories/changes.ts';
import { readerOf } from '../repositories/sharing/supporters.ts';

export { type Change, type NewChange, recordChanges };

/** Changes that people are also notified of while the app is closed, through one channel each. */
const NOTIFIED_KINDS: ReadonlySet<Change['kind']> = new Set([
  'event.created',
  'result.created',
  'next.updated',
  'request.updated',
]);

export const isNotified = (kind: Change['kind']): boolean => NOTIFIED_KINDS.has(kind);

type EventKind = 'event.created' | 'event.updated' | 'event.removed';
type EventRow = Pick<Selectable<EventsTable>, 'id' | 'user_id' | 'profile_id' | 'type' | 'updated_at' | 'withheld'>;

/** Returns a change of an event that supporters also learn of if their permissions cover it and it is not withheld. */
export const eventChange = (kind: EventKind, event: EventRow): NewChange => ({
  person: event.user_id,
  kind,
  objectId: event.id,
  profileId: event.profile_id,
  audience: event.withheld === 1 ? 'person' : 'event',
  eventType: event.type,
  at: event.updated_at,
});

/** Returns a change of an event that concerns its owner alone, such as having read it. */
export const ownEventChange = (kind: EventKind, event: EventRow): NewChange => ({
  ...eventChange(kind, event),
  audience: 'person',
});

/**
 * Returns the changes of an event that is new to its owner again: the first notifies them, the second reaches apps that
 * list the event already.
 */
export const renewedChanges = (event: EventRow): NewChange[] => [
  ownEventChange('event.created', event),
  ownEventChange('event.updated', event),
];

/**
 * Returns a change of what happens next, which was replaced or removed; supporters with status updates learn of it, too.
 * @param id the notification that exists now, or existed
 */
export const nextChange = (person: string, id: string, profileId: number): NewChange => ({
  person,
  kind: 'next.updated',
  objectId: id,
  profileId,
  audience: 'status',
});

/**
 * Returns a change of a request (sent, read, answered or done), for the patient, the supporter who wrote it, and staff.
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

/** Returns a change of an account that awaits the desk's decision, or got it. */
export const accountChange = (id: string): NewChange => ({
  person: id,
  kind: 'account.updated',
  objectId: id,
  audience: 'staff',
});

/** Returns a change of an account's link to the hospital's system, for the desk. */
export const recordLinkChange = (id: string): NewChange => ({
  person: id,
  kind: 'record-link.updated',
  objectId: id,
  audience: 'staff',
});

/** Records a change of what a supporter may see, for the patient and for the supporter. */
export async function recordShare(db: Db, supporterId: string): Promise<void> {
  const row = await readerOf(db, supporterId);
  if (!row) return;
  const change = { kind: 'share.updated', objectId: supporterId } as const;
  const own = { ...change, person: row.user_id, profileId: row.profile_id };
  const readers = row.reader === null ? [] : [{ ...change, person: row.reader, profileId: row.readerProfile }];
  await recordChanges(db, [own, ...readers]);
}
