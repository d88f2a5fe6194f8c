/** Single values that all processes share. */
import type { Db } from '../db/schema.ts';

export async function readFact(db: Db, name: string): Promise<string | undefined> {
  const fact = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return fact?.value;
}

export async function writeFact(db: Db, name: string, value: string): Promise<void> {
  await db.insertInto('facts').values({ name, value }).execute();
}
