/** Applies a message: to the patient's account, their stay and their record, all in one transaction. */
import type { Config } from '../../config/config.ts';
import type { FeedReason } from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import type { RecordSettings } from '../../records/record.ts';
import { endAccessAfterStays } from '../../timeline/access.ts';
import type { AsideReason, FeedContent, FeedSubject } from '../fhir/reading.ts';
import { toFhir } from '../fhir/to-fhir.ts';
import type { FeedMessage } from '../message.ts';
import { applyMerges, byNumber, removePatient } from './merging.ts';
import type { Outcome } from './outcome.ts';
import { changePerson, createPerson, isRetired, lockPerson } from './person.ts';
import { changeRecord } from './record.ts';
import { changeStay } from './stay.ts';

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

/** Deletes a person who was entered in error. */
const DELETION = 'ADT^A29';

async function applySubject(
  trx: Trx,
  subject: FeedSubject,
  message: StoredMessage,
  settings: ApplySettings,
): Promise<Outcome> {
  const { type } = message.header;
  const found = await lockPerson(trx, subject);
  if (!found && !BRINGING.has(type)) return { state: 'aside', reason: 'person-unknown' };
  const person = found ?? (await createPerson(trx, subject, settings.config));
  // Of a number that a merge has retired, nobody keeps the name up to date.
  const isCurrent = subject.patient !== null && !isRetired(person);
  const user = isCurrent ? await changePerson(trx, person.user, subject) : person.user;
  return byNumber(trx, person, async () => {
    const reason = await changeStay(trx, user, subject, { type, receivedAt: message.receivedAt });
    if (reason !== undefined) return { state: 'aside', reason, userId: user.id };
    // A discharge may come late.
    await endAccessAfterStays(trx, settings.config.accessDays, user.id);
    await changeRecord(trx, { userId: user.id, source: person.source }, subject, settings.record);
    return { state: 'applied', userId: user.id, stay: subject.stay?.value };
  });
}

async function applyContent(
  trx: Trx,
  content: FeedContent,
  message: StoredMessage,
  settings: ApplySettings,
): Promise<Outcome> {
  if (content.merges.length > 0) return applyMerges(trx, content.merges);
  const [only] = content.subjects;
  if (content.type === DELETION && only) return removePatient(trx, only);
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
