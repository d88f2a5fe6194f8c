/** Imports one patient's resources from files: JSON with one resource or Bundle, or NDJSON with one a line. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Db, Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { sha256 } from '../../security/secrets.ts';
import { type FhirPatient, readFhirPatient, type Systems } from '../connector/server/patients.ts';
import { differencesBetween } from '../connector/sync/identity.ts';
import { isResourceId, isResourceType, type Resource } from '../fhir/datatypes.ts';
import { cutDeep, isTooDeep, refuseDeep } from '../fhir/depth.ts';
import { isObject, objectsIn, parseFhirJson } from '../fhir/json.ts';
import { ownKey, recordOf, subjectsOf } from '../fhir/references.ts';
import { type RecordReport, type RecordSettings, removeRecord, updateRecord } from '../record.ts';

/** A file, line or resource that cannot be read. */
export interface Unreadable {
  /** File, and line of an NDJSON file; for one resource among others its key, too. */
  where: string;
  why: 'no JSON' | 'no resource' | 'nested too deeply';
}

const EXTENSIONS: readonly string[] = ['.json', '.ndjson', '.jsonl'];

/** Returns the value with each reference to an address of this Bundle replaced by the key of what it names. */
function relink(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => relink(item, keys));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const key = name === 'reference' && typeof item === 'string' ? keys.get(item) : undefined;
    return [name, key ?? relink(item, keys)];
  });
  return Object.fromEntries(entries);
}

/** Returns a resource with an id: its own, or one derived from its address or content. */
function asResource(value: unknown, address?: unknown): Resource | undefined {
  if (!isObject(value) || !isResourceType(value.resourceType)) return undefined;
  const { resourceType, id } = value;
  if (isResourceId(id)) return { ...value, resourceType, id };
  const uuid = typeof address === 'string' && address.startsWith('urn:uuid:') ? address.slice(9) : '';
  return { ...value, resourceType, id: isResourceId(uuid) ? uuid : sha256(JSON.stringify(value)).slice(0, 32) };
}

/** Returns the resources of a Bundle, which may hold Bundles; entries without a resource are skipped. */
function* ofBundle({ entry }: Resource): Generator<Resource> {
  const found = objectsIn(entry).flatMap(({ resource, fullUrl, search }) => {
    const isOutcome = isObject(search) && search.mode === 'outcome';
    const known = isOutcome ? undefined : asResource(resource, fullUrl);
    return known ? [{ resource: known, fullUrl }] : [];
  });
  const addresses = found.flatMap(({ resource, fullUrl }) =>
    typeof fullUrl === 'string' ? [[fullUrl, ownKey(resource)] as const] : [],
  );
  const keys = new Map(addresses);
  for (const { resource } of found) yield* flatten(relink(resource, keys) as Resource);
}

function* flatten(resource: Resource): Generator<Resource> {
  if (resource.resourceType === 'Bundle') yield* ofBundle(resource);
  else yield resource;
}

function* parse(text: string, where: string, unreadable: Unreadable[]): Generator<Resource> {
  try {
    const resource = asResource(parseFhirJson(cutDeep(text)));
    if (!resource) unreadable.push({ where, why: 'no resource' });
    for (const found of resource ? flatten(resource) : []) {
      const read = refuseDeep(found);
      if (isTooDeep(read)) unreadable.push({ where: `${where} ${ownKey(read)}`, why: 'nested too deeply' });
      yield read;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    unreadable.push({ where, why: 'no JSON' });
  }
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && EXTENSIONS.includes(extname(entry.name)));
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

/**
 * Yields the resources of a file or folder, one file at a time, those of Bundles on their own.
 * @param unreadable gets what is no JSON, no resource, or nested too deeply
 * @throws if the path cannot be read
 */
export function* readResources(path: string, unreadable: Unreadable[]): Generator<Resource> {
  for (const file of filesIn(path)) {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    const name = basename(file);
    if (extname(file) === '.json') {
      yield* parse(text, name, unreadable);
      continue;
    }
    for (const [index, line] of text.split('\n').entries())
      if (line.trim() !== '') yield* parse(line, `${name}:${index + 1}`, unreadable);
  }
}

/** Source of everything that comes from files. */
export const FILES = 'files';

/** Why files can't be imported; the message is a sentence for the operator. */
class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportError';
  }
}

export interface ImportReport extends RecordReport {
  subject: string;
  /** Who the account and the files say the patient is. */
  compared: string[];
  /** Of other patients, or of none. */
  others: number;
  unreadable: Unreadable[];
}

/** Most subjects that a refusal names. */
const MOST_NAMED = 10;

