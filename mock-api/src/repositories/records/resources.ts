/** Patients' records: resources as they came, with their files, and what people read of them. */
import { type Insertable, sql, type Updateable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import type { FhirFilesTable, FhirResourcesTable } from '../../db/tables/record-tables.ts';

/** Whose record, and where it comes from. */
export interface RecordOf {
  userId: string;
  source: string;
}

/**
 * Returns whose ids a record has, and its source by name: a record keeps them when a merge gives it to another patient
 * (`feed/<id of the retired one>`).
 */
export function originOf({ userId, source }: RecordOf): [userId: string, source: string] {
  const [name = source, origin = userId] = source.split('/');
  return [origin, name];
}

export type ResourceVersion = Pick<FhirResourcesTable, 'version' | 'hash'>;

export interface NewResource extends ResourceVersion {
  key: string;
  document: string;
  files: readonly Omit<Insertable<FhirFilesTable>, 'user_id' | 'source' | 'key'>[];
}

/** Rows in one statement. */
const BATCH = 200;

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );
}

const rowsOf = (db: Db, { userId, source }: RecordOf) =>
  db.selectFrom('fhir_resources').where('user_id', '=', userId).where('source', '=', source);

/** Returns the stored versions of these resources, by key. */
export async function findVersions(
  trx: Trx,
  of: RecordOf,
  keys: readonly string[],
): Promise<Map<string, ResourceVersion>> {
  const versions = new Map<string, ResourceVersion>();
  for (const part of batches(keys)) {
    const rows = await rowsOf(trx, of).select(['key', 'version', 'hash']).where('key', 'in', part).execute();
    for (const { key, ...stored } of rows) versions.set(key, stored);
  }
  return versions;
}

export const listHashes = (db: Db, of: RecordOf): Promise<{ key: string; hash: string }[]> =>
  rowsOf(db, of).select(['key', 'hash']).execute();

/**
 * Returns stored documents.
 * @param keys limits them to these
 */
export function listDocuments(
  db: Db,
  of: RecordOf,
  keys?: readonly string[],
): Promise<{ key: string; hash: string; document: string }[]> {
  return rowsOf(db, of)
    .$if(keys !== undefined, (query) => query.where('key', 'in', keys ?? []))
    .select(['key', 'hash', 'document'])
    .execute();
}

export const listFiles = (
  db: Db,
  { userId, source }: RecordOf,
): Promise<Pick<FhirFilesTable, 'id' | 'key' | 'type'>[]> =>
  db
    .selectFrom('fhir_files')
    .select(['id', 'key', 'type'])
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .execute();

/**
 * Adds or replaces resources with their files.
 * @param goodAt keeps the versions that were stored before this time
 */
export async function putResources(
  trx: Trx,
  { userId, source }: RecordOf,
  resources: readonly NewResource[],
  goodAt: string,
): Promise<void> {
  const seen = now();
  const ofRecord = { user_id: userId, source };
  for (const part of batches(resources)) {
    await deleteByKey(
      trx,
      'fhir_files',
      { userId, source },
      part.map(({ key }) => key),
    );
    await trx
      .insertInto('fhir_resources')
      .values(part.map(({ files: _files, ...row }) => ({ ...ofRecord, ...row, seen_at: seen })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'source', 'key']).doUpdateSet((row) => ({
          version: row.ref('excluded.version'),
          hash: row.ref('excluded.hash'),
          document: row.ref('excluded.document'),
          seen_at: row.ref('excluded.seen_at'),
          last_good: sql`case when fhir_resources.seen_at < ${goodAt} then fhir_resources.document
            else fhir_resources.last_good end`,
        })),
      )
      .execute();
    for (const { key, files } of part)
      for (const file of files)
        await trx
          .insertInto('fhir_files')
          .values({ ...ofRecord, key, ...file })
          .execute();
  }
}

const deleteByKey = (
  trx: Trx,
  table: 'fhir_files' | 'fhir_resources',
  { userId, source }: RecordOf,
  keys: readonly string[],
) =>
  trx.deleteFrom(table).where('user_id', '=', userId).where('source', '=', source).where('key', 'in', keys).execute();

/** Removes stored resources with their files. */
export async function removeResources(trx: Trx, of: RecordOf, keys: readonly string[]): Promise<void> {
  for (const part of batches(keys))
    for (const table of ['fhir_files', 'fhir_resources'] as const) await deleteByKey(trx, table, of, part);
}

/** Removes all that is stored from a source, and the link to it. */
export async function removeSource(trx: Trx, { userId, source }: RecordOf): Promise<void> {
  for (const table of ['fhir_files', 'fhir_resources', 'fhir_links'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).where('source', '=', source).execute();
}

/** Returns what was stored since a time, each with the document that it replaced. */
export const listSince = (
  trx: Trx,
  of: RecordOf,
  since: string,
): Promise<{ key: string; last_good: string | null }[]> =>
  rowsOf(trx, of).select(['key', 'last_good']).where('seen_at', '>=', since).execute();

/** Changes columns of a stored resource. @param key as it is stored */
export async function rewriteResource(
  trx: Trx,
  { userId, source }: RecordOf,
  key: string,
  columns: Updateable<FhirResourcesTable>,
): Promise<void> {
  await trx
    .updateTable('fhir_resources')
    .set(columns)
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('key', '=', key)
    .execute();
}

/** Brings back the document that was replaced. Without a version, the next reading replaces it. */
export const restoreResource = (
  trx: Trx,
  of: RecordOf,
  { key, ...columns }: { key: string; document: string; hash: string },
): Promise<void> => rewriteResource(trx, of, key, { ...columns, version: null, last_good: null });

/** Tables of what people read: results, care plans, events and other items. */
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
  for (const part of batches(rows)) {
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
    for (const part of batches(ids)) await trx.deleteFrom(table).where('id', 'in', part).execute();
  }
}

export async function hasRow(db: Db, table: RecordTable, id: string): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
