import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Comparing identities at every reading: when it last agreed, what staff accepted, and what to take back if it fails. */
async function addIdentityChecks(trx: Transaction<unknown>): Promise<void> {
  for (const name of ['identified_at', 'merged_into'])
    await trx.schema.alterTable('fhir_links').addColumn(name, 'text').execute();
  await trx.schema
    .alterTable('fhir_links')
    .addColumn('accepted', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await trx.schema.alterTable('fhir_resources').addColumn('last_good', 'text').execute();
}

export const identityChecks: Migration = { name: '0051-identity-checks', up: addIdentityChecks };
