import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** The links of invitations; only their hashes. */
async function addInvitations(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('invitations')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('supporter_id', 'text', (column) => column.notNull().references('supporters.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await trx.schema.createIndex('invitations_supporter_id').on('invitations').column('supporter_id').execute();
  await trx.schema.createIndex('supporters_phone_digits').on('supporters').column('phone_digits').execute();
}

export const invitations: Migration = { name: '0014-invitations', up: addInvitations };
