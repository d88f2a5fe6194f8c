/** Applies a message: to the patient's account, their stay and their record, all in one transaction. */
import type { Config } from '../../config/config.ts';
import type { FeedReason } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import type { Resource } from '../../records/fhir/datatypes.ts';
import { ownKey } from '../../records/fhir/references.ts';
import { type RecordSettings, readStored, updateRecord } from '../../records/record.ts';
import { endAccessAfterStays } from '../../timeline/access.ts';
import { patientKey } from '../fhir/identity.ts';
import { changed } from '../fhir/merge.ts';
import type { AsideReason, FeedContent, FeedSubject, ResourceChange } from '../fhir/reading.ts';
import { toFhir } from '../fhir/to-fhir.ts';
import type { FeedMessage } from '../message.ts';
import { changePerson, createPerson, FEED, findPerson } from './person.ts';
import { changeStay } from './stay.ts';

export type Outcome =
  /** Matched to a patient and maybe to a stay, by its number. */
  | { state: 'applied'; userId: string | null; stay?: string | undefined }
  | { state: 'aside'; reason: FeedReason; userId?: string | undefined }
  | { state: 'unused' };

export interface StoredMessage extends FeedMessage {
  /** In the table `feed_message`. */
  id: string;
  receivedAt: string;
}

/**
 * Applies a message as part of `trx`. What it has written is undone if it puts the message aside or throws; a message
 * that it throws at is put aside.
 */
export type Apply = (trx: Trx, message: StoredMessage) => Promise<Outcome>;

export interface ApplySettings {
  config: Config;
  identifierType: string;
  timeZone: string | undefined;
  record: RecordSettings;
}

const REASONS: Readonly<Record<AsideReason, FeedReason>> = {
  'no record number': 'person-unclear',
  'several record numbers': 'person-unclear',
  'no patient in the message': 'person-unclear',
  'several patients in the message': 'person-unclear',
  'no number to merge': 'incomplete',
  'a number merged with itself': 'incomplete',
  'longer than any real message': 'incomplete',
  'a result before its order': 'incomplete',
  'no number of the appointment': 'incomplete',
  'no number of the document': 'incomplete',
};

/** Messages that bring a person who isn't known yet. */
const BRINGING: ReadonlySet<string> = new Set(
  'A01 A02 A04 A05 A06 A07 A08 A17 A28 A31'.split(' ').map((event) => `ADT^${event}`),
);

/** Deletes a person: the desk decides about that. */
const DELETION = 'ADT^A29';

/** Stores what a message changes of a record, and updates what people read. */
async function changeRecord(trx: Trx, userId: string, subject: FeedSubject, settings: ApplySettings): Promise<void> {
  const patient: ResourceChange[] = subject.patient ? [{ how: 'merge', resource: subject.patient }] : [];
  const changes = [...patient, ...subject.changes];
  if (changes.length === 0) return;
  const link = { userId, source: FEED, patient: patientKey(subject.person) };
  const stored = new Map(await readStored(trx, link));
  const written = new Map<string, Resource>();
  for (const change of changes) {
    const key = ownKey(change.resource);
    const next = changed(stored.get(key), change);
    if (!next) continue;
    stored.set(key, next);
    written.set(key, next);
  }
  await updateRecord(trx, link, [...written.values()], settings.record);
}

async function applySubject(
  trx: Trx,
  subject: FeedSubject,
  message: StoredMessage,
  settings: ApplySettings,
): Promise<Outcome> {
  const { type } = message.header;
  const found = await findPerson(trx, subject);
  if (!found && !BRINGING.has(type)) return { state: 'aside', reason: 'person-unknown' };
  const known = found ?? (await createPerson(trx, subject, settings.config));
  const user = subject.patient ? await changePerson(trx, known, subject) : known;
  const reason = await changeStay(trx, user, subject, { type, receivedAt: message.receivedAt });
  if (reason !== undefined) return { state: 'aside', reason, userId: user.id };
  // A discharge may come late.
  await endAccessAfterStays(trx, settings.config.accessDays, user.id);
  await changeRecord(trx, user.id, subject, settings);
  return { state: 'applied', userId: user.id, stay: subject.stay?.value };
}

async function applyContent(
  trx: Trx,
  content: FeedContent,
  message: StoredMessage,
  settings: ApplySettings,
): Promise<Outcome> {
  if (content.merges.length > 0 || content.type === DELETION) return { state: 'aside', reason: 'by-hand' };
  const outcomes: Outcome[] = [];
  for (const subject of content.subjects) {
    const outcome = await applySubject(trx, subject, message, settings);
    if (outcome.state !== 'applied') return outcome;
    outcomes.push(outcome);
  }
  const [first, ...others] = outcomes;
  return first && others.length === 0 ? first : { state: 'applied', userId: null };
}

/** Returns what applies messages with the hospital's settings. */
export const applierOf =
  (settings: ApplySettings): Apply =>
  async (trx, message) => {
    const { identifierType, timeZone } = settings;
    const conversion = toFhir(message, { identifierType, timeZone, receivedAt: message.receivedAt });
    if ('unused' in conversion) return { state: 'unused' };
    if ('aside' in conversion) return { state: 'aside', reason: REASONS[conversion.aside] };
    return applyContent(trx, conversion.content, message, settings);
  };
