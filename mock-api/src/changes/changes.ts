/** Change records, written in the transaction of the change itself, so that neither exists without the other. */
import { channel } from 'node:diagnostics_channel';
import { now } from '../common/clock.ts';
import type { ChangeKind } from '../contract.ts';
import type { Audience } from '../db/live-tables.ts';
import type { Db } from '../db/schema.ts';

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

/** Changes read per batch. */
export const BATCH = 500;

/**
 * Returns the changes after `last`, in order, at most one batch.
 * @param people limits the result to changes of these people
 */
export async function changesAfter(db: Db, last: number, until: number, people?: readonly string[]): Promise<Change[]> {
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('id', '>', last)
    .where('id', '<=', until)
    .$if(people !== undefined, (query) => query.where('person', 'in', [...(people ?? [])]))
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
