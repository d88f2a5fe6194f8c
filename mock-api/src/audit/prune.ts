/** Removal of old entries of the audit log, when the hospital's retention period is over. */
import type { Database } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import { deleteLinked, lastBefore, PRUNED } from '../repositories/audit-chain.ts';
import { linkEntries } from './chain.ts';

/**
 * Deletes the oldest entries, up to the first one at or after `moment`, and records the number and hash of the last link
 * removed, so that the rest of the chain can still be verified. Needs the owner of the tables.
 * @returns the number of entries deleted
 */
export async function pruneAudit(database: Database<Tables>, moment: string): Promise<number> {
  const { db, engine } = database;
  await linkEntries(database, true);
  const count = await db.transaction().execute(async (trx) => {
    const last = await lastBefore(trx, moment);
    if (last.number === 0) return 0;
    const deleted = await deleteLinked(trx, engine, last.number);
    const object = String(last.number);
    await audit(trx, { action: PRUNED, actor: null, subject: null, object, objectId: last.hash });
    return deleted;
  });
  await linkEntries(database, true);
  return count;
}
