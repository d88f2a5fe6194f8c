/**
 * Changes and their numbers. Rows are numbered after their commit, by one process at a time, which holds the row of the
 * last number meanwhile. A reader that sees a number therefore sees every smaller one, and none appears late.
 * Numbering is not part of the users' transactions, so that none of them waits for it.
 */
import { channel } from 'node:diagnostics_channel';
import { type Selectable, sql } from 'kysely';
import { OWN_PROFILE } from 'shared-ui/contract';
import { after, HOUR, now } from '../common/clock.ts';
import type { ChangeKind } from '../contract.ts';
import type { Database } from '../db/open.ts';
import type { Db, EventsTable, Tables, Trx } from '../db/schema.ts';
import type { Audience } from '../db/tables/delivery-tables.ts';
import { readerOf } from './sharing/supporters.ts';

/** PostgreSQL channel on which processes notify each other of new numbers. */
export const CHANGES_CHANNEL = 'lodestar_changes';

/** Replay retention, in milliseconds. */
const RETENTION = HOUR;

async function hasUnnumbered(db: Db): Promise<boolean> {
  const row = await db.selectFrom('changes').select('place').where('id', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Locks the numbers and returns the last one. Inserts the row on first use. */
async function lockLast(trx: Trx): Promise<number> {
  const row = await trx
    .insertInto('change_numbers')
    .values({ name: 'stream', last: 0, pruned: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ last: ref('change_numbers.last') })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return Number(row.last);
}

/**
 * Numbers changes that are committed but have no number, and notifies the other processes. Returns how many there
 * were.
 */
export async function numberChanges({ db, engine }: Database<Tables>): Promise<number> {
  if (!(await hasUnnumbered(db))) return 0;
  return db.transaction().execute(async (trx) => {
    const last = await lockLast(trx);
    const { numAffectedRows = 0n } = await sql`
      update changes set id = ${sql.lit(last)} + fresh.number
      from (select place as row_place, row_number() over (order by place) as number from changes where id is null) as fresh
      where changes.place = fresh.row_place`.execute(trx);
    const count = Number(numAffectedRows);
    await trx
      .updateTable('change_numbers')
      .set({ last: last + count })
      .where('name', '=', 'stream')
      .execute();
    if (engine === 'postgres' && count > 0) await sql`select pg_notify(${CHANGES_CHANNEL}, '')`.execute(trx);
    return count;
  });
}

/** Returns the last number assigned, and the last one pruned. */
export async function currentNumbers(db: Db): Promise<{ last: number; pruned: number }> {
  const row = await db.selectFrom('change_numbers').selectAll().executeTakeFirst();
  return { last: Number(row?.last ?? 0), pruned: Number(row?.pruned ?? 0) };
}

/**
 * Returns the number of the last change before `moment`: a reader that knows all changes up to it needs only later
 * ones.
 */
export async function numberBefore(db: Db, moment: string): Promise<number> {
  const { last } = await currentNumbers(db);
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.min('id').as('first'))
    .where('created_at', '>=', moment)
    .where('id', 'is not', null)
    .executeTakeFirst();
  return row?.first === null || row?.first === undefined ? last : Number(row.first) - 1;
}

/** Deletes changes and their deliveries once they are older than `RETENTION`. */
export async function pruneChanges(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLast(trx);
    const row = await trx
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('newest'))
      .where('created_at', '<', after(-RETENTION))
      .executeTakeFirst();
    if (row?.newest === null || row?.newest === undefined) return;
    const newest = Number(row.newest);
    await trx.deleteFrom('changes').where('id', '<=', newest).execute();
    await trx.deleteFrom('deliveries').where('change_id', '<=', newest).execute();
    await trx.updateTable('change_numbers').set({ pruned: newest }).where('name', '=', 'stream').execute();
  });
}

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
    .select(['id', 'person', 'kind', 'object_id as objectId', 'profile_id as profileId', 'audience'])
    .select(['event_type as eventType', 'author', 'at'])
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
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Returns the change with this number, or undefined if it is no longer stored. */
export async function changeOf(db: Db, id: number): Promise<Change | undefined> {
  return (await changesAfter(db, id - 1, id))[0];
}

/** Row that holds the position up to which changes were checked for notifications, by any process. */
const POSITION = 'news';

/** Returns the number of the last change that was checked; initially that of the newest change. */
export async function notificationPosition(db: Db): Promise<number> {
  const row = await db.selectFrom('news_position').select('last').where('name', '=', POSITION).executeTakeFirst();
  if (row) return Number(row.last);
  const { last } = await currentNumbers(db);
  await db
    .insertInto('news_position')
    .values({ name: POSITION, last })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return last;
}

/** Moves the position, unless another process has done so. */
export async function moveNotificationPosition(db: Db, from: number, to: number): Promise<void> {
  await db
    .updateTable('news_position')
    .set({ last: to })
    .where('name', '=', POSITION)
    .where('last', '=', from)
    .execute();
}

/** Returns when the changes after a number were recorded, in order, at most `most`. */
export const listRecordingTimes = (db: Db, last: number, most: number) =>
  db.selectFrom('changes').select(['id', 'created_at']).where('id', '>', last).orderBy('id').limit(most).execute();

/** Changes that people are also notified of while the app is closed, through one channel each. */
const NOTIFIED_KINDS: ReadonlySet<Change['kind']> = new Set([
  'event.created',
  'result.created',
  'next.updated',
  'plan.updated',
  'return.updated',
  'medications.updated',
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
 * Returns a change of who waits for a patient's return, or of the return itself, which also ends the next step. Of those
 * who learn of it, only supporters who waited are notified.
 */
export const returnChange = (person: string): NewChange => ({
  person,
  kind: 'return.updated',
  objectId: person,
  profileId: OWN_PROFILE,
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

/** Returns a change of a question for the next visit, for the patient, the supporter who asks it, and staff. */
export const questionChange = (question: { id: string; user_id: string; author_id: string }): NewChange => ({
  person: question.user_id,
  kind: 'question.updated',
  objectId: question.id,
  profileId: OWN_PROFILE,
  audience: 'request',
  author: question.author_id,
});

/** Returns a change of an account that awaits the desk's decision, or got it. */
export const accountChange = (id: string): NewChange => ({
  person: id,
  kind: 'account.updated',
  objectId: id,
  audience: 'staff',
});

/** Returns a change of a patient's stay, for the patient and the desk. */
export const stayChange = (id: string): NewChange => ({
  person: id,
  kind: 'stay.updated',
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
