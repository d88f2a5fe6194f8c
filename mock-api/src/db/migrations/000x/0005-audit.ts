import { sql, type Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';
import type { Engine } from '../../open.ts';

/** The database keeps the log append only: not even a fault in the API can change what was written. */
async function forbidChanges(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`create or replace function audit_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log is append only'; end $$`.execute(trx);
    await sql`create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function audit_is_append_only()`.execute(trx);
    return;
  }
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.id(`audit_no_${change}`)} before ${sql.raw(change)} on audit
      begin select raise(abort, 'the audit log is append only'); end`.execute(trx);
  }
}

async function addAudit(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await trx.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .execute();
  await trx.schema.createIndex('audit_subject_id_at').on('audit').columns(['subject_id', 'at']).execute();
  await forbidChanges(trx, engine);
}

export const audit: Migration = { name: '0005-audit', up: addAudit };
