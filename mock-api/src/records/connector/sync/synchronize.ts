/** Synchronizes one link: finds its patient, reads what has changed, and updates what people read. */
import { after, DAY } from '../../../common/clock.ts';
import type { FhirSettings } from '../../../config/fhir.ts';
import type { RecordHoldReason } from '../../../contract.ts';
import type { Db } from '../../../db/schema.ts';
import type { UserRow } from '../../../repositories/accounts/users.ts';
import { findPatient } from '../../../repositories/desk/patients.ts';
import {
  findLinkMergedInto,
  isLinkedElsewhere,
  type LinkRow,
  updateClaimed,
} from '../../../repositories/records/links.ts';
import { sha256 } from '../../../security/secrets.ts';
import type { Resource } from '../../fhir/datatypes.ts';
import { isObject } from '../../fhir/json.ts';
import { attachmentKey, isSharedType, keyOf, recordOf, SUPPORTING_TYPES } from '../../fhir/references.ts';
import type { RecordSettings } from '../../record.ts';
import { readResource } from '../server/client.ts';
import { FhirError } from '../server/error.ts';
import { type FhirPatient, findBy, followMerges, readPatientById } from '../server/patients.ts';
import { differencesBetween, isSameBirthDate, searchFor } from './identity.ts';
import { confirmPatient, type NO_NOTES } from './links.ts';
import {
  findRemoved,
  finishReading,
  forEachAtOnce,
  keepPage,
  type Marks,
  type Pulled,
  pull,
  READS_AT_ONCE,
  type Server,
  storedResources,
  takeBack,
} from './pull.ts';

/** Most that are read at a time for one patient. */
const MOST = 500;

interface Attachment {
  url: string;
  contentType: string;
}

/**
 * What a patient's resources refer to and no search by patient returns: names of people and places, medicines, files.
 */
interface Referred {
  keys: Set<string>;
  /** Key under which a file is stored -> where it is. */
  files: Map<string, Attachment>;
}

function collect(value: unknown, into: Referred): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  if (!isObject(value)) return;
  const { reference, url, contentType, fileId } = value;
  const key = keyOf(reference);
  if (key !== undefined && SUPPORTING_TYPES.includes(key.split('/')[0] ?? '')) into.keys.add(key);
  if (typeof url === 'string' && typeof contentType === 'string' && fileId === undefined)
    into.files.set(attachmentKey(url), { url, contentType });
  for (const item of Object.values(value)) collect(item, into);
}

function referredIn(resources: Iterable<Resource>): Referred {
  const referred: Referred = { keys: new Set(), files: new Map() };
  for (const resource of resources) collect(resource, referred);
  return referred;
}

async function readFile({ client }: Server, { url, contentType }: Attachment, key: string): Promise<Resource> {
  const { type, bytes } = await client.readFile(url, contentType);
  const [resourceType = '', id = ''] = key.split('/');
  const declared = type === '' || type === 'application/octet-stream' ? contentType : type;
  return { resourceType, id, contentType: declared, data: bytes.toString('base64') };
}

/**
 * Reads what is referred to and not stored yet.
 * @param isStored whether a resource or file is stored, and need not be read again
 * @returns how many files could not be fetched
 * @throws FhirError if the server can't be reached
 */
async function readSupport(
  server: Server,
  { keys, files }: Referred,
  isStored: (key: string) => boolean,
  keep: (resource: Resource) => Promise<void>,
): Promise<number> {
  const { client } = server;
  let failedFiles = 0;
  const read = async (key: string, work: () => Promise<Resource | undefined>, isFile: boolean) => {
    if (isStored(key)) return;
    try {
      const resource = await work();
      if (resource) return await keep(resource);
    } catch (error) {
      const isMissing = error instanceof FhirError && ['refused', 'unusable'].includes(error.reason);
      if (!isMissing) throw error;
    }
    if (isFile) failedFiles += 1;
  };
  await forEachAtOnce([...keys].slice(0, MOST), READS_AT_ONCE, (key) =>
    read(key, async () => readResource((await client.read(key)).value), false),
  );
  await forEachAtOnce([...files].slice(0, MOST), READS_AT_ONCE, ([key, attachment]) =>
    read(
      key,
      async () => (client.resolve(attachment.url) === undefined ? undefined : readFile(server, attachment, key)),
      true,
    ),
  );
  return failedFiles;
}

