/** Removal of old entries of the audit log, when the hospital's retention period is over. */
import { sql } from 'kysely';
import { APPEND_ONLY, appendOnly } from '../db/append-only.ts';
import type { Database } from '../db/open.ts';
import type { Tables, Trx } from '../db/schema.ts';
import { audit } from '../repositories/audit.ts';
import { type Head, headOf, linkEntries } from './chain.ts';
import { GENESIS } from './entries.ts';
import { PRUNED } from './verify.ts';

/** Returns the last link before the first entry at or after `moment`. */
async function lastBefore(trx: Trx, moment: string): Promise<Head> {
  const kept = await trx
    .selectFrom('audit_chain')
    .innerJoin('audit', 'audit.id', 'audit_chain.entry_id')
    .select(({ fn }) => fn.min('audit_chain.number').as('first'))
    .where('audit.at', '>=', moment)
    .executeTakeFirst();
  if (kept?.first === null || kept?.first === undefined) return headOf(trx);
  const number = Number(kept.first) - 1;
  const row = await trx.selectFrom('audit_chain').select('hash').where('number', '=', number).executeTakeFirst();
  return { number: row ? number : 0, hash: row?.hash ?? GENESIS };
}

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
    const tables = APPEND_ONLY.map((table) => appendOnly(engine, table));
    for (const statement of tables.flatMap(({ remove }) => remove)) await sql.raw(statement).execute(trx);
    const removed = trx.selectFrom('audit_chain').select('entry_id').where('number', '<=', last.number);
    const { numDeletedRows } = await trx.deleteFrom('audit').where('id', 'in', removed).executeTakeFirstOrThrow();
    await trx.deleteFrom('audit_chain').where('number', '<=', last.number).execute();
    for (const statement of tables.flatMap(({ add }) => add)) await sql.raw(statement).execute(trx);
    const object = String(last.number);
    await audit(trx, { action: PRUNED, actor: null, subject: null, object, objectId: last.hash });
    return Number(numDeletedRows);
  });
  await linkEntries(database, true);
  return count;
}
