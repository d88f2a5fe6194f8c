import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Plain-language texts of the hospital's own service, each for one report and one language. */
async function addExplanations(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('explanations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('result_id', 'text', (column) => column.notNull().references('results.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('report', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('text', 'text')
    .addColumn('decided_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('decided_at', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema.createIndex('explanations_of_result').on('explanations').column('result_id').execute();
  await trx.schema
    .createIndex('explanations_by_state')
    .on('explanations')
    .columns(['state', 'next_attempt_at'])
    .execute();
}

export const explanations: Migration = { name: '0055-explanations', up: addExplanations };
