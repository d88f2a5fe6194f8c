/**
 * Change records, written in the transaction of the change itself, so that neither exists without the other: which thing
 * changed, whose it is, and who else may learn of it.
 */
import { channel } from 'node:diagnostics_channel';
import type { Selectable } from 'kysely';
import { now } from '../common/clock.ts';
import type { ChangeKind } from '../contract.ts';
import type { Db, EventsTable } from '../db/schema.ts';
import type { Audience } from '../db/tables/delivery-tables.ts';

/** A change that has its number. */
export interface Change {
  /** Increases by one per change, across all processes. */
  id: number;
  /** Person whose data changed. */
  person: string;
  kind: ChangeKind | 'resync';
  objectId: string;
  /** Number of the profile in that person's account; null if it is not about a profile. */
  profileId: number | null;
  audience: Audience;
  eventType: number | null;
  author: string | null;
  at: string;
}

/** A change to be recorded. Without an audience it is for its person alone. */
export type NewChange = Pick<Change, 'person' | 'kind' | 'objectId'> &
  Partial<Pick<Change, 'profileId' | 'audience' | 'eventType' | 'author' | 'at'>>;

/** Records changes in this order. Must be called in the transaction that makes them. */
export async function recordChanges(db: Db, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const time = now();
  const rows = changes.map((change) => ({
    id: null,
    person: change.person,
    kind: change.kind,
    object_id: change.objectId,
    profile_id: change.profileId ?? null,
    audience: change.audience ?? 'person',
    event_type: change.eventType ?? null,
    author: change.author ?? null,
    at: change.at ?? time,
    created_at: time,
  }));
  await db.insertInto('changes').values(rows).execute();
  recorded.publish(rows.length);
}

/** Diagnostics channel that publishes when this process records changes; they may not be committed yet. */
export const CHANGES_RECORDED = 'api:change';
const recorded = channel(CHANGES_RECORDED);

/** Audiences that include staff. */
export const STAFF_AUDIENCES: readonly Audience[] = ['request', 'staff'];

/** Someone who replays changes: the people whose changes they may learn of, and whether they are staff. */
interface StreamReader {
  people: readonly string[];
  isStaff: boolean;
}

/** Changes read per batch. */
export const BATCH = 500;

/**
 * Returns the changes after `last`, in order, at most one batch.
 * @param reader limits the result to changes of these people and, for staff, changes that all staff may learn of
 */
export async function changesAfter(db: Db, last: number, until: number, reader?: StreamReader): Promise<Change[]> {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('id', '>', last)
    .where('id', '<=', until)
    .$if(reader !== undefined, (query) =>
      query.where((row) => {
        const ofPeople = row('person', 'in', [...(reader?.people ?? [])]);
        return reader?.isStaff ? row.or([ofPeople, row('audience', 'in', STAFF_AUDIENCES)]) : ofPeople;
      }),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    person: row.person,
    kind: row.kind,
    objectId: row.object_id,
    profileId: row.profile_id,
    audience: row.audience,
    eventType: row.event_type,
    author: row.author,
    at: row.at,
  }));
}

/** Returns the change with this number, or undefined if it is no longer stored. */
export async function changeOf(db: Db, id: number): Promise<Change | undefined> {
  return (await changesAfter(db, id - 1, id))[0];
}

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
