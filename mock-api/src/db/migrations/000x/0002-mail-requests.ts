import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

async function addMailRequests(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('mail_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

export const mailRequests: Migration = { name: '0002-mail-requests', up: addMailRequests };
