import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/**
 * Comparing identities at every reading: when they last agreed, what staff accepted, and what to take back if they
 * differ; and the hospital's own numbers of a patient.
 */
async function addIdentityChecks(trx: Transaction<unknown>): Promise<void> {
  for (const name of ['identified_at', 'merged_into'])
    await trx.schema.alterTable('fhir_links').addColumn(name, 'text').execute();
  await trx.schema
    .alterTable('fhir_links')
    .addColumn('accepted', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  for (const name of ['record_number', 'band_code'])
    await trx.schema.alterTable('users').addColumn(name, 'text').execute();
  await trx.schema.alterTable('fhir_resources').addColumn('last_good', 'text').execute();
}

export const identityChecks: Migration = { name: '0051-identity-checks', up: addIdentityChecks };
