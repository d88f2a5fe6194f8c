/** Staff's authenticator apps and recovery codes: secrets encrypted, codes as hashes. */
import type { Selectable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { AuthenticatorsTable } from '../../db/tables/identity-tables.ts';

export type Authenticator = Selectable<AuthenticatorsTable>;

/** Replaces a user's authenticator by one that is not confirmed yet. */
export async function replaceAuthenticator(db: Db, userId: string, sealed: string): Promise<void> {
  const values = { sealed, created_at: now(), confirmed_at: null, last_step: null };
  await db
    .insertInto('authenticators')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Returns a user's authenticator, confirmed or not. */
export const findAuthenticator = (db: Db, userId: string): Promise<Authenticator | undefined> =>
  db.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Stores that the code of a step was used; the first one confirms the authenticator. */
export async function countAuthenticatorUse(db: Db, { user_id: id, confirmed_at: at }: Authenticator, step: number) {
  const values = { last_step: step, confirmed_at: at ?? now() };
  await db.updateTable('authenticators').set(values).where('user_id', '=', id).execute();
}

/** Deletes a user's authenticator and recovery codes. */
export async function deleteAuthenticator(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('authenticators').where('user_id', '=', userId).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const rows = hashes.map((code_hash) => ({ code_hash, user_id: userId }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

/** Returns the hashes of a user's recovery codes. */
export async function listRecoveryCodes(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute();
  return rows.map(({ code_hash: hash }) => hash);
}

/** Returns whether this is still the hash of a code of the user, and deletes it: it works once. */
export async function useRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return used.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
