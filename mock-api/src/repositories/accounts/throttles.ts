/** Rate-limit counters. Stored in the database, so that a restart or a second process changes nothing. */
import type { ExpressionBuilder, Selectable } from 'kysely';
import { after, DAY, now } from '../../common/clock.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';

export interface Throttle {
  count: number;
  windowStartedAt: string;
  blockedUntil: string | null;
}

/** Returns undefined if the counter's window has expired. */
function toThrottle(row: Selectable<Tables['throttles']>, windowMs: number): Throttle | undefined {
  if (after(windowMs, row.window_started_at) <= now()) return undefined;
  return { count: row.count, windowStartedAt: row.window_started_at, blockedUntil: row.blocked_until };
}

/**
 * Reads a counter and keeps it locked until the transaction ends. An expired window counts from zero again.
 * @param windowMs length of the window, in milliseconds
 */
export async function lockThrottle(trx: Trx, key: string, windowMs: number): Promise<Throttle> {
  const row = await trx
    .insertInto('throttles')
    .values({ key, count: 0, window_started_at: now(), blocked_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toThrottle(row, windowMs) ?? { count: 0, windowStartedAt: now(), blockedUntil: null };
}

/** Reads a counter without locking it. Returns undefined if it does not exist or its window has expired. */
export async function readThrottle(db: Db, key: string, windowMs: number): Promise<Throttle | undefined> {
  const row = await db.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst();
  return row && toThrottle(row, windowMs);
}

export async function saveThrottle(trx: Trx, key: string, throttle: Throttle): Promise<void> {
  await trx
    .updateTable('throttles')
    .set({ count: throttle.count, window_started_at: throttle.windowStartedAt, blocked_until: throttle.blockedUntil })
    .where('key', '=', key)
    .execute();
}

/** Returns a counter's key for failures from one network or known device only; `ofKey` also finds these. */
export const partOf = (key: string, part: string): string => `${key}:${part}`;

/** Selects the counter with this key, and its parts. Keys hold no wildcards. */
const ofKey =
  (key: string) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'throttles'>) =>
    or([eb('key', '=', key), eb('key', 'like', `${key}:%`)]);

/** Resets a counter and its parts. */
export async function clearThrottle(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttles').where(ofKey(key)).execute();
}

/** No window is longer than a day, and no block lasts for more than an hour after its window. */
const LONGEST = 2 * DAY;

/** Deletes expired counters: their keys contain phone numbers. */
export async function deleteOldThrottles(db: Db): Promise<void> {
  await db.deleteFrom('throttles').where('window_started_at', '<=', after(-LONGEST)).execute();
}

/** Returns the counters with this key, and its parts. */
export function listThrottles(db: Db, key: string) {
  return db.selectFrom('throttles').selectAll().where(ofKey(key)).execute();
}

/** Returns until when a key is blocked; undefined if it is not. */
export async function blockedUntil(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('throttles').select('blocked_until').where('key', '=', key).executeTakeFirst();
  return row?.blocked_until && row.blocked_until > now() ? row.blocked_until : undefined;
}