/** @throws ImportError if the files are of no patient, of several without a choice, or not of the chosen one */
function chooseSubject(resources: readonly Resource[], wanted: string | undefined): string {
  const subjects = [...new Set(resources.flatMap(subjectsOf))].sort();
  const named = `${subjects.slice(0, MOST_NAMED).join(', ')}${subjects.length > MOST_NAMED ? ', …' : ''}`;
  if (subjects.length === 0) throw new ImportError('These files name no patient.');
  if (wanted !== undefined) {
    if (subjects.includes(wanted)) return wanted;
    throw new ImportError(`These files have nothing of ${wanted}. They are of ${named}.`);
  }
  const [only, ...others] = subjects;
  if (only !== undefined && others.length === 0) return only;
  throw new ImportError(
    `These files are of ${subjects.length} patients: choose one with --subject. They are ${named}.`,
  );
}

const logImport = (trx: Trx, subject: string, object: 'record-imported' | 'record-removed') =>
  audit(trx, { action: 'STAFF_CHANGED', actor: null, subject, object });

/**
 * Removes all that was imported for a patient, such as another person's files, and writes that to their audit log.
 * @returns how many entries were removed
 * @throws ImportError if nothing was imported
 */
export function removeImported(db: Db, userId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const removed = await removeRecord(trx, { userId, source: FILES });
    if (removed === undefined) throw new ImportError('Nothing was imported for this patient.');
    await logImport(trx, userId, 'record-removed');
    return removed;
  });
}

/** Who an account and the files say the patient is, in lines for the operator. */
const identities = (user: UserRow, subject: string, patient: FhirPatient | undefined): string[] => {
  const line = (name: string, born: string | null | undefined, key: string) =>
    `${name || 'no name'}, ${born ? `born ${born}` : 'no date of birth'} (${key})`;
  return [
    `Account: ${line(`${user.first_name} ${user.last_name}`.trim(), user.date_of_birth, user.wristband_code ?? '')}`,
    `Files: ${line(patient?.name ?? '', patient?.birthDate, subject)}`,
  ];
};

const DIFFERENT: Readonly<Record<string, string>> = {
  name: 'family name',
  'birth-date': 'date of birth',
  code: 'band code',
};

/**
 * Returns who both sides say the patient is. What the files lack can't differ.
 * @throws ImportError for a difference, unless that is forced
 */
function compareIdentities(user: UserRow, subject: string, own: readonly Resource[], options: ImportOptions): string[] {
  const resource = own.find((item) => ownKey(item) === subject);
  const patient = resource && readFhirPatient(resource, options.systems);
  const lines = identities(user, subject, patient);
  const isWritten = (reason: string) =>
    reason === 'name' ? patient?.familyNames.length !== 0 : reason !== 'code' || patient?.codes.length !== 0;
  const different = patient ? differencesBetween(user, patient).filter(({ reason }) => isWritten(reason)) : [];
  if (different.length === 0 || options.isForced) return lines;
  throw new ImportError(
    [
      ...lines,
      `Different: ${different.map(({ reason }) => DIFFERENT[reason]).join(', ')}. Nothing was imported.`,
      'If you are sure that both are the same person, use --force.',
    ].join('\n'),
  );
}

interface ImportOptions {
  path: string;
  user: UserRow;
  /** Key of the patient in the files; undefined if they are of one patient. */
  subject: string | undefined;
  systems: Systems;
  isForced: boolean;
  /** Changes nothing. */
  isDry: boolean;
}

/** Undoes a transaction whose report is wanted. */
class DryRunError extends Error {
  readonly report: RecordReport;

  constructor(report: RecordReport) {
    super('dry run');
    this.report = report;
  }
}

/**
 * Imports the resources of one patient, and writes that to their audit log. Importing again changes nothing.
 * @throws ImportError, or OtherPatientError if another patient's record was imported for this account
 */
export async function importFiles(db: Db, settings: RecordSettings, options: ImportOptions): Promise<ImportReport> {
  const { path, user, subject: wanted, isDry } = options;
  const unreadable: Unreadable[] = [];
  const resources = [...readResources(path, unreadable)];
  const subject = chooseSubject(resources, wanted);
  const own = recordOf(subject, resources);
  const compared = compareIdentities(user, subject, own, options);
  const importing = db.transaction().execute(async (trx) => {
    await logImport(trx, user.id, 'record-imported');
    const written = await updateRecord(trx, { userId: user.id, source: FILES, patient: subject }, own, settings);
    if (isDry) throw new DryRunError(written);
    return written;
  });
  const report = await importing.catch((error: unknown) => {
    if (error instanceof DryRunError) return error.report;
    throw error;
  });
  return { ...report, subject, compared, others: resources.length - own.length, unreadable };
}
