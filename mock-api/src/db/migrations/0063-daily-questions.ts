import type { Migration } from '../migrate.ts';

/** Who was asked the question of a day, and how many people of a ward answered in a month. */
export const dailyQuestions: Migration = {
  name: '0063-daily-questions',
  async up(trx) {
    await trx.schema
      .createTable('daily_questions')
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('ward', 'text')
      .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('daily_questions_pk', ['date', 'kind', 'user_id'])
      .execute();
    const counts = trx.schema
      .createTable('daily_counts')
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('ward', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull());
    await counts
      .addColumn('asked', 'integer', (column) => column.notNull())
      .addColumn('answered', 'integer', (column) => column.notNull())
      .addColumn('worried', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('daily_counts_pk', ['month', 'ward', 'kind'])
      .execute();
  },
};
