import type { Transaction } from 'kysely';
import type { Migration } from '../../migrate.ts';

type Column = 'text' | 'integer';

/** Creates a table of which a person's rows go with the person; a column that ends in `?` may be null. */
async function addTable(trx: Transaction<unknown>, name: string, columns: Record<string, Column>, key: string[]) {
  let table = trx.schema
    .createTable(name)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'));
  for (const [column, type] of Object.entries(columns))
    table = table.addColumn(column.replace('?', ''), type, (of) => (column.endsWith('?') ? of : of.notNull()));
  await table.addPrimaryKeyConstraint(`${name}_pk`, key as never[]).execute();
}

/** What a hospital's own system holds about a patient: resources as they came, and what people read of them. */
async function addRecords(trx: Transaction<unknown>): Promise<void> {
  const source = { source: 'text' } as const;
  await addTable(trx, 'fhir_links', { ...source, patient_id: 'text', linked_at: 'text', checked_at: 'text' }, [
    'user_id',
    'source',
  ]);
  await addTable(
    trx,
    'fhir_resources',
    { ...source, key: 'text', 'version?': 'text', hash: 'text', document: 'text', seen_at: 'text' },
    ['user_id', 'source', 'key'],
  );
  await addTable(trx, 'fhir_files', { ...source, id: 'text', key: 'text', 'type?': 'text', bytes: 'text' }, ['id']);
  await addTable(
    trx,
    'record_items',
    {
      ...source,
      id: 'text',
      kind: 'text',
      'code?': 'text',
      'at?': 'text',
      'until?': 'text',
      withheld: 'integer',
      hash: 'text',
      document: 'text',
      arrived_at: 'text',
    },
    ['id'],
  );
  await trx.schema
    .createIndex('record_items_user_id')
    .on('record_items')
    .columns(['user_id', 'kind', 'code'])
    .execute();
  await trx.schema.createIndex('fhir_files_user_id').on('fhir_files').column('user_id').execute();
  for (const table of ['results', 'care_plans', 'events']) {
    for (const column of ['source', 'hash', 'arrived_at'])
      await trx.schema.alterTable(table).addColumn(column, 'text').execute();
    await trx.schema
      .alterTable(table)
      .addColumn('withheld', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
}

export const records: Migration = { name: '0040-records', up: addRecords };
