import type { Transaction } from 'kysely';
import { searchText } from '../../../common/text/search-text.ts';
import type { Migration } from '../../migrate.ts';
import type { Tables } from '../../schema.ts';

async function addColumns(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await trx.schema
    .alterTable('users')
    .addColumn('has_demo', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await trx.schema.alterTable('users').addColumn('denial_reason', 'text').execute();
}

/** Adds the table of all wristband codes ever issued: a void one is never given to another patient. */
async function addWristbands(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('wristbands')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issued_at', 'text', (column) => column.notNull())
    .addColumn('voided_at', 'text')
    .execute();
  await trx.schema.createIndex('wristbands_user_id').on('wristbands').column('user_id').execute();
}

async function fill(db: Transaction<Tables>): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'wristband_code', 'created_at'])
    .execute();
  for (const { id, created_at: issuedAt, ...user } of users) {
    await db
      .updateTable('users')
      .set({ search_text: searchText(user) })
      .where('id', '=', id)
      .execute();
    if (user.wristband_code === null) continue;
    const row = { code: user.wristband_code, user_id: id, issued_at: issuedAt, voided_at: null };
    await db.insertInto('wristbands').values(row).execute();
  }
}

async function addDesk(trx: Transaction<unknown>): Promise<void> {
  await addColumns(trx);
  await addWristbands(trx);
  await fill(trx as unknown as Transaction<Tables>);
  await trx.schema.createIndex('users_desk').on('users').columns(['role_type', 'search_text', 'id']).execute();
  await trx.schema
    .createIndex('users_review')
    .on('users')
    .columns(['hospital_status_id', 'created_at', 'id'])
    .execute();
  await trx.schema.createIndex('sign_ups_newest').on('interest_sign_ups').columns(['created_at', 'email']).execute();
}

export const desk: Migration = { name: '0012-desk', up: addDesk };
