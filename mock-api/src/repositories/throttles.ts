/** Counters that limit how often something may happen. In the database, so that a restart or a second process changes nothing. */
import { after, DAY, now } from '../clock.ts';
import type { Db, Trx } from '../db/schema.ts';

export interface Throttle {
  count: number;
  windowStartedAt: string;
  blockedUntil: string | null;
}

/**
 * Reads a counter and keeps it locked until the transaction ends. A window that is over counts from nothing again.
 * @param windowMs length of the window in milliseconds
 */
export async function lockThrottle(trx: Trx, key: string, windowMs: number): Promise<Throttle> {
  const row = await trx
    .insertInto('throttles')
    .values({ key, count: 0, window_started_at: now(), blocked_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const over = after(windowMs, row.window_started_at) <= now();
  return over
    ? { count: 0, windowStartedAt: now(), blockedUntil: null }
    : { count: row.count, windowStartedAt: row.window_started_at, blockedUntil: row.blocked_until };
}

/** A counter as it stands; undefined when there is none or its window is over. */
export async function readThrottle(db: Db, key: string, windowMs: number): Promise<Throttle | undefined> {
  const row = await db.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row || after(windowMs, row.window_started_at) <= now()) return undefined;
  return { count: row.count, windowStartedAt: row.window_started_at, blockedUntil: row.blocked_until };
}

export async function saveThrottle(trx: Trx, key: string, throttle: Throttle): Promise<void> {
  await trx
    .updateTable('throttles')
    .set({ count: throttle.count, window_started_at: throttle.windowStartedAt, blocked_until: throttle.blockedUntil })
    .where('key', '=', key)
    .execute();
}

export async function clearThrottle(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/** No window is longer than a day, and no block lasts for more than an hour after its window. */
const LONGEST = 2 * DAY;

/** Deletes counters that count nothing any more: their keys have phone numbers in them. */
export async function deleteOldThrottles(db: Db): Promise<void> {
  await db.deleteFrom('throttles').where('window_started_at', '<=', after(-LONGEST)).execute();
}

/** Until when a key is blocked; undefined when it is not. */
export async function blockedUntil(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('throttles').select('blocked_until').where('key', '=', key).executeTakeFirst();
  return row?.blocked_until && row.blocked_until > now() ? row.blocked_until : undefined;
}
