import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Browsers that take pushes. The hash finds one; what is needed to reach it is sealed. */
async function addSubscriptions(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_hash', 'text', (column) => column.notNull())
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .execute();
  for (const name of ['user_id', 'session_hash'] as const) {
    await trx.schema.createIndex(`push_subscriptions_${name}`).on('push_subscriptions').column(name).execute();
  }
}

async function addPush(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('text_news', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await addSubscriptions(trx);
  await trx.schema
    .createTable('news_position')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();
}

export const push: Migration = { name: '0026-push', up: addPush };
