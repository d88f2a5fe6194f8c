/** Imports one patient's resources from files. */
import type { Db, Trx } from '../../db/schema.ts';
import { audit } from '../../repositories/audit.ts';
import type { Resource } from '../fhir/datatypes.ts';
import { isSharedType, namesSubject, ownKey, referencesIn, subjectsOf } from '../fhir/references.ts';
import { type RecordReport, type RecordSettings, removeRecord, updateRecord } from '../record.ts';
import { readResources, type Unreadable } from './read-files.ts';

/** Source of everything that comes from files. */
export const FILES = 'files';

/** Why files can't be imported; the message is a sentence for the operator. */
export class ImportRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefused';
  }
}

export interface ImportReport extends RecordReport {
  subject: string;
  /** Of other patients, or of none. */
  others: number;
  unreadable: Unreadable[];
}

/** Most subjects that a refusal names. */
const MOST_NAMED = 10;

/**
 * Returns whose resources are imported.
 * @throws ImportRefused if the files are of no patient, of several without a choice, or not of the chosen one
 */
function chooseSubject(resources: readonly Resource[], wanted: string | undefined): string {
  const subjects = [...new Set(resources.flatMap(subjectsOf))].sort();
  const named = `${subjects.slice(0, MOST_NAMED).join(', ')}${subjects.length > MOST_NAMED ? ', …' : ''}`;
  if (subjects.length === 0) throw new ImportRefused('These files name no patient.');
  if (wanted !== undefined) {
    if (subjects.includes(wanted)) return wanted;
    throw new ImportRefused(`These files have nothing of ${wanted}. They are of ${named}.`);
  }
  const [only, ...others] = subjects;
  if (only !== undefined && others.length === 0) return only;
  throw new ImportRefused(
    `These files are of ${subjects.length} patients: choose one with --subject. They are ${named}.`,
  );
}

/** Returns the keys of what a report or panel is made of. */
const partsOf = ({ result, hasMember }: Resource): string[] => [...referencesIn(result), ...referencesIn(hasMember)];

/**
 * Returns what belongs to a patient, and what supports it. An Observation that does not say whose it is belongs to the
 * patient of the report or panel that names it.
 */
export function recordOf(subject: string, resources: readonly Resource[]): Resource[] {
  const isFree = (resource: Resource) => resource.resourceType === 'Observation' && !namesSubject(resource);
  const free = new Map(resources.filter(isFree).map((resource) => [ownKey(resource), resource]));
  const own = new Set(resources.filter((resource) => subjectsOf(resource).includes(subject)));
  // A set's iterator also visits what is added meanwhile.
  for (const resource of own)
    for (const key of partsOf(resource)) {
      const part = free.get(key);
      if (part) own.add(part);
    }
  return resources.filter((resource) => own.has(resource) || isSharedType(resource.resourceType));
}

const logImport = (trx: Trx, subject: string, object: 'record-imported' | 'record-removed') =>
  audit(trx, { action: 'STAFF_CHANGED', actor: null, subject, object });

/**
 * Removes all that was imported for a patient, such as another person's files, and writes that to their audit log.
 * @returns how many entries were removed
 * @throws ImportRefused if nothing was imported
 */
export function removeImported(db: Db, userId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const removed = await removeRecord(trx, { userId, source: FILES });
    if (removed === undefined) throw new ImportRefused('Nothing was imported for this patient.');
    await logImport(trx, userId, 'record-removed');
    return removed;
  });
}

/**
 * Imports the resources of one patient, and writes that to their audit log. Importing again changes nothing.
 * @param path of a file or folder
 * @param subject key of the patient in the files; not needed if they are of one patient
 * @throws ImportRefused, or OtherPatientError if another patient's record was imported for this account
 */
export async function importFiles(
  db: Db,
  settings: RecordSettings,
  { path, userId, subject: wanted }: { path: string; userId: string; subject: string | undefined },
): Promise<ImportReport> {
  const unreadable: Unreadable[] = [];
  const resources = [...readResources(path, unreadable)];
  const subject = chooseSubject(resources, wanted);
  const own = recordOf(subject, resources);
  const report = await db.transaction().execute(async (trx) => {
    await logImport(trx, userId, 'record-imported');
    return updateRecord(trx, { userId, source: FILES, patient: subject }, own, settings);
  });
  return { ...report, subject, others: resources.length - own.length, unreadable };
}
