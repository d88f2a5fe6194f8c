import type { Db } from '../db/schema.ts';

/** Of these people, those whom anything reaches while the app is closed: a browser that takes pushes, or wanted texts. */
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
