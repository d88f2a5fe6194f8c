import { sql, type Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/**
 * Marks emails that only the desk has entered. An existing patient with an email but no password was created by the
 * desk: everyone else chose a password when they registered.
 */
async function addUnprovenEmails(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .alterTable('users')
    .addColumn('email_unproven', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update users set email_unproven = 1
    where role_type = 'patient' and password_hash is null and email not like 'none:%'
  `.execute(trx);
}

export const unprovenEmails: Migration = { name: '0053-unproven-emails', up: addUnprovenEmails };
