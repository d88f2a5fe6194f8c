/** The recorder's tables, and its migrations. */
import type { Migrations } from '../db/migrate.ts';

export interface ReceiptsTable {
  key_hash: string;
  payload_hash: string;
  receipt_id: string;
  survey: string;
  hospital: string;
  state: 'taking' | 'done';
  claimed_at: string;
  received_at: string | null;
  answers: string | null;
  /** Receipts of the survey that this one corrects, and of the one that corrects it. */
  replaces: string | null;
  replaced_by: string | null;
  /** Id of the token that the survey came with, and the hash of its account and event; null without a token. */
  token_id: string | null;
  event: string | null;
  /** Hash of its token's account; null without a token, and once the account is erased. */
  person: string | null;
}

/** Accounts that are erased, by hash, for as long as survey tokens issued to them live. */
interface ErasedPeopleTable {
  person: string;
  until: string;
}

interface RecorderFactsTable {
  name: string;
  value: string;
}

export interface RecorderTables {
  receipts: ReceiptsTable;
  recorder_facts: RecorderFactsTable;
  erased_people: ErasedPeopleTable;
}

export const RECORDER_TABLES = ['receipts', 'erased_people', 'recorder_facts', 'recorder_migrations'] as const;

export const RECORDER_MIGRATIONS: Migrations = {
  log: 'recorder_migrations',
  list: [
    {
      name: '0001-receipts',
      async up(trx) {
        await trx.schema
          .createTable('receipts')
          .addColumn('key_hash', 'text', (column) => column.primaryKey())
          .addColumn('payload_hash', 'text', (column) => column.notNull())
          .addColumn('receipt_id', 'text', (column) => column.notNull())
          .addColumn('survey', 'text', (column) => column.notNull())
          .addColumn('hospital', 'text', (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          .addColumn('claimed_at', 'text', (column) => column.notNull())
          .addColumn('received_at', 'text')
          .addColumn('answers', 'text')
          .execute();
      },
    },
    {
      name: '0002-corrections',
      async up(trx) {
        await trx.schema.alterTable('receipts').addColumn('replaces', 'text').execute();
        await trx.schema.alterTable('receipts').addColumn('replaced_by', 'text').execute();
        await trx.schema.createIndex('receipts_receipt_id').on('receipts').column('receipt_id').execute();
      },
    },
    {
      name: '0003-tokens',
      async up(trx) {
        await trx.schema.alterTable('receipts').addColumn('token_id', 'text').execute();
        await trx.schema.alterTable('receipts').addColumn('event', 'text').execute();
        await trx.schema.createIndex('receipts_token_id').on('receipts').column('token_id').unique().execute();
      },
    },
    {
      name: '0004-erasures',
      async up(trx) {
        await trx.schema.alterTable('receipts').addColumn('person', 'text').execute();
        await trx.schema.createIndex('receipts_person').on('receipts').column('person').execute();
        await trx.schema.createIndex('receipts_received_at').on('receipts').column('received_at').execute();
        await trx.schema
          .createTable('erased_people')
          .addColumn('person', 'text', (column) => column.primaryKey())
          .addColumn('until', 'text', (column) => column.notNull())
          .execute();
      },
    },
    {
      name: '0005-facts',
      async up(trx) {
        await trx.schema
          .createTable('recorder_facts')
          .addColumn('name', 'text', (column) => column.primaryKey())
          .addColumn('value', 'text', (column) => column.notNull())
          .execute();
      },
    },
  ],
};
