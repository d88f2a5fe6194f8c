import type { Migration } from '../migrate.ts';

/** Supporters who asked to be notified when the patient is back; one row for each, until the end of the day. */
export const returnNotices: Migration = {
  name: '0061-return-notices',
  async up(trx) {
    await trx.schema
      .createTable('return_notices')
      .addColumn('supporter_id', 'text', (column) =>
        column.primaryKey().references('supporters.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('news_at', 'text')
      .addColumn('back_at', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('return_notices_user').on('return_notices').column('user_id').execute();
  },
};
