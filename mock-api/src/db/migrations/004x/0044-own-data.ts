import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Until when a session's person counts as confirmed, and the erasures that the survey recorder has yet to carry out. */
async function addOwnData(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('sessions').addColumn('confirmed_until', 'text').execute();
  await trx.schema
    .createTable('survey_erasures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

export const ownData: Migration = { name: '0044-own-data', up: addOwnData };
