import type { Migration } from '../migrate.ts';

/** What staff have arranged for going home at the end of a stay. */
export const homePlans: Migration = {
  name: '0065-home-plans',
  async up(trx) {
    await trx.schema.alterTable('stays').addColumn('home', 'text').execute();
  },
};
