import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Wards of patients; of requests, how urgent they are, and which staff members have read them and are on them. */
const bedsideRequests: Migration = {
  name: '0056-bedside-requests',
  async up(trx) {
    await trx.schema.alterTable('users').addColumn('ward', 'text').execute();
    const requests = trx.schema.alterTable('requests');
    await requests.addColumn('level', 'integer').execute();
    await requests.addColumn('urgency', 'text', (column) => column.notNull().defaultTo('routine')).execute();
    for (const name of ['seen_by', 'assignee_id'] as const)
      await requests.addColumn(name, 'text', (column) => column.references('users.id').onDelete('set null')).execute();
    await requests.addColumn('expected_at', 'text').execute();
  },
};

/** The plan of each day, in the words of staff, and how the patient says it. */
const dayPlans: Migration = {
  name: '0057-day-plans',
  async up(trx) {
    await trx.schema
      .createTable('day_plans')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('written_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('read_back', 'text')
      .addColumn('read_back_at', 'text')
      .addPrimaryKeyConstraint('day_plans_pk', ['user_id', 'date'])
      .execute();
  },
};

/** Concerns without a name. */
const concerns: Migration = {
  name: '0058-concerns',
  async up(trx) {
    await trx.schema
      .alterTable('requests')
      .addColumn('is_anonymous', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** Stays of patients: when they came and left, where they were, and how the hospital's system names each. */
const stays: Migration = {
  name: '0059-stays',
  async up(trx) {
    await trx.schema
      .createTable('stays')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('admitted_at', 'text')
      .addColumn('discharged_at', 'text')
      .addColumn('room', 'text')
      .addColumn('source_key', 'text')
      .addColumn('discharged_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('stays_of_user').on('stays').columns(['user_id', 'created_at']).execute();
  },
};

/** Messages of the hospital's feed (HL7 v2) as they came, and whom each is about. */
const feedMessages: Migration = {
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

/** Supporters who asked to be notified when the patient is back; one row for each, until the end of the day. */
const returnNotices: Migration = {
  name: '0061-return-notices',
  async up(trx) {
    await trx.schema
      .createTable('return_notices')
      .addColumn('supporter_id', 'text', (column) =>
        column.primaryKey().references('supporters.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('news_at', 'text')
      .addColumn('back_at', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('return_notices_user').on('return_notices').column('user_id').execute();
  },
};

export const MIGRATIONS_0056_TO_0061: readonly Migration[] = [
  bedsideRequests,
  dayPlans,
  concerns,
  stays,
  feedMessages,
  returnNotices,
];
