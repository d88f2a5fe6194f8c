import { sql, type Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';
import type { Engine } from '../../open.ts';

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

export const changes: Migration = { name: '0020-changes', up: addChanges };
