import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Requests and surveys that the hospital's FHIR server has yet to take. */
async function addHospitalOutbox(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('hospital_outbox')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('hospital_outbox_pk', ['kind', 'about'])
    .execute();
  await trx.schema
    .createIndex('hospital_outbox_next_attempt')
    .on('hospital_outbox')
    .column('next_attempt_at')
    .execute();
}

export const hospitalOutbox: Migration = { name: '0048-hospital-outbox', up: addHospitalOutbox };
