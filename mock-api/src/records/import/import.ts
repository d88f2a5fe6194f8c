/** Imports one patient's resources from files. */
import type { Db, Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { type FhirPatient, readFhirPatient, type Systems } from '../connector/server/patients.ts';
import { differencesBetween } from '../connector/sync/identity.ts';
import type { Resource } from '../fhir/datatypes.ts';
import { ownKey, recordOf, subjectsOf } from '../fhir/references.ts';
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
  /** Who the account and the files say the patient is. */
  compared: string[];
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
 * @throws ImportRefused for a difference, unless that is forced
 */
function compareIdentities(user: UserRow, subject: string, own: readonly Resource[], options: ImportOptions): string[] {
  const resource = own.find((item) => ownKey(item) === subject);
  const patient = resource && readFhirPatient(resource, options.systems);
  const lines = identities(user, subject, patient);
  const isWritten = (reason: string) =>
    reason === 'name' ? patient?.familyNames.length !== 0 : reason !== 'code' || patient?.codes.length !== 0;
  const different = patient ? differencesBetween(user, patient).filter(({ reason }) => isWritten(reason)) : [];
  if (different.length === 0 || options.isForced) return lines;
  throw new ImportRefused(
    [
      ...lines,
      `Different: ${different.map(({ reason }) => DIFFERENT[reason]).join(', ')}. Nothing was imported.`,
      'If you are sure that both are the same person, use --force.',
    ].join('\n'),
  );
}

interface ImportOptions {
  /** Of a file or folder. */
  path: string;
  user: UserRow;
  /** Key of the patient in the files; undefined if they are of one patient. */
  subject: string | undefined;
  /** Identifiers that are compared. */
  systems: Systems;
  /** Imports even if the identities differ. */
  isForced: boolean;
  /** Changes nothing. */
  isDry: boolean;
}

/** Undoes a transaction whose report is wanted. */
class DryRun extends Error {
  readonly report: RecordReport;

  constructor(report: RecordReport) {
    super('dry run');
    this.report = report;
  }
}

/**
 * Imports the resources of one patient, and writes that to their audit log. Importing again changes nothing.
 * @throws ImportRefused, or OtherPatientError if another patient's record was imported for this account
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
    if (isDry) throw new DryRun(written);
    return written;
  });
  const report = await importing.catch((error: unknown) => {
    if (error instanceof DryRun) return error.report;
    throw error;
  });
  return { ...report, subject, compared, others: resources.length - own.length, unreadable };
}
