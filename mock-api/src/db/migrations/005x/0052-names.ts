import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** The name that a person wants to be called by, beside the one that the hospital knows. */
async function addNames(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('users').addColumn('preferred_name', 'text').execute();
}

export const names: Migration = { name: '0052-names', up: addNames };
