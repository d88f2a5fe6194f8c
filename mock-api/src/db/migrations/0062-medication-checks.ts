import type { Migration } from '../migrate.ts';

/** Medication checks, those that staff have asked for, and who has completed a request. */
export const medicationChecks: Migration = {
  name: '0062-medication-checks',
  async up(trx) {
    await trx.schema
      .alterTable('requests')
      .addColumn('done_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .execute();
    await trx.schema
      .createTable('medication_checks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('is_by_patient', 'integer', (column) => column.notNull())
      .addColumn('request_id', 'text', (column) => column.references('requests.id').onDelete('cascade'))
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('checked_at', 'text', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('medication_checks_user_id').on('medication_checks').column('user_id').execute();
    await trx.schema
      .createTable('medication_check_asks')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('asked_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .execute();
  },
};