/** Deletions don't show among changes: everything is read this often, in milliseconds. */
const FULL_INTERVAL = DAY;
/** How far references of references are followed. */
const SUPPORT_ROUNDS = 3;

export interface SyncContext {
  db: Db;
  server: Server;
  fhir: FhirSettings;
  settings: RecordSettings;
}

/** Returns a short name of a server's address. */
export const serverName = ({ baseUrl }: FhirSettings): string => sha256(baseUrl).slice(0, 16);

type Match = FhirPatient | RecordHoldReason;

/** Returns the only patient with the account's record number or band code, or why there is none. */
async function match({ fhir, server }: SyncContext, user: UserRow): Promise<Match> {
  const wanted = searchFor(user, fhir);
  if (!wanted) return 'no-match';
  const [patient, ...others] = await findBy({ ...fhir, client: server.client }, wanted);
  if (!patient) return 'no-match';
  return others.length > 0 ? 'several' : patient;
}

/** Returns the patient of a link as the server has it now. */
async function currentPatient(context: SyncContext, link: LinkRow, user: UserRow): Promise<Match> {
  const { fhir, server } = context;
  const isKnownHere = link.patient_id !== '' && link.server === serverName(fhir);
  if (!isKnownHere) {
    const found = await match(context, user);
    // At another server the same id is another person.
    const isOther = typeof found !== 'string' && link.patient_id !== '' && `Patient/${found.id}` !== link.patient_id;
    return isOther ? 'missing' : found;
  }
  const of = { ...fhir, client: server.client };
  const patient = await readPatientById(of, link.patient_id.slice('Patient/'.length));
  return (patient && (await followMerges(of, patient))) ?? 'missing';
}

/** Why a record is not read. */
interface Hold {
  reason: RecordHoldReason;
  /** Time since which what came may be of another person; null: nothing is taken back. */
  since: string | null;
}

/** Compares a patient with the account. Returns why the record is held, undefined if it is not. */
async function findHold({ db }: SyncContext, link: LinkRow, user: UserRow, patient: FhirPatient) {
  const key = `Patient/${patient.id}`;
  const checked = link.identified_at ?? '';
  if (await isLinkedElsewhere(db, key, user.id)) return { reason: 'linked-elsewhere', since: checked } satisfies Hold;
  const merged = await findLinkMergedInto(db, key, user.id);
  if (merged) {
    // What this account got since then may be the other's.
    const since = [checked, merged.identified_at ?? ''].sort()[0] ?? '';
    return { reason: 'linked-elsewhere', since } satisfies Hold;
  }
  const accepted = JSON.parse(link.accepted) as string[];
  const different = differencesBetween(user, patient).find(({ hash }) => !accepted.includes(hash));
  if (different) return { reason: different.reason, since: checked } satisfies Hold;
  return patient.isDeceased ? ({ reason: 'deceased', since: null } satisfies Hold) : undefined;
}

/** Returns the patient whose record is read, after noting in the link whose that is; or why none is. */
async function identify(context: SyncContext, link: LinkRow, user: UserRow): Promise<FhirPatient | Hold> {
  const found = await currentPatient(context, link, user);
  if (typeof found === 'string') return { reason: found, since: link.identified_at ?? '' };
  const key = `Patient/${found.id}`;
  const hold = await findHold(context, link, user, found);
  if (!hold) {
    await confirmPatient(context.db, link, key, serverName(context.fhir));
    return found;
  }
  if (link.patient_id !== '' && link.patient_id !== key) await updateClaimed(context.db, link, { merged_into: key });
  return hold;
}

/** Only what the mapping needs: the rest of a Patient is not stored. */
const essentials = ({ resource }: FhirPatient) => {
  const { resourceType, id, meta, gender, birthDate } = resource;
  return { resourceType, id, meta, gender, birthDate };
};

