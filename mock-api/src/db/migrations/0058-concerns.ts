import type { Migration } from '../migrate.ts';

/** Concerns without a name. */
export const concerns: Migration = {
  name: '0058-concerns',
  async up(trx) {
    await trx.schema
      .alterTable('requests')
      .addColumn('is_anonymous', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
