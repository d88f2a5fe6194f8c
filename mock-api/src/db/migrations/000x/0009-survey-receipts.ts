import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

/** Which surveys a person has sent about which event, and when: never what was answered. */
async function addSurveyReceipts(trx: Transaction<unknown>): Promise<void> {
  await trx.schema
    .createTable('survey_receipts')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('receipt_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('survey', 'text', (column) => column.notNull())
    .addColumn('delivered_at', 'text', (column) => column.notNull())
    .addColumn('replaces', 'text')
    .addPrimaryKeyConstraint('survey_receipts_pk', ['user_id', 'receipt_id'])
    .execute();
  await trx.schema.createIndex('survey_receipts_event_id').on('survey_receipts').column('event_id').execute();
}

export const surveyReceipts: Migration = { name: '0009-survey-receipts', up: addSurveyReceipts };
