/** How the desk links patients to their records in the hospital's FHIR server, and what it sees of that. */
import { now } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type {
  DeskRecordLink,
  DeskRecordLinkItem,
  NewRecordLink,
  RecordCandidate,
  RecordCandidates,
  RecordLinkState,
} from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { Connector } from '../../records/connector/connector.ts';
import { FhirError } from '../../records/connector/server/error.ts';
import { type FhirPatient, hasFamilyName } from '../../records/connector/server/patients.ts';
import { differencesBetween, isSameBirthDate } from '../../records/connector/sync/identity.ts';
import { lateBefore, notesOf } from '../../records/connector/sync/links.ts';
import { serverName } from '../../records/connector/sync/synchronize.ts';
import { removeRecord } from '../../records/record.ts';
import { lockUser, type UserRow } from '../../repositories/accounts/users.ts';
import type { PageOf } from '../../repositories/desk/page.ts';
import { findPatient, withNamesakes } from '../../repositories/desk/patients.ts';
import { countRecord, type LinkedUser, listRecordLinks } from '../../repositories/desk/record-links.ts';
import { findLink, isLinkedElsewhere, type LinkRow, putLink, SERVER } from '../../repositories/records/links.ts';
import { recordResync } from '../../timeline/timeline.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';

type Account = Pick<UserRow, 'first_name' | 'last_name' | 'date_of_birth'>;

const accountOf = ({ first_name: first, last_name: last, date_of_birth: birthDate }: Account) => ({
  name: `${first} ${last}`.trim(),
  birthDate,
});

/** @throws ProblemError NOT_FOUND */
async function patientWith(db: Db, id: string): Promise<UserRow> {
  const patient = await findPatient(db, id);
  if (!patient) throw new ProblemError('NOT_FOUND');
  return patient;
}

/** @throws ProblemError RECORD_SERVER_OFF */
function connectorOf({ connector }: Services): Connector {
  if (!connector) throw new ProblemError('RECORD_SERVER_OFF');
  return connector;
}

/** Returns what the server answers. @throws ProblemError RECORD_SERVER_FAILED */
async function answerOf<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FhirError ? new ProblemError('RECORD_SERVER_FAILED') : error;
  }
}

type LinkColumns = Pick<
  LinkRow,
  'state' | 'reason' | 'linked_at' | 'checked_at' | 'tried_at' | 'failure' | 'patient_id'
>;

const linkOf = (link: LinkColumns | undefined) => ({
  state: link?.state ?? ('none' satisfies RecordLinkState),
  reason: link?.reason ?? null,
  linkedAt: link && link.patient_id !== '' ? link.linked_at : null,
  checkedAt: link?.checked_at || null,
  triedAt: link?.tried_at ?? null,
  failure: link?.failure ?? null,
});

async function describe({ db, config, connector }: Services, patient: UserRow): Promise<DeskRecordLink> {
  const link = await findLink(db, patient.id);
  const { stored, shown, kept, withheld } = await countRecord(db, patient.id, SERVER);
  const notes = link && link.state !== 'ended' ? notesOf(link) : undefined;
  const unread = (why: 'not-offered' | 'not-allowed', types: readonly string[] = []) =>
    types.map((type) => ({ why, type, count: null }));
  return {
    isConnected: connector !== undefined,
    source: config.brand.hospital,
    account: accountOf(patient),
    ...linkOf(link),
    isBirthDateCompared: notes?.isBirthDateCompared ?? true,
    patientId: link?.patient_id.replace('Patient/', '') || null,
    comparedAt: link?.full_at ?? null,
    isSyncing: link !== undefined && ((link.lease_until ?? '') > now() || link.requested_at !== null),
    stored,
    shown,
    heldBack: [
      ...kept,
      ...(withheld > 0 ? [{ why: 'withheld' as const, type: null, count: withheld }] : []),
      ...unread('not-offered', notes?.notOffered),
      ...unread('not-allowed', notes?.notAllowed),
      ...(notes && notes.files > 0 ? [{ why: 'file' as const, type: null, count: notes.files }] : []),
    ],
  };
}

/** @throws ProblemError NOT_FOUND */
export async function readRecordLink(services: Services, log: StaffLog, id: string): Promise<DeskRecordLink> {
  const patient = await patientWith(services.db, id);
  await log(services.db, { action: 'STAFF_VIEWED', object: 'record-link', subjects: [id], objectId: id });
  return describe(services, patient);
}

/** Returns one page of the linked and held patients, held ones first. */
export async function readRecordLinks(
  { db, config }: Services,
  log: StaffLog,
  { state, ...page }: PageOf & { state: 'linked' | 'held' | 'late' | undefined },
): Promise<DeskRecordLinkItem[]> {
  const before = config.fhir ? lateBefore(config.fhir) : now();
  const users = await listRecordLinks(db, { ...page, source: SERVER, state, lateBefore: before });
  await log(db, { action: 'STAFF_VIEWED', object: 'record-links', subjects: users.map(({ id }) => id) });
  const isLate = ({ state: current, checked_at: checked, linked_at: linked }: LinkedUser) =>
    current === 'linked' && checked < before && linked < before;
  const links = users.map((user) => ({
    id: user.id,
    account: accountOf(user),
    ...linkOf(user),
    isLate: isLate(user),
  }));
  return withNamesakes(db, links);
}

