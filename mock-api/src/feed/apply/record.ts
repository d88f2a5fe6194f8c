/** What a message changes of a patient's record: stored as FHIR resources, from which what people read is derived. */
import type { Trx } from '../../db/schema.ts';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { ownKey } from '../../records/fhir/references.ts';
import { type RecordSettings, readStored, updateRecord, writeRecord } from '../../records/record.ts';
import { type LinkRow, listLinks } from '../../repositories/records/links.ts';
import { removeResources } from '../../repositories/records/resources.ts';
import { patientKey } from '../fhir/identity.ts';
import { changed } from '../fhir/merge.ts';
import type { FeedSubject, ResourceChange } from '../fhir/reading.ts';
import { FEED } from './person.ts';

interface Target {
  userId: string;
  source: string;
}

const linkOf = ({ user_id: userId, source, patient_id: patient }: LinkRow) => ({ userId, source, patient });

/** Returns the other numbers of a patient, which merges have joined with this one. */
async function otherLinks(trx: Trx, { userId, source }: Target): Promise<LinkRow[]> {
  const links = await listLinks(trx, userId);
  return links.filter((link) => link.source.split('/')[0] === FEED && link.source !== source);
}

/** Changes what is stored under another number of the patient, such as a document that is replaced. */
async function changeElsewhere(
  trx: Trx,
  link: LinkRow,
  changes: readonly ResourceChange[],
  settings: RecordSettings,
): Promise<void> {
  const stored = await readStored(trx, linkOf(link));
  const next = changes.flatMap((change) => {
    const before = stored.get(ownKey(change.resource));
    const resource = { ...change.resource, ...(before?.subject !== undefined && { subject: before.subject }) };
    return changed(before, { ...change, resource }) ?? [];
  });
  if (next.length > 0) await updateRecord(trx, linkOf(link), next, settings);
}

/**
 * Removes what was stored under another number of the patient before they were joined and comes anew under this one,
 * such as a result that is corrected: a mistake must not stay beside what replaces it.
 */
async function removeElsewhere(
  trx: Trx,
  link: LinkRow,
  keys: readonly string[],
  settings: RecordSettings,
): Promise<void> {
  const stored = await readStored(trx, linkOf(link));
  const replaced = keys.filter((key) => stored.has(key));
  if (replaced.length === 0) return;
  await removeResources(trx, linkOf(link), replaced);
  await writeRecord(trx, linkOf(link), settings, { linkedAt: link.linked_at, isSilent: true });
}

/** Stores what a message changes of a record, and updates what people read. */
export async function changeRecord(
  trx: Trx,
  target: Target,
  subject: FeedSubject,
  settings: RecordSettings,
): Promise<void> {
  const patient: ResourceChange[] = subject.patient ? [{ how: 'merge', resource: subject.patient }] : [];
  const changes = [...patient, ...subject.changes];
  if (changes.length === 0) return;
  const link = { ...target, patient: patientKey(subject.person) };
  const stored = new Map(await readStored(trx, link));
  const written = new Map<string, Resource>();
  const missing: ResourceChange[] = [];
  for (const change of changes) {
    const key = ownKey(change.resource);
    const next = changed(stored.get(key), change);
    if (!next) {
      missing.push(change);
      continue;
    }
    stored.set(key, next);
    written.set(key, next);
  }
  for (const other of await otherLinks(trx, target)) {
    await changeElsewhere(trx, other, missing, settings);
    await removeElsewhere(trx, other, [...written.keys()], settings);
  }
  await updateRecord(trx, link, [...written.values()], settings);
}
