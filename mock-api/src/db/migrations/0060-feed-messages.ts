import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Messages of the hospital's feed (HL7 v2) as they came, and whom each is about. */
export const feedMessages: Migration = {
  name: '0060-feed-messages',
  async up(trx) {
    await trx.schema
      .createTable('feed_message')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('control_id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('raw', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('stay', 'text')
      .addUniqueConstraint('feed_message_order', ['sender', 'sequence'])
      .execute();
    await sql`create index feed_message_waiting on feed_message (state, sender, sequence)`.execute(trx);
    await sql`create index feed_message_listed on feed_message (state, received_at, id)`.execute(trx);
    await sql`create index feed_message_control on feed_message (sender, control_id)`.execute(trx);
    await sql`create index feed_message_received on feed_message (received_at)`.execute(trx);
    await sql`create index feed_message_user on feed_message (user_id)`.execute(trx);
    await trx.schema
      .createTable('feed_message_person')
      .addColumn('message_id', 'text', (column) => column.notNull().references('feed_message.id').onDelete('cascade'))
      .addColumn('person', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('feed_message_person_pk', ['message_id', 'person'])
      .execute();
    await sql`create index feed_message_person_person on feed_message_person (person)`.execute(trx);
  },
};
