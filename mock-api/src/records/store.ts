/** Stores a patient's resources as they came, without narrative. */
import { sql } from 'kysely';
import { now } from '../common/clock.ts';
import type { Trx } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';
import type { Resource } from './fhir/datatypes.ts';
import { ExactNumber } from './fhir/exact.ts';
import { ownKey } from './fhir/references.ts';
import { isWithdrawn } from './fhir/status.ts';
import { readTime } from './fhir/time.ts';
import { type CutFile, cutFiles } from './files.ts';

/** Whose record, and where it comes from. */
export interface RecordOf {
  userId: string;
  source: string;
}

interface Prepared {
  key: string;
  version: string | null;
  hash: string;
  document: string;
  files: CutFile[];
}

export interface StoreReport {
  stored: number;
  unchanged: number;
  /** Keys that came twice with other contents and no version: the first counts. */
  clashes: string[];
}

const ROWS_PER_INSERT = 200;

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

function lastUpdated({ meta }: Resource): string | null {
  return isPlain(meta) && typeof meta.lastUpdated === 'string' ? readTime(meta.lastUpdated) : null;
}

/** Returns what is stored: a withdrawn resource loses all that it said; of `meta` only the labels stay. */
function strip(resource: Resource): object {
  const { meta, text: _narrative, ...body } = resource;
  const security = isPlain(meta) ? meta.security : undefined;
  const labels = security === undefined ? {} : { meta: { security } };
  if (!isWithdrawn(resource)) return { ...body, ...labels };
  return { resourceType: body.resourceType, id: body.id, status: 'entered-in-error', ...labels };
}

function prepare({ userId, source }: RecordOf, resource: Resource): Prepared {
  const key = ownKey(resource);
  const { value, files } = cutFiles(strip(resource), [userId, source, key]);
  const document = JSON.stringify(value);
  return { key, version: lastUpdated(resource), hash: sha256(document), document, files };
}

type Stored = Pick<Prepared, 'version' | 'hash'>;

/** Returns whether a resource replaces what is stored: unless that is the same or newer. */
function replaces(next: Stored, stored: Stored | undefined): boolean {
  if (!stored) return true;
  if (stored.hash === next.hash) return false;
  return stored.version === null || next.version === null || stored.version <= next.version;
}

async function storedVersions(
  trx: Trx,
  { userId, source }: RecordOf,
  keys: readonly string[],
): Promise<Map<string, Stored>> {
  const versions = new Map<string, Stored>();
  for (let from = 0; from < keys.length; from += ROWS_PER_INSERT) {
    const rows = await trx
      .selectFrom('fhir_resources')
      .select(['key', 'version', 'hash'])
      .where('user_id', '=', userId)
      .where('source', '=', source)
      .where('key', 'in', keys.slice(from, from + ROWS_PER_INSERT))
      .execute();
    for (const { key, ...stored } of rows) versions.set(key, stored);
  }
  return versions;
}

/** Returns the resources that one run brings, each key once. */
function choose(of: RecordOf, resources: readonly Resource[]): { chosen: Map<string, Prepared>; clashes: string[] } {
  const chosen = new Map<string, Prepared>();
  const clashes = new Set<string>();
  for (const resource of resources) {
    const next = prepare(of, resource);
    const before = chosen.get(next.key);
    if (before && before.hash !== next.hash && (before.version === null || next.version === null)) {
      clashes.add(next.key);
      continue;
    }
    if (replaces(next, before)) chosen.set(next.key, next);
  }
  return { chosen, clashes: [...clashes] };
}

async function put(trx: Trx, of: RecordOf, rows: readonly Prepared[], goodAt: string): Promise<void> {
  const { userId, source } = of;
  const seen = now();
  const ofRecord = { user_id: userId, source };
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const part = rows.slice(from, from + ROWS_PER_INSERT);
    const keys = part.map(({ key }) => key);
    await trx
      .deleteFrom('fhir_files')
      .where('user_id', '=', userId)
      .where('source', '=', source)
      .where('key', 'in', keys)
      .execute();
    await trx
      .insertInto('fhir_resources')
      .values(part.map(({ files: _cut, ...row }) => ({ ...ofRecord, ...row, seen_at: seen })))
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

/**
 * Stores resources of one patient, in the transaction that also writes what people read. Twice is once.
 * @param goodAt keeps the versions that were stored before this time, for `takeBackSince`
 */
export async function storeResources(
  trx: Trx,
  of: RecordOf,
  resources: readonly Resource[],
  goodAt = '',
): Promise<StoreReport> {
  const { chosen, clashes } = choose(of, resources);
  const stored = await storedVersions(trx, of, [...chosen.keys()]);
  const changed = [...chosen.values()].filter((next) => replaces(next, stored.get(next.key)));
  await put(trx, of, changed, goodAt);
  return { stored: changed.length, unchanged: chosen.size - changed.length, clashes };
}

/** Removes stored resources with their files. */
export async function removeResources(trx: Trx, { userId, source }: RecordOf, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += ROWS_PER_INSERT)
    for (const table of ['fhir_files', 'fhir_resources'] as const)
      await trx
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where('source', '=', source)
        .where('key', 'in', keys.slice(from, from + ROWS_PER_INSERT))
        .execute();
}

/**
 * Brings back what was stored before a time: what is new since is removed, what was replaced is restored.
 * @returns how many resources that changes
 */
export async function takeBackSince(trx: Trx, of: RecordOf, since: string): Promise<number> {
  const rows = await trx
    .selectFrom('fhir_resources')
    .select(['key', 'last_good'])
    .where('user_id', '=', of.userId)
    .where('source', '=', of.source)
    .where('seen_at', '>=', since)
    .execute();
  await removeResources(
    trx,
    of,
    rows.filter((row) => row.last_good === null).map(({ key }) => key),
  );
  for (const { key, last_good: document } of rows)
    if (document !== null)
      await trx
        .updateTable('fhir_resources')
        // Without a version, the next reading replaces it.
        .set({ document, hash: sha256(document), version: null, last_good: null })
        .where('user_id', '=', of.userId)
        .where('source', '=', of.source)
        .where('key', '=', key)
        .execute();
  return rows.length;
}
