/**
 * A record's stored resources, parsed. They are kept in memory for a few minutes: while a patient's values arrive one by
 * one, reading and parsing all others again would be most of the work.
 */
import { MINUTE } from '../common/clock.ts';
import type { Db, Trx } from '../db/schema.ts';
import { listDocuments, listHashes, type RecordOf } from '../repositories/records/resources.ts';
import type { Resource } from './fhir/datatypes.ts';
import { parseExact } from './fhir/exact.ts';
import { ownKey } from './fhir/references.ts';

/** How long a record is kept after its last use, in milliseconds. */
const RETENTION = 5 * MINUTE;
/** Most resources that are kept, of all records together: about 30 MB. */
const MOST_RESOURCES = 10_000;
/** With more changed resources than this, all are read at once. */
const MOST_SINGLE = 200;

type Stored = ReadonlyMap<string, Resource>;

interface Parsed {
  /** Of the document, so that what is kept can't differ from what is stored. */
  hash: string;
  resource: Resource | undefined;
}

interface CachedRecord {
  parsed: ReadonlyMap<string, Parsed>;
  expiry: NodeJS.Timeout;
}

/** Least recently used first. */
const records = new Map<string, CachedRecord>();

function forget(name: string): void {
  clearTimeout(records.get(name)?.expiry);
  records.delete(name);
}

function remember(name: string, parsed: ReadonlyMap<string, Parsed>): void {
  forget(name);
  if (parsed.size > MOST_RESOURCES) return;
  records.set(name, { parsed, expiry: setTimeout(() => records.delete(name), RETENTION).unref() });
  let count = [...records.values()].reduce((sum, record) => sum + record.parsed.size, 0);
  for (const [oldest, record] of records) {
    if (count <= MOST_RESOURCES) return;
    count -= record.parsed.size;
    forget(oldest);
  }
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'resourceType' in value && typeof value.resourceType === 'string';

/** Returns the resource in a stored document; undefined if it is not what its key says. */
function parseStored({ key, document }: { key: string; document: string }): Resource | undefined {
  const resource = parseExact(document);
  return isResource(resource) && ownKey(resource) === key ? resource : undefined;
}

/** Returns the resources in stored documents, by key. */
export const parseAll = (documents: readonly { key: string; document: string }[]): Map<string, Resource> =>
  new Map(
    documents.flatMap((stored) => {
      const resource = parseStored(stored);
      return resource ? [[stored.key, resource] as const] : [];
    }),
  );

/** Returns all stored resources of a record, by key. They are shared: they must not be changed. */
export async function readStored(db: Db | Trx, of: RecordOf): Promise<Stored> {
  const name = `${of.userId}/${of.source}`;
  const known = records.get(name)?.parsed;
  const hashes = known && (await listHashes(db, of));
  const changed = hashes?.filter(({ key, hash }) => known?.get(key)?.hash !== hash).map(({ key }) => key);
  const isFew = changed !== undefined && changed.length <= MOST_SINGLE;
  const rows = isFew && changed.length === 0 ? [] : await listDocuments(db, of, isFew ? changed : undefined);
  const parsed = new Map<string, Parsed>();
  if (isFew)
    for (const { key } of hashes ?? []) {
      const same = known?.get(key);
      if (same) parsed.set(key, same);
    }
  for (const row of rows) parsed.set(row.key, { hash: row.hash, resource: parseStored(row) });
  remember(name, parsed);
  return new Map([...parsed].flatMap(([key, { resource }]) => (resource ? [[key, resource] as const] : [])));
}
