import type { Transaction } from 'kysely';
import { nameKeys } from '../../../common/text/similar-names.ts';
import type { Migration } from '../../migrate.ts';
import type { Tables } from '../../schema.ts';

/** The name that a person wants to be called by, and the keys by which similar names are found. */
async function addNames(trx: Transaction<unknown>): Promise<void> {
  await trx.schema.alterTable('users').addColumn('preferred_name', 'text').execute();
  await trx.schema
    .createTable('name_keys')
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('name_keys_pk', ['key', 'user_id'])
    .execute();
  await trx.schema.createIndex('name_keys_user_id').on('name_keys').column('user_id').execute();
  const db = trx as unknown as Transaction<Tables>;
  const patients = db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('role_type', '=', 'patient');
  for (const { id, first_name: first, last_name: last } of await patients.execute()) {
    const rows = nameKeys(first, last).map((key) => ({ key, user_id: id }));
    if (rows.length > 0) await db.insertInto('name_keys').values(rows).execute();
  }
}

export const names: Migration = { name: '0052-names', up: addNames };
