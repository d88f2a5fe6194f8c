import type { Migration } from '../migrate.ts';

/** Staff's authenticator apps, and the codes for when the phone is lost. */
export const authenticators: Migration = {
  name: '0069-authenticators',
  async up(trx) {
    await trx.schema
      .createTable('authenticators')
      .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'text')
      .addColumn('last_step', 'integer')
      .execute();
    await trx.schema
      .createTable('recovery_codes')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .execute();
    await trx.schema.createIndex('recovery_codes_of_user').on('recovery_codes').column('user_id').execute();
  },
};
