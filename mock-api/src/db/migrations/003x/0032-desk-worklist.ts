import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Second identifiers of patients (date of birth and room), and the hospital's templates. */
async function addDeskWorklist(trx: Transaction<unknown>): Promise<void> {
  for (const name of ['date_of_birth', 'room']) await trx.schema.alterTable('users').addColumn(name, 'text').execute();
  await trx.schema
    .createTable('desk_templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}

export const deskWorklist: Migration = { name: '0032-desk-worklist', up: addDeskWorklist };
