/** Single values that all processes share. */
import type { Db } from '../db/schema.ts';

/** Resolves if the database can be read. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('facts').select('name').limit(1).execute();
}

export async function readFact(db: Db, name: string): Promise<string | undefined> {
  const fact = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return fact?.value;
}

export async function writeFact(db: Db, name: string, value: string): Promise<void> {
  await db.insertInto('facts').values({ name, value }).execute();
}

/**
 * Replaces a value that no other process has changed meanwhile.
 * @param from the present value; undefined: there must be none
 * @returns whether this process has replaced it
 */
export async function replaceFact(db: Db, name: string, from: string | undefined, value: string): Promise<boolean> {
  if (from === undefined) {
    const insert = db.insertInto('facts').values({ name, value });
    const inserted = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    return inserted !== undefined;
  }
  const update = db.updateTable('facts').set({ value }).where('name', '=', name).where('value', '=', from);
  return (await update.returning('name').executeTakeFirst()) !== undefined;
}
