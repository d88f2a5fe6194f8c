import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Public keys by which people sign in, and what a device is asked to sign. Both go with the account, the latter with its session, too. */
async function addPasskeys(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('passkeys')
    .addColumn('credential_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'double precision', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('synced', 'integer', (column) => column.notNull())
    .addColumn('device', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await trx.schema.createIndex('passkeys_user_id').on('passkeys').column('user_id').execute();
  await trx.schema
    .createTable('passkey_challenges')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.references('sessions.token_hash').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

export const passkeys: Migration = { name: '0015-passkeys', up: addPasskeys };
