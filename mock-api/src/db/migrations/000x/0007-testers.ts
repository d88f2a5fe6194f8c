import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Whose test versions go on after sign-in: no account's, until an operator says so. */
async function addTesters(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('is_tester', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

export const testers: Migration = { name: '0007-testers', up: addTesters };
