import type { Transaction } from 'kysely';
import { phoneDigits } from '../../../common/phone.ts';
import type { Migration } from '../../migrate.ts';
import type { Tables } from '../../schema.ts';

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

export const sharing: Migration = { name: '0004-sharing', up: addSharing };
