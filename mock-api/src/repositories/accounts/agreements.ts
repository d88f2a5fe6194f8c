import { now } from '../../common/clock.ts';
import type { AgreementDue } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';

/** Returns a user's agreements to all versions. */
export function findAgreements(db: Db, userId: string) {
  return db.selectFrom('agreements').selectAll().where('user_id', '=', userId).execute();
}

/** Records that a user agrees; the first time is the one that counts. */
export async function insertAgreements(db: Db, userId: string, given: readonly AgreementDue[]): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map(({ document, version }) => ({ user_id: userId, document, version, agreed_at: now() }));
  await db
    .insertInto('agreements')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'document', 'version']).doNothing())
    .execute();
}
