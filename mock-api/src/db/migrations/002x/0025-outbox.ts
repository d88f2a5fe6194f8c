import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** What became of a message after it had left, and until when it is worth sending. */
async function addReceipts(trx: Transaction<unknown>): Promise<void> {
  for (const column of ['receipt', 'delivered_at', 'failure', 'deadline_at', 'news_id']) {
    await trx.schema.alterTable('messages').addColumn(column, 'text').execute();
  }
  await trx.schema.createIndex('messages_receipt').on('messages').column('receipt').execute();
  await trx.schema.createIndex('messages_news_id').on('messages').column('news_id').execute();
}

export const outbox: Migration = { name: '0025-outbox', up: addReceipts };
