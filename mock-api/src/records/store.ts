/** Stores a patient's resources as they came, without narrative. */
import type { Trx } from '../db/schema.ts';
import {
  findVersions,
  listSince,
  type NewResource,
  putResources,
  type RecordOf,
  type ResourceVersion,
  removeResources,
  restoreResource,
} from '../repositories/records/resources.ts';
import { sha256 } from '../security/secrets.ts';
import type { Resource } from './fhir/datatypes.ts';
import { ExactNumber } from './fhir/exact.ts';
import { ownKey } from './fhir/references.ts';
import { isWithdrawn } from './fhir/status.ts';
import { readTime } from './fhir/time.ts';
import { cutFiles } from './files.ts';

export interface StoreReport {
  stored: number;
  unchanged: number;
  /** Keys that came twice with other contents and no version: the first counts. */
  clashes: string[];
}

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

function prepare({ userId, source }: RecordOf, resource: Resource): NewResource {
  const key = ownKey(resource);
  const { value, files } = cutFiles(strip(resource), [userId, source, key]);
  const document = JSON.stringify(value);
  return { key, version: lastUpdated(resource), hash: sha256(document), document, files };
}

/** Returns whether a resource replaces what is stored: unless that is the same or newer. */
function replaces(next: ResourceVersion, stored: ResourceVersion | undefined): boolean {
  if (!stored) return true;
  if (stored.hash === next.hash) return false;
  return stored.version === null || next.version === null || stored.version <= next.version;
}

/** Returns the resources that one run brings, each key once. */
function choose(of: RecordOf, resources: readonly Resource[]): { chosen: Map<string, NewResource>; clashes: string[] } {
  const chosen = new Map<string, NewResource>();
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
  const stored = await findVersions(trx, of, [...chosen.keys()]);
  const changed = [...chosen.values()].filter((next) => replaces(next, stored.get(next.key)));
  await putResources(trx, of, changed, goodAt);
  return { stored: changed.length, unchanged: chosen.size - changed.length, clashes };
}

/**
 * Brings back what was stored before a time: what is new since is removed, what was replaced is restored.
 * @returns how many resources that changes
 */
export async function takeBackSince(trx: Trx, of: RecordOf, since: string): Promise<number> {
  const rows = await listSince(trx, of, since);
  await removeResources(
    trx,
    of,
    rows.filter((row) => row.last_good === null).map(({ key }) => key),
  );
  for (const { key, last_good: document } of rows)
    if (document !== null) await restoreResource(trx, of, { key, document, hash: sha256(document) });
  return rows.length;
}
