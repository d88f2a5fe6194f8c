import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';
import type { Tables } from '../../schema.ts';

/** `EVENT_TYPE.SUPPORTER_REQUEST` */
const REQUEST = 12;

/** Supporters who were removed, left or declined. Requests to become one are pending, like the patient's invitation. */
async function addEndedSupports(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('ended_supports')
    .addColumn('supporter_id', 'text', (column) => column.notNull())
    .addColumn('patient_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('profile_id', 'integer')
    .addPrimaryKeyConstraint('ended_supports_pk', ['supporter_id', 'user_id'])
    .execute();
  for (const name of ['patient_id', 'user_id'] as const) {
    await trx.schema.createIndex(`ended_supports_${name}`).on('ended_supports').column(name).execute();
  }
  const db = trx as unknown as Transaction<Tables>;
  await db
    .updateTable('events')
    .set({ status: 'PENDING' })
    .where('type', '=', REQUEST)
    .where('status', '=', 'ACTIONABLE')
    .execute();
}

export const endedSupports: Migration = { name: '0054-ended-supports', up: addEndedSupports };
