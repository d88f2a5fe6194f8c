import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** New mobile numbers that wait for confirmation, and the browser with which an account was registered. */
async function addStrictIdentity(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('users').addColumn('registered_with', 'text').execute();
  await trx.schema
    .createTable('phone_changes')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('session_hash', 'text', (column) => column.notNull())
    .addColumn('phone_number', 'text', (column) => column.notNull())
    .addColumn('text_hash', 'text', (column) => column.notNull())
    .addColumn('email_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

export const strictIdentity: Migration = { name: '0035-strict-identity', up: addStrictIdentity };
