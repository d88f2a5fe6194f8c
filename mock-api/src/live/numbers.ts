/**
 * The numbers of changes. Rows get theirs after they were committed, from one numberer at a time, which holds the row of
 * the last number meanwhile: so whoever sees a number sees every smaller one, and none comes late. Not in a patient's
 * transaction: nobody's work waits for it.
 */
import { sql } from 'kysely';
import { after, HOUR } from '../clock.ts';
import type { Database } from '../db/open.ts';
import type { Db, Tables, Trx } from '../db/schema.ts';

/** The channel of PostgreSQL on which processes tell each other that there are new numbers. */
export const CHANNEL = 'lodestar_changes';

/** How long what was missed can be had. */
export const KEPT = HOUR;

async function hasUnnumbered(db: Db): Promise<boolean> {
  const row = await db.selectFrom('changes').select('place').where('id', 'is', null).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Takes the lock of the numbers and returns the last one; before the first there is no row. */
async function lockLast(trx: Trx): Promise<number> {
  const row = await trx
    .insertInto('change_numbers')
    .values({ name: 'stream', last: 0, pruned: 0 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ last: ref('change_numbers.last') })))
    .returning('last')
    .executeTakeFirstOrThrow();
  return Number(row.last);
}

/** Numbers what is committed and has no number, and tells the other processes. Returns how many rows there were. */
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
    if (engine === 'postgres' && count > 0) await sql`select pg_notify(${CHANNEL}, '')`.execute(trx);
    return count;
  });
}

/** The last number given, and the last one whose change is not kept any more. */
export async function numbersNow(db: Db): Promise<{ last: number; pruned: number }> {
  const row = await db.selectFrom('change_numbers').selectAll().executeTakeFirst();
  return { last: Number(row?.last ?? 0), pruned: Number(row?.pruned ?? 0) };
}

/** The number of the last change before a moment: who knows all up to it needs what came later. */
export async function numberBefore(db: Db, moment: string): Promise<number> {
  const { last } = await numbersNow(db);
  const row = await db
    .selectFrom('changes')
    .select(({ fn }) => fn.min('id').as('first'))
    .where('created_at', '>=', moment)
    .where('id', 'is not', null)
    .executeTakeFirst();
  return row?.first === null || row?.first === undefined ? last : Number(row.first) - 1;
}

/** Forgets changes, and how people were told of them, once they are older than `KEPT`. */
export async function pruneChanges(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockLast(trx);
    const row = await trx
      .selectFrom('changes')
      .select(({ fn }) => fn.max('id').as('newest'))
      .where('created_at', '<', after(-KEPT))
      .executeTakeFirst();
    if (row?.newest === null || row?.newest === undefined) return;
    const newest = Number(row.newest);
    await trx.deleteFrom('changes').where('id', '<=', newest).execute();
    await trx.deleteFrom('deliveries').where('change_id', '<=', newest).execute();
    await trx.updateTable('change_numbers').set({ pruned: newest }).where('name', '=', 'stream').execute();
  });
}
