import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

async function addIdentities(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('staff_identities')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('user_name', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('staff_identities_subject', ['issuer', 'subject'])
    .addUniqueConstraint('staff_identities_user_name', ['issuer', 'user_name'])
    .execute();
}

/** Staff accounts at identity providers, sign-ins in progress, and the sessions that providers have opened. */
async function addStaffIdentities(trx: Transaction<unknown>): Promise<void> {
  await addIdentities(trx);
  await trx.schema
    .createTable('oidc_sign_ins')
    .addColumn('browser_hash', 'text', (column) => column.primaryKey())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('state_hash', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
  await trx.schema
    .createTable('oidc_sessions')
    .addColumn('token_hash', 'text', (column) =>
      column.primaryKey().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sid', 'text')
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .addColumn('unreachable_since', 'text')
    .execute();
  await trx.schema.createIndex('oidc_sessions_subject').on('oidc_sessions').columns(['provider', 'subject']).execute();
  await trx.schema
    .createTable('oidc_logout_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}

export const staffIdentities: Migration = { name: '0045-staff-identities', up: addStaffIdentities };
