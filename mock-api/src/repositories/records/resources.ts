/** Resources of patients' records as they came, with their files. */
import { type Insertable, sql } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { FhirFilesTable, FhirResourcesTable } from '../../db/tables/record-tables.ts';

/** Whose record, and where it comes from. */
export interface RecordOf {
  userId: string;
  source: string;
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

/** Brings back the document that was replaced. Without a version, the next reading replaces it. */
export async function restoreResource(
  trx: Trx,
  { userId, source }: RecordOf,
  { key, ...columns }: { key: string; document: string; hash: string },
): Promise<void> {
  await trx
    .updateTable('fhir_resources')
    .set({ ...columns, version: null, last_good: null })
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('key', '=', key)
    .execute();
}
