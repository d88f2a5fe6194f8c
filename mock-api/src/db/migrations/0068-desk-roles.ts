import type { Migration } from '../migrate.ts';

/**
 * Roles and wards of staff, and patients whom a nurse has opened outside their wards, with the reason. Staff from
 * before have no role yet: they keep all of them, so that no hospital is locked out by the upgrade.
 */
export const deskRoles: Migration = {
  name: '0068-desk-roles',
  async up(trx) {
    await trx.schema.alterTable('users').addColumn('staff_roles', 'text').execute();
    await trx.schema.alterTable('users').addColumn('staff_wards', 'text').execute();
    await trx.schema
      .createTable('desk_openings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('staff_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('note', 'text')
      .addColumn('ward', 'text')
      .addColumn('opened_at', 'text', (column) => column.notNull())
      .addColumn('ends_at', 'text', (column) => column.notNull())
      .execute();
    await trx.schema.createIndex('desk_openings_staff').on('desk_openings').columns(['staff_id', 'ends_at']).execute();
    await trx.schema.createIndex('desk_openings_time').on('desk_openings').columns(['opened_at', 'id']).execute();
    await trx.schema.createIndex('desk_openings_user').on('desk_openings').column('user_id').execute();
  },
};
