import type { Migration } from '../migrate.ts';

/** Of which kind a stay is, so that a visit never ends another stay, and whether access ended with it. */
export const feedStays: Migration = {
  name: '0066-feed-stays',
  async up(trx) {
    await trx.schema.alterTable('stays').addColumn('class', 'text').execute();
    await trx.schema.alterTable('stays').addColumn('access_ended_at', 'text').execute();
  },
};

/** Merges of two patients' records by the hospital's feed, and what each has moved. */
export const merges: Migration = {
  name: '0067-merges',
  async up(trx) {
    await trx.schema
      .createTable('merges')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('retired_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kept_number', 'text', (column) => column.notNull())
      .addColumn('retired_number', 'text', (column) => column.notNull())
      .addColumn('merged_at', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'text')
      .addColumn('undone_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    for (const column of ['user_id', 'retired_id'] as const)
      await trx.schema.createIndex(`merges_${column}`).on('merges').column(column).execute();
    await trx.schema
      .createTable('merge_moves')
      .addColumn('merge_id', 'text', (column) => column.notNull().references('merges.id').onDelete('cascade'))
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('row_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('merge_moves_pk', ['merge_id', 'place', 'row_id'])
      .execute();
    await trx.schema.createIndex('merge_moves_row').on('merge_moves').columns(['place', 'row_id']).execute();
  },
};
