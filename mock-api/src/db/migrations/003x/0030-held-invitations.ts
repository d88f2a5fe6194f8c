import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Which account under review answered which invitation. A row outlives the invitation, so that the desk can say it has ended. */
async function addHeldInvitations(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('held_invitations')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('supporter_id', 'text', (column) => column.notNull())
    .addColumn('patient_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('invited_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('held_invitations_pk', ['user_id', 'supporter_id'])
    .execute();
  for (const name of ['supporter_id', 'patient_id'] as const) {
    await trx.schema.createIndex(`held_invitations_${name}`).on('held_invitations').column(name).execute();
  }
}

export const heldInvitations: Migration = { name: '0030-held-invitations', up: addHeldInvitations };