async function candidateOf(db: Db, user: UserRow, patient: FhirPatient): Promise<RecordCandidate> {
  const { id: patientId, name, birthDate, isDeceased } = patient;
  return {
    patientId,
    name,
    birthDate,
    isSameFamilyName: hasFamilyName(patient, user.last_name),
    isSameBirthDate: isSameBirthDate(user.date_of_birth, birthDate),
    isDeceased,
    isLinkedElsewhere: await isLinkedElsewhere(db, `Patient/${patientId}`, user.id),
  };
}

/**
 * Returns patients of the server to compare with an account: that one or, without an id, those with the wristband's
 * code.
 * @throws ProblemError NOT_FOUND, RECORD_SERVER_OFF or RECORD_SERVER_FAILED
 */
export async function readCandidates(
  services: Services,
  log: StaffLog,
  id: string,
  patientId: string | undefined,
): Promise<RecordCandidates> {
  const { db } = services;
  const patient = await patientWith(db, id);
  const connector = connectorOf(services);
  await log(db, { action: 'STAFF_VIEWED', object: 'record-candidates', subjects: [id], objectId: id });
  const byId = async (wanted: string) => [await connector.findPatient(wanted)].filter((found) => found !== undefined);
  const found = await answerOf(patientId === undefined ? connector.findPatientsOf(patient) : byId(patientId));
  const candidates: RecordCandidate[] = [];
  for (const one of found) candidates.push(await candidateOf(db, patient, one));
  return { account: accountOf(patient), candidates };
}

/** Replaces the link of a patient, with all that came from there if that was of another patient. */
async function replaceLink(
  trx: Trx,
  userId: string,
  changes: { patientKey: string; server: string | null; accepted?: readonly string[] },
) {
  const of = { userId, source: SERVER };
  const present = await findLink(trx, userId);
  const isSame = present?.patient_id === changes.patientKey;
  if (!isSame) await removeRecord(trx, of, present?.reason === 'deceased');
  const time = now();
  const link = {
    patient_id: changes.patientKey,
    server: changes.server,
    state: changes.patientKey === '' ? ('ended' as const) : ('linked' as const),
    reason: null,
    accepted: JSON.stringify(changes.accepted ?? []),
    merged_into: null,
    linked_at: time,
    checked_at: isSame ? (present?.checked_at ?? '') : '',
    marks: '{}',
    full_at: null,
    failure: null,
    attempts: 0,
    next_at: changes.patientKey === '' ? null : time,
    // A reading in progress loses its claim, and what it has read is discarded.
    lease_until: null,
    lease_holder: null,
  };
  await putLink(trx, userId, link);
  if (isSame && present?.state === 'held') await recordResync(trx, userId);
}

/**
 * Links a patient to a patient of the server, as staff have compared them, and reads the record at once.
 * @throws ProblemError NOT_FOUND, RECORD_SERVER_OFF, RECORD_SERVER_FAILED, RECORD_PATIENT_CHANGED, RECORD_PATIENT_DECEASED,
 *   RECORD_LINKED or RECORD_LINKED_ELSEWHERE
 */
export async function linkRecord(
  services: Services,
  log: StaffLog,
  id: string,
  { patientId, name, birthDate }: NewRecordLink,
): Promise<DeskRecordLink> {
  const { db, config } = services;
  const patient = await patientWith(db, id);
  const connector = connectorOf(services);
  const found = await answerOf(connector.findPatient(patientId));
  if (!found) throw new ProblemError('NOT_FOUND');
  const isAsCompared = found.id === patientId && found.name === name && found.birthDate === birthDate;
  if (!isAsCompared) throw new ProblemError('RECORD_PATIENT_CHANGED');
  if (found.isDeceased) throw new ProblemError('RECORD_PATIENT_DECEASED');
  const key = `Patient/${patientId}`;
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    if ((await findLink(trx, id))?.state === 'linked') throw new ProblemError('RECORD_LINKED');
    if (await isLinkedElsewhere(trx, key, id)) throw new ProblemError('RECORD_LINKED_ELSEWHERE');
    const server = config.fhir ? serverName(config.fhir) : null;
    const accepted = differencesBetween(patient, found).map(({ hash }) => hash);
    await replaceLink(trx, id, { patientKey: key, server, accepted });
    await log(trx, { action: 'STAFF_CHANGED', object: 'record-linked', subjects: [id], objectId: id });
  });
  connector.kick();
  return describe(services, patient);
}

/**
 * Unlinks a patient: removes what came from the server, notifies those who had read it, and never links them again
 * automatically.
 * @throws ProblemError NOT_FOUND or RECORD_NOT_LINKED
 */
export async function unlinkRecord({ db }: Services, log: StaffLog, id: string): Promise<void> {
  await patientWith(db, id);
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, id);
    const link = await findLink(trx, id);
    if (!link || link.state === 'ended') throw new ProblemError('RECORD_NOT_LINKED');
    await replaceLink(trx, id, { patientKey: '', server: null });
    await log(trx, { action: 'STAFF_CHANGED', object: 'record-unlinked', subjects: [id], objectId: id });
  });
}

/**
 * Reads a record at once or, without a link, looks for its patient first.
 * @throws ProblemError NOT_FOUND, RECORD_SERVER_OFF, or RECORD_NOT_LINKED if the desk has unlinked the patient
 */
export async function synchronizeRecord(services: Services, log: StaffLog, id: string): Promise<DeskRecordLink> {
  const { db } = services;
  const patient = await patientWith(db, id);
  const connector = connectorOf(services);
  if ((await findLink(db, id))?.state === 'ended') throw new ProblemError('RECORD_NOT_LINKED');
  await log(db, { action: 'STAFF_CHANGED', object: 'record-sync-requested', subjects: [id], objectId: id });
  await connector.request(id);
  return describe(services, patient);
}
