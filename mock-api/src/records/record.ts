/** Updates a patient's record from a source: stores resources, and writes what people read of all of them. */
import { now } from '../common/clock.ts';
import { type Db, inTransaction, type Trx } from '../db/schema.ts';
import { findAnyUser, lockUser } from '../repositories/accounts/users.ts';
import { findLinkOf, touchLink } from '../repositories/records/links.ts';
import { listFiles, type RecordOf, removeSource } from '../repositories/records/resources.ts';
import { type Announcement, type DifferenceReport, writeDifference } from './difference.ts';
import { renewExplanations } from './explain/explanations.ts';
import type { Resource } from './fhir/datatypes.ts';
import type { FileType } from './map/context.ts';
import { projectRecord } from './project.ts';
import { readStored, type StoreReport, storeResources } from './store.ts';
import type { FindName } from './words/names.ts';

export interface RecordSettings {
  nameOf: FindName;
  /** Name of the hospital. */
  hospital: string;
  /** Whether the hospital has a service that explains reports. */
  isExplained?: boolean;
}

/** A patient's record in a source. */
export interface RecordLink extends RecordOf {
  /** Key of the patient there. */
  patient: string;
}

/** The account is linked to another patient of the source: their records must never mix. */
export class OtherPatientError extends Error {
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
  return { projected, patient: resources.get(patient) };
}

/** Writes what people read of everything that is stored, as part of the transaction that stored it. */
export async function writeRecord(
  trx: Trx,
  link: RecordLink,
  settings: RecordSettings,
  announcement: Announcement,
): Promise<DifferenceReport> {
  const user = await findAnyUser(trx, link.userId);
  const { projected, patient } = await projectStored(trx, link, settings, user?.date_of_birth ?? null);
  const report = await writeDifference(trx, link, projected, announcement);
  const { linkedAt, isFirst = false } = announcement;
  const isAsked = settings.isExplained === true && !isFirst;
  if (user) await renewExplanations(trx, projected, { user, patient, source: link.source, linkedAt, isAsked });
  return report;
}

export interface RecordReport extends StoreReport, DifferenceReport {}

/** Stores resources of one patient and updates what people read, in one transaction: an interruption changes nothing. */
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
