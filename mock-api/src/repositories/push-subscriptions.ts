/** Browsers that take pushes. A browser belongs to whoever signed in there last. */
import { randomUUID } from 'node:crypto';
import { after, DAY, now } from '../clock.ts';
import type { Db } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';

/** A browser that was not here for this long is nobody's any more. */
const KEPT = 60 * DAY;
/** Browsers of one user; more push the oldest out. */
const MOST = 10;

interface NewSubscription {
  userId: string;
  sessionHash: string;
  endpoint: string;
  sealed: string;
}

/** Keeps a browser's subscription, in the place of what it had before. */
export async function keepSubscription(
  db: Db,
  { userId, sessionHash, endpoint, sealed }: NewSubscription,
): Promise<void> {
  const values = { user_id: userId, session_hash: sessionHash, sealed, seen_at: now() };
  await db
    .insertInto('push_subscriptions')
    .values({ id: randomUUID(), endpoint_hash: sha256(endpoint), ...values })
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(values))
    .execute();
  const extra = (await subscriptionsOf(db, userId)).slice(MOST).map(({ id }) => id);
  if (extra.length > 0) await db.deleteFrom('push_subscriptions').where('id', 'in', extra).execute();
}

/** A user's browsers, the one that was here last first. */
export function subscriptionsOf(db: Db, userId: string): Promise<{ id: string }[]> {
  return db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** What reaches a browser, sealed; undefined when it is gone. */
export async function sealedSubscription(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('push_subscriptions').select('sealed').where('id', '=', id).executeTakeFirst();
  return row?.sealed;
}

export async function dropSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Ends what a user's browser takes, by its address; a browser of another user stays. */
export async function dropEndpoint(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint_hash', '=', sha256(endpoint))
    .execute();
}

/** Ends the pushes to browsers that have not been here for long. */
export async function dropForgotten(db: Db): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('seen_at', '<', after(-KEPT)).execute();
}
