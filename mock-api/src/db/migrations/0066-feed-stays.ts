import type { Migration } from '../migrate.ts';

/** Of which kind a stay is, so that a visit never ends another stay, and whether access ended with it. */
export const feedStays: Migration = {
  name: '0066-feed-stays',
  async up(trx) {
    await trx.schema.alterTable('stays').addColumn('class', 'text').execute();
    await trx.schema.alterTable('stays').addColumn('access_ended_at', 'text').execute();
  },
};
