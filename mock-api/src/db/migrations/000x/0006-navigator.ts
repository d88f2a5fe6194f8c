import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** When a result's insights are ready, and which of its questions a reader has ticked. */
async function addNavigator(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('insight_requests')
    .addColumn('result_id', 'text', (column) => column.primaryKey().references('results.id').onDelete('cascade'))
    .addColumn('ready_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('question_ticks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('result_id', 'text', (column) => column.notNull().references('results.id').onDelete('cascade'))
    .addColumn('ticked', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('question_ticks_pk', ['user_id', 'result_id'])
    .execute();
}

export const navigator: Migration = { name: '0006-navigator', up: addNavigator };
