import { sql, type Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

const TEXTS = [
  'reason',
  'server',
  'tried_at',
  'failure',
  'full_at',
  'next_at',
  'requested_at',
  'lease_until',
  'lease_holder',
];

/** Links to the hospital's FHIR server: their state, where reading continues, and which process reads. */
async function addRecordLinks(trx: Transaction<unknown>): Promise<void> {
  const add = (name: string, type: 'text' | 'integer', fallback?: string | number) =>
    trx.schema
      .alterTable('fhir_links')
      .addColumn(name, type, (column) => (fallback === undefined ? column : column.notNull().defaultTo(fallback)))
      .execute();
  await add('state', 'text', 'linked');
  await add('marks', 'text', '{}');
  await add('notes', 'text', '{}');
  await add('attempts', 'integer', 0);
  await add('is_stale', 'integer', 0);
  for (const name of TEXTS) await add(name, 'text');
  await trx.schema.createIndex('fhir_links_next_at').on('fhir_links').columns(['source', 'next_at']).execute();
  // A patient of the server is never in two accounts.
  await sql`create unique index fhir_links_patient on fhir_links (source, patient_id)
    where source = 'server' and state = 'linked'`.execute(trx);
}

export const recordLinks: Migration = { name: '0046-record-links', up: addRecordLinks };
