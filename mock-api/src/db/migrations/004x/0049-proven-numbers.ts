import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/**
 * Which number an account has proven, and the codes that prove one. Numbers from before count as unproven: nothing says
 * whose they are.
 */
async function addProvenNumbers(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('users').addColumn('proven_digits', 'text').execute();
  await trx.schema
    .createTable('phone_codes')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('phone_number', 'text', (column) => column.notNull())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

export const provenNumbers: Migration = { name: '0049-proven-numbers', up: addProvenNumbers };
