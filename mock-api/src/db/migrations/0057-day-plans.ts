import type { Migration } from '../migrate.ts';

/** The plan of each day, in the words of staff, and how the patient says it. */
export const dayPlans: Migration = {
  name: '0057-day-plans',
  async up(trx) {
    await trx.schema
      .createTable('day_plans')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('written_by', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('read_back', 'text')
      .addColumn('read_back_at', 'text')
      .addPrimaryKeyConstraint('day_plans_pk', ['user_id', 'date'])
      .execute();
  },
};
