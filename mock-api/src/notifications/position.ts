/** Position up to which changes were checked for notifications while the app is closed. Shared by all processes. */

import { type Change, changesAfter } from '../changes/changes.ts';
import { currentNumbers } from '../changes/numbers.ts';
import type { Db } from '../db/schema.ts';

const NAME = 'news';
/** Changes read per batch. */
const BATCH = 200;

/** Returns the number of the last change that was checked; initially that of the newest change. */
export async function notificationPosition(db: Db): Promise<number> {
  const row = await db.selectFrom('news_position').select('last').where('name', '=', NAME).executeTakeFirst();
  if (row) return Number(row.last);
  const { last } = await currentNumbers(db);
  await db
    .insertInto('news_position')
    .values({ name: NAME, last })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return last;
}

/** Moves the position, unless another process has done so. */
export async function moveNotificationPosition(db: Db, from: number, to: number): Promise<void> {
  await db.updateTable('news_position').set({ last: to }).where('name', '=', NAME).where('last', '=', from).execute();
}

/** Returns the next changes recorded before `before`, in order; an older one behind a younger one waits for it. */
export async function changesDue(db: Db, position: number, before: string): Promise<Change[]> {
  const rows = await db
    .selectFrom('changes')
    .select(['id', 'created_at'])
    .where('id', '>', position)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const young = rows.findIndex((row) => row.created_at > before);
  const last = (young === -1 ? rows : rows.slice(0, young)).at(-1);
  return last ? changesAfter(db, position, Number(last.id)) : [];
}

/** Returns the change with this number, or undefined if it is no longer kept. */
export async function changeOf(db: Db, id: number): Promise<Change | undefined> {
  return (await changesAfter(db, id - 1, id))[0];
}
