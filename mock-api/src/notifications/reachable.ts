import type { Db } from '../db/schema.ts';

/**
 * Returns those of these people who can be reached while the app is closed: through a browser that is subscribed to
 * push, or because they chose text messages.
 */
export async function reachable(db: Db, people: readonly string[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...new Set(people)])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('text_news', '=', 1),
        exists(selectFrom('push_subscriptions').select('id').whereRef('push_subscriptions.user_id', '=', 'users.id')),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
