/**
 * Updates a patient's record from a source: stores its resources as they came, without narrative, and writes what
 * people read of all of them.
 */
import { MINUTE, now } from '../common/clock.ts';
import { type Db, inTransaction, type Trx } from '../db/schema.ts';
import { findAnyUser, lockUser } from '../repositories/accounts/users.ts';
import { findLinkOf, renameLink, touchLink } from '../repositories/records/links.ts';
import {
  findVersions,
  listDocuments,
  listFiles,
  listHashes,
  listSince,
  type NewResource,
  originOf,
  putResources,
  type RecordOf,
  type ResourceVersion,
  removeResources,
  removeSource,
  restoreResource,
  rewriteResource,
} from '../repositories/records/resources.ts';
import { sha256 } from '../security/secrets.ts';
import { type Announcement, type DifferenceReport, writeDifference } from './difference.ts';
import { renewExplanations } from './explain/explanations.ts';
import { isResource, type Resource } from './fhir/datatypes.ts';
import { isObject, parseFhirJson } from './fhir/json.ts';
import { isWithdrawn, ownKey } from './fhir/references.ts';
import { readTime } from './fhir/time.ts';
import { cutFiles } from './files.ts';
import type { FileType } from './map/context.ts';
import { projectRecord } from './project.ts';
import { followStays } from './stays.ts';
import type { FindName } from './words/concept.ts';

interface StoreReport {
  stored: number;
  unchanged: number;
  /** Keys that came twice with other contents and no version: the first counts. */
  clashes: string[];
}

function lastUpdated({ meta }: Resource): string | null {
  return isObject(meta) && typeof meta.lastUpdated === 'string' ? readTime(meta.lastUpdated) : null;
}

/** Returns what is stored: a withdrawn resource loses all that it said; of `meta` only the labels stay. */
function strip(resource: Resource): object {
  const { meta, text: _narrative, ...body } = resource;
  const security = isObject(meta) ? meta.security : undefined;
  const labels = security === undefined ? {} : { meta: { security } };
  if (!isWithdrawn(resource)) return { ...body, ...labels };
  return { resourceType: body.resourceType, id: body.id, status: 'entered-in-error', ...labels };
}

function prepare(of: RecordOf, resource: Resource): NewResource {
  const key = ownKey(resource);
  const { value, files } = cutFiles(strip(resource), [...originOf(of), key]);
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

/** Gives a patient of a source another key, in all resources that name them. */
export async function renamePatient(trx: Trx, of: RecordOf, from: string, to: string): Promise<void> {
  for (const { key, document } of await listDocuments(trx, of)) {
    // In a document, keys are ids without characters that JSON escapes, and whole strings.
    const [fromId, toId] = [from, to].map((patient) => patient.slice('Patient/'.length));
    const renamed = document.replaceAll(String(fromId), String(toId));
    if (renamed === document) continue;
    await rewriteResource(trx, of, key, {
      key: key === from ? to : key,
      document: renamed,
      hash: sha256(renamed),
      last_good: null,
    });
  }
  await renameLink(trx, of, to);
}

// Parsed resources are kept in memory: while values arrive one by one, reading and parsing all others again would be most
// of the work.

/** How long a record is kept after its last use, in milliseconds. */
const RETENTION = 5 * MINUTE;
/** Most resources that are kept, of all records together: about 30 MB. */
const MOST_RESOURCES = 10_000;
/** With more changed resources than this, all are read at once. */
const MOST_SINGLE = 200;

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

/** Returns the resource in a stored document; undefined if it is not what its key says. */
function parseStored({ key, document }: { key: string; document: string }): Resource | undefined {
  const resource = parseFhirJson(document);
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
export async function readStored(db: Db | Trx, of: RecordOf): Promise<ReadonlyMap<string, Resource>> {
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

export interface RecordSettings {
  nameOf: FindName;
  hospital: string;
  /** Whether the hospital has a service that explains reports. */
  isExplained?: boolean;
}

/** A patient's record in a source. */
interface RecordLink extends RecordOf {
  /** Key of the patient there. */
  patient: string;
}

/** The account is linked to another patient of the source: their records must never mix. */
class OtherPatientError extends Error {
  constructor(linked: string) {
    super(`This account already has the record of ${linked}. Remove that first, if it is a mistake.`);
    this.name = 'OtherPatientError';
  }
}

/**
 * Links a record, or notes that it was read. Returns when it was linked.
 * @throws OtherPatientError
 */
async function linkOrTouch(trx: Trx, of: RecordLink): Promise<string> {
  const linked = await findLinkOf(trx, of);
  if (linked && linked.patient_id !== of.patient) throw new OtherPatientError(linked.patient_id);
  const at = now();
  await touchLink(trx, of, of.patient, at);
  return linked?.linked_at ?? at;
}

async function projectStored(
  trx: Trx,
  { userId, source, patient }: RecordLink,
  settings: RecordSettings,
  birthDate: string | null,
) {
  const resources = await readStored(trx, { userId, source });
  const files = await listFiles(trx, { userId, source });
  const projected = projectRecord({
    of: { userId, source },
    patient,
    birthDate,
    resources,
    files: files.map(({ id, key, type }) => ({ id, key, type: type as FileType | null })),
    ...settings,
  });
  return { projected, resources };
}

/** Writes what people read of everything that is stored, as part of the transaction that stored it. */
export async function writeRecord(
  trx: Trx,
  link: RecordLink,
  settings: RecordSettings,
  announcement: Announcement,
): Promise<DifferenceReport> {
  const user = await findAnyUser(trx, link.userId);
  const { projected, resources } = await projectStored(trx, link, settings, user?.date_of_birth ?? null);
  const patient = resources.get(link.patient);
  const report = await writeDifference(trx, link, projected, announcement);
  await followStays(trx, link, resources);
  const { linkedAt, isFirst = false } = announcement;
  const isAsked = settings.isExplained === true && !isFirst;
  if (user) await renewExplanations(trx, projected, { user, patient, source: link.source, linkedAt, isAsked });
  return report;
}

export interface RecordReport extends StoreReport, DifferenceReport {}

/**
 * Stores resources of one patient and updates what people read, in one transaction: an interruption changes nothing.
 */
export function updateRecord(
  db: Db,
  link: RecordLink,
  resources: readonly Resource[],
  settings: RecordSettings,
): Promise<RecordReport> {
  return inTransaction(db, async (trx) => {
    await lockUser(trx, link.userId);
    const linkedAt = await linkOrTouch(trx, link);
    const stored = await storeResources(trx, link, resources);
    return { ...stored, ...(await writeRecord(trx, link, settings, { linkedAt })) };
  });
}

/**
 * Removes all that came from a source, and notifies those who had read it.
 * @param isSilent notifies no one
 * @returns how many entries were removed; undefined if the account is not linked
 */
export function removeRecord(db: Db, of: RecordOf, isSilent = false): Promise<number | undefined> {
  return inTransaction(db, async (trx) => {
    await lockUser(trx, of.userId);
    const linked = await findLinkOf(trx, of);
    if (!linked) return undefined;
    await removeSource(trx, of);
    return (await writeDifference(trx, of, new Map(), { linkedAt: linked.linked_at, isSilent })).removed;
  });
}
