import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

async function addRequests(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('profile_id', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text')
    .addColumn('done_at', 'text')
    .execute();
  await trx.schema.createIndex('requests_of_patient').on('requests').columns(['user_id', 'created_at']).execute();
  await trx.schema.createIndex('requests_by_status').on('requests').columns(['status', 'created_at', 'id']).execute();
  await trx.schema.createIndex('requests_by_age').on('requests').columns(['created_at', 'id']).execute();
  await trx.schema
    .createTable('request_replies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request_id', 'text', (column) => column.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createIndex('request_replies_in_order')
    .on('request_replies')
    .columns(['request_id', 'created_at'])
    .execute();
}

export const requests: Migration = { name: '0013-requests', up: addRequests };
