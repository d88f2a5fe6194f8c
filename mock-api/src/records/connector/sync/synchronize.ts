/** Synchronizes one link: finds its patient, reads what has changed, and updates what people read. */
import { after, DAY, now } from '../../../common/clock.ts';
import type { FhirSettings } from '../../../config/fhir.ts';
import type { RecordHoldReason } from '../../../contract.ts';
import type { Db } from '../../../db/schema.ts';
import type { UserRow } from '../../../repositories/accounts/users.ts';
import { findPatient } from '../../../repositories/desk/patients.ts';
import { sha256 } from '../../../security/secrets.ts';
import type { Resource } from '../../fhir/datatypes.ts';
import { recordOf } from '../../fhir/references.ts';
import type { RecordSettings } from '../../record.ts';
import { type FhirPatient, findByCode, followMerges, hasFamilyName, readPatientById } from '../server/patients.ts';
import { isLinkedElsewhere, type LinkRow, type NO_NOTES, updateClaimed } from './links.ts';
import { findRemoved, type Marks, type Pulled, pull, type Server } from './pull.ts';
import { finishReading, keepPage, missingIn, orphansIn, storedResources } from './stored.ts';
import { type Referred, readSupport, referredIn } from './support.ts';

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

/** Returns the patient with the wristband's code and the same family name, or why that is not clear. */
async function match({ fhir, server }: SyncContext, user: UserRow): Promise<Match> {
  const { identifierSystem } = fhir;
  const { wristband_code: code } = user;
  if (code === null) return 'no-match';
  const [patient, ...others] = await findByCode({ client: server.client, identifierSystem }, code);
  if (!patient) return 'no-match';
  if (others.length > 0) return 'several';
  return hasFamilyName(patient, user.last_name) ? patient : 'name';
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
  const of = { client: server.client, identifierSystem: fhir.identifierSystem };
  const patient = await readPatientById(of, link.patient_id.slice('Patient/'.length));
  return (patient && (await followMerges(of, patient))) ?? 'missing';
}

/** Returns the patient whose record is read, after noting in the link whose that is; or why none is. */
async function identify(context: SyncContext, link: LinkRow, user: UserRow): Promise<Match> {
  const found = await currentPatient(context, link, user);
  if (typeof found === 'string') return found;
  const key = `Patient/${found.id}`;
  if (await isLinkedElsewhere(context.db, key, user.id)) return 'linked-elsewhere';
  if (found.isDeceased) return 'deceased';
  const isOther = link.patient_id !== key;
  if (isOther || link.state !== 'linked' || link.server === null) {
    await updateClaimed(context.db, link, {
      state: 'linked',
      reason: null,
      server: serverName(context.fhir),
      ...(link.state === 'linked' ? {} : { linked_at: now() }),
      ...(isOther ? { patient_id: key, marks: '{}', full_at: null, is_stale: 1 } : {}),
    });
  }
  return found;
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
    const read = await readSupport(server, referred, isStored, async (resource) => {
      const own = recordOf(link.patient_id, [resource]);
      fetched += own.length;
      if (own.length > 0) await keepPage(db, link, own);
    });
    failedFiles += read.failedFiles;
    if (fetched === 0 || round > SUPPORT_ROUNDS) return { failedFiles, stored, referred };
    for (const key of [...referred.keys, ...referred.files.keys()]) visited.add(key);
  }
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
 * Reads a link's record.
 * @returns why it is held; undefined: it is up to date
 * @throws FhirFailure, LeaseLost
 */
export async function synchronize(context: SyncContext, link: LinkRow): Promise<RecordHoldReason | undefined> {
  const { db, server, settings } = context;
  const user = await findPatient(db, link.user_id);
  if (!user) return 'no-match';
  const patient = await identify(context, link, user);
  if (typeof patient === 'string') return patient;
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
    notes: { notOffered, notAllowed, files },
    removed,
    isFull,
  });
  return undefined;
}
