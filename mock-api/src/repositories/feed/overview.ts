/** The feed's state and messages, for operators. */
import { now } from '../../common/clock.ts';
import { type DeskFeed, FEED_STATES, type FeedState } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { PageOf } from '../desk/page.ts';
import type { FeedRow } from './messages.ts';

/** Returns for how many seconds the oldest message has waited to be applied; 0 if none does. */
export async function feedDelay(db: Db): Promise<number> {
  const row = await db
    .selectFrom('feed_message')
    .select(({ fn }) => fn.min('due_at').as('oldest'))
    .where('state', '=', 'received')
    .executeTakeFirst();
  return row?.oldest ? Math.max(0, Math.floor((Date.parse(now()) - Date.parse(row.oldest)) / 1000)) : 0;
}

export async function countAside(db: Db): Promise<number> {
  const row = await db
    .selectFrom('feed_message')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'aside')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function readFeedState(db: Db): Promise<DeskFeed> {
  const newest = await db
    .selectFrom('feed_message')
    .select(({ fn }) => fn.max('received_at').as('last'))
    .executeTakeFirst();
  const counted = await db
    .selectFrom('feed_message')
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const counts = Object.fromEntries(
    FEED_STATES.map((state) => [state, Number(counted.find((row) => row.state === state)?.count ?? 0)]),
  ) as DeskFeed['counts'];
  return { lastReceivedAt: newest?.last ?? null, delaySeconds: await feedDelay(db), counts };
}

/** A message without its content. */
export type FeedEntry = Omit<FeedRow, 'raw' | 'hash' | 'sequence' | 'sent_at' | 'due_at'>;

const entries = (db: Db) =>
  db
    .selectFrom('feed_message')
    .select(['id', 'sender', 'control_id', 'type', 'received_at', 'state', 'reason', 'user_id', 'stay']);

export const findFeedEntry = (db: Db, id: string): Promise<FeedEntry | undefined> =>
  entries(db).where('id', '=', id).executeTakeFirst();

/** Returns messages of one state, the oldest first. */
export async function listFeedEntries(
  db: Db,
  { state, after, limit }: PageOf & { state: FeedState },
): Promise<FeedEntry[]> {
  const last = after === undefined ? undefined : await findFeedEntry(db, after);
  if (after !== undefined && !last) return [];
  return entries(db)
    .where('state', '=', state)
    .$if(last !== undefined, (query) =>
      query.where((row) =>
        row(row.refTuple('received_at', 'id'), '>', row.tuple(last?.received_at ?? '', last?.id ?? '')),
      ),
    )
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns messages, the newest first. @param state undefined: of all states */
export const listNewestEntries = (db: Db, state: FeedState | undefined, limit: number): Promise<FeedEntry[]> =>
  entries(db)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'aside'))
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Returns the messages about a patient, the oldest first; `isShared`: others may be named, too. */
export async function listFeedOf(db: Db, userId: string): Promise<(FeedEntry & { isShared: boolean })[]> {
  const rows = await entries(db)
    .select((row) =>
      row
        .selectFrom('feed_message_person')
        .whereRef('message_id', '=', 'feed_message.id')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('people'),
    )
    .where('user_id', '=', userId)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return rows.map(({ people, ...entry }) => ({ ...entry, isShared: Number(people) > 1 }));
}

/** Returns a message's bytes, encrypted. */
export async function readRaw(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('feed_message').select('raw').where('id', '=', id).executeTakeFirst();
  return row?.raw;
}
