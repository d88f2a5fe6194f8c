import type { Migration } from '../migrate.ts';

/** Groups of which a provider's SCIM client has made a member of staff a member. */
export const scimGroups: Migration = {
  name: '0071-scim-groups',
  async up(trx) {
    await trx.schema.alterTable('staff_identities').addColumn('scim_groups', 'text').execute();
  },
};
