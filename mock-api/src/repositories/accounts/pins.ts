import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import type { Db, PinCodesTable } from '../../db/schema.ts';
import { hashPin } from '../../security/secrets.ts';

export type PinCode = Selectable<PinCodesTable>;

const LIFETIME = 10 * MINUTE;

/** Replaces the user's code with a new one. Returns when it expires. */
export async function replacePin(db: Db, userId: string, pin: string): Promise<string> {
  const salt = randomUUID();
  const code = {
    salt,
    code_hash: hashPin(salt, pin),
    attempts: 0,
    created_at: now(),
    expires_at: after(LIFETIME),
    used_at: null,
  };
  await db
    .insertInto('pin_codes')
    .values({ user_id: userId, ...code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();
  return code.expires_at;
}

export function findPin(db: Db, userId: string): Promise<PinCode | undefined> {
  return db.selectFrom('pin_codes').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function countPinAttempt(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('pin_codes')
    .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

export async function usePin(db: Db, userId: string): Promise<void> {
  await db.updateTable('pin_codes').set({ used_at: now() }).where('user_id', '=', userId).execute();
}

export async function deletePin(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('pin_codes').where('user_id', '=', userId).execute();
}
