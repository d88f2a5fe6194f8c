import { sql, type Transaction } from 'kysely';
import { appendOnly } from '../../append-only.ts';
import type { Migration } from '../../migrate.ts';
import type { Engine } from '../../open.ts';

/** The links of the audit log's hash chain. The API adds those of existing entries after it starts. */
async function addAuditChain(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await trx.schema
    .createTable('audit_chain')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('entry_id', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  for (const statement of appendOnly(engine, 'audit_chain').add) await sql.raw(statement).execute(trx);
}

export const auditChain: Migration = { name: '0037-audit-chain', up: addAuditChain };
