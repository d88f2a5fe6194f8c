/** Migrations of the API after its first schema, in order. Never change one that has been released: add the next. */
import { sql, type Transaction } from 'kysely';
import { phoneDigits } from '../phone.ts';
import type { Migration } from './migrate.ts';
import type { Engine } from './open.ts';
import type { Tables } from './schema.ts';

async function addMailRequests(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('mail_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

/** Sessions from before have no idle end: they count as ended, and people sign in once more. */
async function addIdleEnds(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('sessions')
    .addColumn('idle_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

async function addSharing(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('supporters').addColumn('supporter_user_id', 'text').execute();
  await trx.schema.alterTable('profiles').addColumn('shared_supporter_id', 'text').execute();
  await trx.schema
    .alterTable('users')
    .addColumn('phone_digits', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  const db = trx as unknown as Transaction<Tables>;
  for (const { id, phone_number } of await db.selectFrom('users').select(['id', 'phone_number']).execute()) {
    await db
      .updateTable('users')
      .set({ phone_digits: phoneDigits(phone_number) })
      .where('id', '=', id)
      .execute();
  }
  await trx.schema.createIndex('users_phone_digits').on('users').column('phone_digits').execute();
}

/** The database keeps the log append only: not even a fault in the API can change what was written. */
async function forbidChanges(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`create or replace function audit_is_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log is append only'; end $$`.execute(trx);
    await sql`create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function audit_is_append_only()`.execute(trx);
    return;
  }
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.id(`audit_no_${change}`)} before ${sql.raw(change)} on audit
      begin select raise(abort, 'the audit log is append only'); end`.execute(trx);
  }
}

async function addAudit(trx: Transaction<unknown>, engine: Engine): Promise<void> {
  await trx.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('subject_id', 'text')
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('object_id', 'text')
    .execute();
  await trx.schema.createIndex('audit_subject_id_at').on('audit').columns(['subject_id', 'at']).execute();
  await forbidChanges(trx, engine);
}

/** When a result's insights are ready, and which of its questions a reader has ticked. */
async function addNavigator(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('insight_requests')
    .addColumn('result_id', 'text', (column) => column.primaryKey().references('results.id').onDelete('cascade'))
    .addColumn('ready_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('question_ticks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('result_id', 'text', (column) => column.notNull().references('results.id').onDelete('cascade'))
    .addColumn('ticked', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('question_ticks_pk', ['user_id', 'result_id'])
    .execute();
}

export const LATER_MIGRATIONS: readonly Migration[] = [
  { name: '0002-mail-requests', up: addMailRequests },
  { name: '0003-idle-sessions', up: addIdleEnds },
  { name: '0004-sharing', up: addSharing },
  { name: '0005-audit', up: addAudit },
  { name: '0006-navigator', up: addNavigator },
];
