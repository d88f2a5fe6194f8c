/** What people read of a record that came from a source: results, care plans, events and other items. */
import type { Insertable } from 'kysely';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import type { RecordOf } from './resources.ts';

const TABLES = ['results', 'care_plans', 'events', 'record_items'] as const;
export type RecordTable = (typeof TABLES)[number];

/** A row to be stored. */
export type RecordRow = { [Table in RecordTable]: { table: Table; values: Insertable<Tables[Table]> } }[RecordTable];

/** A row that is stored. */
export interface StoredRow {
  table: RecordTable;
  id: string;
  hash: string | null;
  arrivedAt: string;
  isWithheld: boolean;
  kind: string | null;
  type: number | null;
  isViewed: boolean;
  /** Content of a result, as JSON. */
  document: string | null;
}

/** Rows in one statement. */
const BATCH = 200;

interface Columns {
  id: string;
  hash: string | null;
  arrived_at: string | null;
  withheld: number;
}

/** Returns all rows of a record, by id. */
export async function listRows(trx: Trx, { userId, source }: RecordOf): Promise<Map<string, StoredRow>> {
  const rows = new Map<string, StoredRow>();
  const add = (table: RecordTable, row: Columns, more: Partial<StoredRow> = {}) =>
    rows.set(row.id, {
      table,
      id: row.id,
      hash: row.hash,
      arrivedAt: row.arrived_at ?? '',
      isWithheld: row.withheld === 1,
      kind: null,
      type: null,
      isViewed: false,
      document: null,
      ...more,
    });
  // The content of items, which most rows are, is compared by its hash only.
  const items = await trx
    .selectFrom('record_items')
    .select(['id', 'hash', 'arrived_at', 'withheld', 'kind'])
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .execute();
  for (const row of items) add('record_items', row, { kind: row.kind });
  for (const table of ['results', 'care_plans', 'events'] as const) {
    const found = await trx
      .selectFrom(table)
      .selectAll()
      .where('user_id', '=', userId)
      .where('source', '=', source)
      .execute();
    for (const row of found)
      add(table, row, {
        type: 'type' in row ? row.type : null,
        isViewed: 'viewed' in row && row.viewed === 1,
        document: table === 'results' ? row.document : null,
      });
  }
  return rows;
}

export async function insertRows(trx: Trx, rows: readonly RecordRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const part = rows.slice(from, from + BATCH);
    const results = part.flatMap((row) => (row.table === 'results' ? [row.values] : []));
    const plans = part.flatMap((row) => (row.table === 'care_plans' ? [row.values] : []));
    const events = part.flatMap((row) => (row.table === 'events' ? [row.values] : []));
    const items = part.flatMap((row) => (row.table === 'record_items' ? [row.values] : []));
    if (results.length > 0) await trx.insertInto('results').values(results).execute();
    if (plans.length > 0) await trx.insertInto('care_plans').values(plans).execute();
    if (events.length > 0) await trx.insertInto('events').values(events).execute();
    if (items.length > 0) await trx.insertInto('record_items').values(items).execute();
  }
}

/** Replaces the content of a row. An event is unread again, also for supporters; one that its owner deleted stays so. */
export async function updateRow(trx: Trx, { table, values }: RecordRow): Promise<void> {
  const { id } = values;
  if (table === 'results') await trx.updateTable(table).set(values).where('id', '=', id).execute();
  if (table === 'care_plans') await trx.updateTable(table).set(values).where('id', '=', id).execute();
  if (table === 'record_items') await trx.updateTable(table).set(values).where('id', '=', id).execute();
  if (table !== 'events') return;
  await trx.deleteFrom('event_views').where('event_id', '=', id).execute();
  const { deleted_at: _deleted, ...changed } = values;
  await trx.updateTable(table).set(changed).where('id', '=', id).execute();
}

export async function deleteRows(trx: Trx, rows: readonly Pick<StoredRow, 'table' | 'id'>[]): Promise<void> {
  for (const table of TABLES) {
    const ids = rows.filter((row) => row.table === table).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += BATCH)
      await trx
        .deleteFrom(table)
        .where('id', 'in', ids.slice(from, from + BATCH))
        .execute();
  }
}

export async function hasRow(db: Db, table: RecordTable, id: string): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