interface Completed {
  /** Files that could not be fetched. */
  failedFiles: number;
  stored: Map<string, Resource>;
  referred: Referred;
}

/** Reads what stored resources refer to, until nothing new is referred to. */
async function completeSupport(context: SyncContext, link: LinkRow, isFull: boolean): Promise<Completed> {
  const { db, server } = context;
  const visited = new Set<string>();
  let failedFiles = 0;
  for (let round = 1; ; round += 1) {
    const stored = await storedResources(db, link);
    const referred = referredIn(stored.values());
    // Names may have been corrected; files are never changed.
    const isStored = (key: string) => visited.has(key) || (stored.has(key) && !(isFull && referred.keys.has(key)));
    let fetched = 0;
    failedFiles += await readSupport(server, referred, isStored, async (resource) => {
      const own = recordOf(link.patient_id, [resource]);
      fetched += own.length;
      if (own.length > 0) await keepPage(db, link, own);
    });
    if (fetched === 0 || round > SUPPORT_ROUNDS) return { failedFiles, stored, referred };
    for (const key of [...referred.keys, ...referred.files.keys()]) visited.add(key);
  }
}

const typeOf = (key: string) => key.split('/')[0] ?? '';

/** Returns stored resources of types that were read as a whole, which were not among them. */
const missingIn = ({ complete }: Pulled, stored: ReadonlyMap<string, Resource>): string[] =>
  [...stored.keys()].filter((key) => complete.get(typeOf(key))?.has(key) === false);

/** Returns stored resources that only supported others, none of which refers to them any more. */
function orphansIn(stored: ReadonlyMap<string, Resource>, { keys, files }: Referred): string[] {
  return [...stored.keys()].filter((key) => isSharedType(typeOf(key)) && !keys.has(key) && !files.has(key));
}

/** Returns what the server no longer has, and what no resource refers to any more. */
async function findObsolete(server: Server, link: LinkRow, pulled: Pulled, completed: Completed): Promise<string[]> {
  const { stored, referred } = completed;
  const patientId = link.patient_id.slice('Patient/'.length);
  const missing = await findRemoved(server, patientId, missingIn(pulled, stored));
  const former = [...stored.keys()].filter((key) => key.startsWith('Patient/') && key !== link.patient_id);
  const removed = [...missing, ...former];
  for (const key of removed) stored.delete(key);
  const kept = removed.length === 0 ? referred : referredIn(stored.values());
  return [...removed, ...orphansIn(stored, kept)];
}

/**
 * @returns why it is held; undefined: it is up to date
 * @throws FhirError, LeaseLostError
 */
export async function synchronize(context: SyncContext, link: LinkRow): Promise<RecordHoldReason | undefined> {
  const { db, server, settings } = context;
  const user = await findPatient(db, link.user_id);
  if (!user) return 'no-match';
  const patient = await identify(context, link, user);
  if ('reason' in patient) {
    const { reason, since } = patient;
    if (link.state === 'linked' && since !== null) await takeBack(db, link, settings, since);
    return reason;
  }
  const isFull = link.full_at === null || link.full_at < after(-FULL_INTERVAL);
  const marks = isFull ? {} : (JSON.parse(link.marks) as Marks);
  await keepPage(db, link, [essentials(patient)]);
  const pulled = await pull(server, {
    patientId: patient.id,
    marks,
    keep: (resources) => keepPage(db, link, resources),
  });
  const { notOffered, notAllowed } = pulled;
  const before = JSON.parse(link.notes) as Partial<typeof NO_NOTES>;
  let { files = 0 } = before;
  let removed: string[] = [];
  if (link.is_stale === 1 || isFull) {
    const completed = await completeSupport(context, link, isFull);
    files = completed.failedFiles;
    removed = await findObsolete(server, link, pulled, completed);
  }
  await finishReading(db, link, settings, {
    marks: { ...marks, ...pulled.marks },
    notes: {
      notOffered,
      notAllowed,
      files,
      isBirthDateCompared: isSameBirthDate(user.date_of_birth, patient.birthDate) !== null,
    },
    removed,
    isFull,
  });
  return undefined;
}
