import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { after, MINUTE } from '../../common/clock.ts';
import type { SecondFactorsTable } from '../../db/desk-tables.ts';
import type { Db } from '../../db/schema.ts';
import { hashPin } from '../../security/secrets.ts';

export type SecondFactorRow = Selectable<SecondFactorsTable>;

const LIFETIME = 10 * MINUTE;

/** Replaces the code that a session is waiting for. */
export async function replaceSecondFactor(db: Db, tokenHash: string, code: string): Promise<void> {
  const salt = randomUUID();
  const values = { salt, code_hash: hashPin(salt, code), attempts: 0, expires_at: after(LIFETIME) };
  await db
    .insertInto('second_factors')
    .values({ token_hash: tokenHash, ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute();
}

export function findSecondFactor(db: Db, tokenHash: string): Promise<SecondFactorRow | undefined> {
  return db.selectFrom('second_factors').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export async function countSecondFactorAttempt(db: Db, tokenHash: string): Promise<void> {
  await db
    .updateTable('second_factors')
    .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSecondFactor(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('second_factors').where('token_hash', '=', tokenHash).execute();
}
