/** Browsers that are subscribed to push. A browser belongs to the user who signed in there last. */
import { randomUUID } from 'node:crypto';
import { after, DAY, now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import { sha256 } from '../../security/secrets.ts';

/** A browser that has not been seen for this long is dropped. */
const RETENTION = 60 * DAY;
/** Browsers per user; above this the oldest are dropped. */
const MAX_PER_USER = 10;

interface NewSubscription {
  userId: string;
  sessionHash: string;
  endpoint: string;
  sealed: string;
}

/** Stores a browser's subscription, replacing its previous one. */
export async function storeSubscription(
  db: Db,
  { userId, sessionHash, endpoint, sealed }: NewSubscription,
): Promise<void> {
  const values = { user_id: userId, session_hash: sessionHash, sealed, seen_at: now() };
  await db
    .insertInto('push_subscriptions')
    .values({ id: randomUUID(), endpoint_hash: sha256(endpoint), ...values })
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(values))
    .execute();
  const extra = (await subscriptionsOf(db, userId)).slice(MAX_PER_USER).map(({ id }) => id);
  if (extra.length > 0) await db.deleteFrom('push_subscriptions').where('id', 'in', extra).execute();
}

/** Returns a user's browsers, most recently seen first. */
export function subscriptionsOf(db: Db, userId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns a browser's subscription, sealed, or undefined if it no longer exists. */
export async function sealedSubscription(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('push_subscriptions').select('sealed').where('id', '=', id).executeTakeFirst();
  return row?.sealed;
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Ends a user's subscription by its endpoint; that of another user stays. */
export async function deleteEndpoint(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', sha256(endpoint))
    .execute();
}

/** Deletes the subscriptions of browsers that have not been seen for long. */
export async function deleteStaleSubscriptions(db: Db): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('seen_at', '<', after(-RETENTION)).execute();
}

/**
 * Returns those of these people who can be reached while the app is closed: through a browser that is subscribed to
 * push, because they chose text messages, or because they were asked the question of the day.
 */
export async function reachableAmong(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(people)])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('text_news', '=', 1),
        exists(selectFrom('push_subscriptions').select('id').whereRef('push_subscriptions.user_id', '=', 'users.id')),
        exists(selectFrom('daily_questions').select('date').whereRef('daily_questions.user_id', '=', 'users.id')),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
