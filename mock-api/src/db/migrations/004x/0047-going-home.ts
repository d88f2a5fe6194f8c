import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Which points of a patient's checklist for going home a reader has ticked. */
async function addGoingHome(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('going_home_ticks')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('point', 'text', (column) => column.notNull())
    .addColumn('ticked_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('going_home_ticks_pk', ['user_id', 'owner_id', 'point'])
    .execute();
}

export const goingHome: Migration = { name: '0047-going-home', up: addGoingHome };
