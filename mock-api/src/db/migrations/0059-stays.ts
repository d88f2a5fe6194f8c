import type { Migration } from '../migrate.ts';

/** Stays of patients: when they came and left, where they were, and how the hospital's system names each. */
export const stays: Migration = {
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
