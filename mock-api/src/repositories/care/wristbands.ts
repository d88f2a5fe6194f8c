import { now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';

/** Returns whether a wristband with this code was ever issued. */
export async function isKnownCode(db: Db, code: string): Promise<boolean> {
  const row = await db.selectFrom('wristbands').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}

/** Voids every wristband of this user. */
export async function voidWristbands(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('wristbands')
    .set({ voided_at: now() })
    .where('user_id', '=', userId)
    .where('voided_at', 'is', null)
    .execute();
}

export async function insertWristband(db: Db, userId: string, code: string): Promise<void> {
  await db.insertInto('wristbands').values({ code, user_id: userId, issued_at: now(), voided_at: null }).execute();
}
