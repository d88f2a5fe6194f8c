import type { Migration } from '../migrate.ts';

/** Questions that wait for the care team's next visit. */
export const roundsQuestions: Migration = {
  name: '0064-rounds-questions',
  async up(trx) {
    await trx.schema
      .createTable('rounds_questions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('author_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('about', 'text')
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('answered_at', 'text')
      .execute();
    await trx.schema
      .createIndex('rounds_questions_of_user')
      .on('rounds_questions')
      .columns(['user_id', 'created_at'])
      .execute();
  },
};
