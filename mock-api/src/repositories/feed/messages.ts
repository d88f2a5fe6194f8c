/** Messages of the hospital's feed: stored when they arrive, applied in each sender's order. */
import { type Selectable, sql } from 'kysely';
import { now } from '../../common/clock.ts';
import type { FeedReason } from '../../contract.ts';
import type { Database } from '../../db/open.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import type { FeedMessageTable } from '../../db/tables/feed-tables.ts';
import { lockArrival } from './locks.ts';

/** PostgreSQL channel on which processes notify each other of messages to apply. */
export const FEED_CHANNEL = 'lodestar_feed';

export type FeedRow = Selectable<FeedMessageTable>;
export type Arrival = Pick<FeedRow, 'id' | 'sender' | 'control_id' | 'type' | 'sent_at' | 'hash' | 'raw'>;

/** Notifies all processes that something is to be applied, once `trx` is committed. */
export async function notifyFeed(trx: Trx, engine: Database<Tables>['engine']): Promise<void> {
  if (engine === 'postgres') await sql`select pg_notify(${FEED_CHANNEL}, '')`.execute(trx);
}

/**
 * Stores a message after all that came from its sender. Resolves when that is committed.
 * @param since ISO time: the same message from before isn't known any more
 * @returns `known`: the same message is stored already. `conflict`: the sender used the control id for another message
 * of the same time
 */
export async function storeArrival(
  { db, engine }: Database<Tables>,
  arrival: Arrival,
  since: string,
): Promise<'stored' | 'known' | 'conflict'> {
  return db.transaction().execute(async (trx) => {
    await lockArrival(trx, engine, arrival.sender);
    const earlier = await trx
      .selectFrom('feed_message')
      .select(['hash', 'sent_at'])
      .where('sender', '=', arrival.sender)
      .where('control_id', '=', arrival.control_id)
      .where('received_at', '>=', since)
      .execute();
    if (earlier.some(({ hash }) => hash === arrival.hash)) return 'known';
    if (earlier.some(({ sent_at: sentAt }) => sentAt === arrival.sent_at)) return 'conflict';
    const time = now();
    const { last } = await trx
      .selectFrom('feed_message')
      .select(({ fn }) => fn.max('sequence').as('last'))
      .where('sender', '=', arrival.sender)
      .executeTakeFirstOrThrow();
    const none = { reason: null, user_id: null, stay: null };
    await trx
      .insertInto('feed_message')
      .values({
        ...arrival,
        ...none,
        sequence: Number(last ?? 0) + 1,
        state: 'received',
        received_at: time,
        due_at: time,
      })
      .execute();
    await notifyFeed(trx, engine);
    return 'stored';
  });
}

/** Returns the senders with messages to apply, the one that waits longest first. */
export async function listWaitingSenders(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('feed_message')
    .select('sender')
    .where('state', '=', 'received')
    .groupBy('sender')
    .orderBy(({ fn }) => fn.min('due_at'))
    .execute();
  return rows.map(({ sender }) => sender);
}

export const findNext = (trx: Trx, sender: string): Promise<FeedRow | undefined> =>
  trx
    .selectFrom('feed_message')
    .selectAll()
    .where('state', '=', 'received')
    .where('sender', '=', sender)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();

/** Adds the people that a message names. */
export async function namePeople(trx: Trx, id: string, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  await trx
    .insertInto('feed_message_person')
    .values(people.map((person) => ({ message_id: id, person })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const ofPeople = (trx: Db, people: readonly string[]) =>
  trx.selectFrom('feed_message_person').select('message_id').where('person', 'in', people);

/**
 * Returns whether an earlier ADT message of the same sender about one of these people is put aside. One that waits for
 * the person to arrive holds nothing up: that would keep the person from arriving. Nor does a refused merge: both
 * people are known without it.
 */
export async function hasEarlierAside(
  trx: Trx,
  { sender, sequence }: Pick<FeedRow, 'sender' | 'sequence'>,
  people: readonly string[],
): Promise<boolean> {
  if (people.length === 0) return false;
  const row = await trx
    .selectFrom('feed_message')
    .select('id')
    .where('state', '=', 'aside')
    .where('sender', '=', sender)
    .where('sequence', '<', sequence)
    .where('type', 'like', 'ADT^%')
    .where('reason', 'not in', ['person-unknown', 'merge-refused'])
    .where('id', 'in', ofPeople(trx, people))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores what became of a message. */
export async function settle(
  trx: Trx,
  id: string,
  outcome: Pick<FeedRow, 'state' | 'reason' | 'user_id' | 'stay'>,
): Promise<void> {
  await trx.updateTable('feed_message').set(outcome).where('id', '=', id).execute();
}

const AGAIN = { state: 'received', reason: null } as const;
/** Nothing that arrives changes these: an operator tries them again. */
const FOR_OPERATORS: readonly FeedReason[] = ['internal', 'unreadable', 'merge-refused'];

/**
 * Lets what is put aside about these people be tried again, in its old order: one of them has arrived, or changed.
 * @returns how many messages
 */
export async function retryAsideOf(trx: Trx, people: readonly string[]): Promise<number> {
  if (people.length === 0) return 0;
  const { numUpdatedRows } = await trx
    .updateTable('feed_message')
    .set({ ...AGAIN, due_at: now() })
    .where('state', '=', 'aside')
    .where('reason', 'not in', FOR_OPERATORS)
    .where('id', 'in', ofPeople(trx, people))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lets a message be tried again, unless it is applied or waits already. Returns whether it will be. */
export async function retryMessage(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('feed_message')
    .set({ ...AGAIN, due_at: now() })
    .where('id', '=', id)
    .where('state', 'in', ['aside', 'unused', 'dismissed'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets everything since a time that is neither applied nor dismissed be tried again. Returns how much. */
export async function retrySince(trx: Trx, since: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('feed_message')
    .set({ ...AGAIN, due_at: now() })
    .where('received_at', '>=', since)
    .where('state', 'in', ['aside', 'unused'])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Dismisses a message that is put aside; those that it holds up are tried again. Returns whether it was. */
export async function dismissMessage(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('feed_message')
    .set({ state: 'dismissed', reason: null })
    .where('id', '=', id)
    .where('state', '=', 'aside')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const people = await trx.selectFrom('feed_message_person').select('person').where('message_id', '=', id).execute();
  await retryAsideOf(
    trx,
    people.map(({ person }) => person),
  );
  return true;
}

/** Deletes the messages that name a person, also those that were matched to no one. */
export async function eraseFeed(trx: Trx, userId: string): Promise<void> {
  // A message with several numbers may be about somebody else, too.
  const numbers = sql`
    select min(person) from feed_message_person join feed_message on feed_message.id = message_id
    where user_id = ${userId} group by message_id having count(*) = 1`;
  await sql`delete from feed_message where user_id = ${userId}
    or id in (select message_id from feed_message_person where person in (${numbers}))`.execute(trx);
}
