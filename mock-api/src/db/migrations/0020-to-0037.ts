import { sql, type Transaction } from 'kysely';
import { appendOnly } from '../append-only.ts';
import type { Migration } from '../migrate.ts';
import type { Engine } from '../open.ts';

/**
 * `place` is the order in which rows were written, `id` the number that a row has on the stream: none at first, since of
 * two transactions the later one may be committed first (see `repositories/changes.ts`).
 */
async function addChanges(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  const isPostgres = engine === 'postgres';
  await trx.schema
    .createTable('changes')
    .addColumn('place', isPostgres ? 'bigserial' : 'integer', (column) => column.primaryKey())
    .addColumn('id', 'bigint')
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text', (column) => column.notNull())
    .addColumn('profile_id', 'integer')
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('event_type', 'integer')
    .addColumn('author', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema.createIndex('changes_id').on('changes').column('id').unique().execute();
  await trx.schema.createIndex('changes_created_at').on('changes').column('created_at').execute();
  await sql`create index changes_unnumbered on changes (place) where id is null`.execute(trx);
  await trx.schema
    .createTable('change_numbers')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .addColumn('pruned', 'bigint', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('deliveries')
    .addColumn('change_id', 'bigint', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('deliveries_once', ['change_id', 'person'])
    .execute();
}

/** What became of a message after it had left, and until when it is worth sending. */
async function addReceipts(trx: Transaction<unknown>): Promise<void> {
  for (const column of ['receipt', 'delivered_at', 'failure', 'deadline_at', 'news_id']) {
    await trx.schema.alterTable('messages').addColumn(column, 'text').execute();
  }
  await trx.schema.createIndex('messages_receipt').on('messages').column('receipt').execute();
  await trx.schema.createIndex('messages_news_id').on('messages').column('news_id').execute();
}

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

/** Which account under review answered which invitation. A row outlives the invitation, so that the desk can say it has ended. */
async function addHeldInvitations(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('held_invitations')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('supporter_id', 'text', (column) => column.notNull())
    .addColumn('patient_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('invited_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('held_invitations_pk', ['user_id', 'supporter_id'])
    .execute();
  for (const name of ['supporter_id', 'patient_id'] as const) {
    await trx.schema.createIndex(`held_invitations_${name}`).on('held_invitations').column(name).execute();
  }
}

/** Next steps used to be recognised by their icon; also in the demo's stored content, which becomes notifications later. */
async function addNotificationKind(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('notifications')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('information'))
    .execute();
  await sql`update notifications set kind = 'next-step' where document like '%"icon":"map-pin"%'`.execute(trx);
  for (const table of ['starter_documents', 'story_steps']) {
    await sql`update ${sql.table(table)}
      set document = replace(document, '"icon":"map-pin"', '"icon":"map-pin","kind":"next-step"')`.execute(trx);
  }
}

/** Second identifiers of patients (date of birth and room), and the hospital's templates. */
async function addDeskWorklist(trx: Transaction<unknown>): Promise<void> {
  for (const name of ['date_of_birth', 'room']) await trx.schema.alterTable('users').addColumn(name, 'text').execute();
  await trx.schema
    .createTable('desk_templates')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
}

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

/** The links of the audit log's hash chain. The API adds those of existing entries after it starts. */
async function addAuditChain(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await trx.schema
    .createTable('audit_chain')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('entry_id', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  for (const statement of appendOnly(engine, 'audit_chain').add) await sql.raw(statement).execute(trx);
}

export const MIGRATIONS_0020_TO_0037: readonly Migration[] = [
  { name: '0020-changes', up: addChanges },
  { name: '0025-outbox', up: addReceipts },
  { name: '0026-push', up: addPush },
  { name: '0030-held-invitations', up: addHeldInvitations },
  { name: '0031-notification-kind', up: addNotificationKind },
  { name: '0032-desk-worklist', up: addDeskWorklist },
  { name: '0035-strict-identity', up: addStrictIdentity },
  { name: '0037-audit-chain', up: addAuditChain },
];
