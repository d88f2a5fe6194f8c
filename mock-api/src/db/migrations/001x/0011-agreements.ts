import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';
import type { Tables } from '../../schema.ts';

/** The versions that held when registrations and the demo's accounts said "agreed" and nothing more. */
const FIRST_VERSIONS = ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '1.0' }));

async function addAgreements(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('agreements')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('agreed_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('agreements_pk', ['user_id', 'document', 'version'])
    .execute();
  const db = trx as unknown as Transaction<Tables>;
  const agreed = await db
    .selectFrom('users')
    .select(['id', 'created_at'])
    .where('nda', '=', 1)
    .where('terms_conditions', '=', 1)
    .execute();
  for (const { id, created_at } of agreed) {
    const rows = FIRST_VERSIONS.map((first) => ({ user_id: id, ...first, agreed_at: created_at }));
    await db.insertInto('agreements').values(rows).execute();
  }
}

export const agreements: Migration = { name: '0011-agreements', up: addAgreements };
