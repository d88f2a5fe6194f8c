/**
 * Requests of patients and supporters to the hospital, from the screen that they are about. A supporter needs the
 * permission for feedback at the time of each request, and sees only what they sent themselves.
 */
import { OWN_PROFILE } from 'shared-ui/contract';
import { ownerOfCarePlan, ownerOfEvent, ownerOfItem, ownerOfResult } from '../../access/record-access.ts';
import { HOUR } from '../../common/clock.ts';
import { localized } from '../../common/documents.ts';
import { type Locale, translate, translateAll } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { languageField } from '../../common/text/language.ts';
import { urgencyOf } from '../../common/text/urgency.ts';
import { type CareRequest, type NewRequest, needsAnEnd, type RequestContent } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import { isOwnProfile } from '../../repositories/care/profiles.ts';
import {
  deleteUnread,
  findRequest,
  insertRequest,
  type RequestRow,
  requestsOfPerson,
  requestsOfProfile,
  type StoredSubject,
  type SubjectTable,
  titleOf,
} from '../../repositories/care/requests.ts';
import { recordChanges, requestChange } from '../../repositories/changes.ts';
import { queueForHospital } from '../../repositories/records/hospital-outbox.ts';
import { sharesWith } from '../../repositories/sharing/supporters.ts';
import type { Services } from '../context.ts';
import { countWithin } from '../messages/limits.ts';

/** Owner of a profile, and its number in the owner's account. */
interface ProfileOwner {
  patientId: string;
  profileId: number;
}

/** @throws ProblemError NOT_FOUND, or FEEDBACK_NOT_SHARED if the patient does not allow it */
export async function profileOwner(db: Db, user: UserRow, profileId: number): Promise<ProfileOwner> {
  const share = (await sharesWith(db, user.id)).find((item) => item.profileId === profileId);
  if (share?.permissions.feedback) return { patientId: share.ownerId, profileId: OWN_PROFILE };
  if (share) throw new ProblemError('FEEDBACK_NOT_SHARED');
  if (!(await isOwnProfile(db, user.id, profileId))) throw new ProblemError('NOT_FOUND');
  return { patientId: user.id, profileId };
}

/** Returns the owner of a thing, if this user may see it. */
type FindOwner = (db: Db, userId: string, id: string) => Promise<string | undefined>;

/** Things that have a title, and who may see them. */
const TITLED: Readonly<Record<string, { table: SubjectTable; owner: FindOwner }>> = {
  event: { table: 'events', owner: ownerOfEvent },
  result: { table: 'results', owner: ownerOfResult },
  'care-plan': { table: 'care_plans', owner: ownerOfCarePlan },
  medication: { table: 'record_items', owner: ownerOfItem('medication') },
  allergy: { table: 'record_items', owner: ownerOfItem('allergy') },
  condition: { table: 'record_items', owner: ownerOfItem('condition') },
  immunization: { table: 'record_items', owner: ownerOfItem('immunization') },
};

const CHECKLIST = translateAll('request.checklist');

/**
 * Returns the subject of a request or question, with the title that staff read; null for an item of the hospital's record that the
 * sender may not see, and for other words.
 * @throws ProblemError NOT_FOUND for an event, result or care plan that the sender may not see
 */
export async function subjectOf(
  db: Db,
  userId: string,
  patientId: string,
  about: NewRequest['about'],
): Promise<StoredSubject | null> {
  if (about === undefined) return null;
  const titled = Object.hasOwn(TITLED, about.type) ? TITLED[about.type] : undefined;
  if (about.type === 'going-home') return { ...about, title: CHECKLIST };
  if (!titled) return { ...about, title: null };
  const maySee = (await titled.owner(db, userId, about.id)) === patientId;
  if (maySee) return { ...about, title: await titleOf(db, titled.table, about.id) };
  // Remotes may already send these types with their own ids.
  if (titled.table === 'record_items') return { ...about, title: null };
  throw new ProblemError('NOT_FOUND');
}

/** Returns the content of a request, in the reader's language except for what people have written. */
export function describeRequest(row: RequestRow, locale: Locale) {
  return {
    id: row.id,
    kind: row.kind,
    about: row.about === null ? null : localized(JSON.parse(row.about) as StoredSubject, locale),
    text: row.text,
    level: row.level,
    urgency: row.urgency,
    status: row.status,
    who: row.who === '' ? translate(locale, 'account.erased') : row.who,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    seenBy: row.seenBy,
    assignee: row.assignee,
    expectedAt: row.expected_at,
    doneAt: row.done_at,
    doneBy: row.doneBy,
    replies: row.replies.map((reply) => ({ ...localized(reply, locale), ...languageField(reply.text, locale) })),
  };
}

function toCareRequest(row: RequestRow, reader: UserRow, profileId: number, locale: Locale): CareRequest {
  return { ...describeRequest(row, locale), profileId, isYours: row.author_id === reader.id };
}

/** Returns a profile's requests, newest first; for another user's profile only what the reader sent. */
export async function readRequests(db: Db, user: UserRow, profileId: number, locale: Locale): Promise<CareRequest[]> {
  const owner = await profileOwner(db, user, profileId);
  const author = owner.patientId === user.id ? undefined : user.id;
  const rows = await requestsOfProfile(db, owner.patientId, owner.profileId, author);
  return rows.map((row) => toCareRequest(row, user, profileId, locale));
}

/** Returns everything asked about a user or by them, newest first. */
export async function readAllRequests(db: Db, user: UserRow, locale: Locale): Promise<CareRequest[]> {
  const rows = await requestsOfPerson(db, user.id);
  return rows.map((row) => toCareRequest(row, user, row.user_id === user.id ? row.profile_id : OWN_PROFILE, locale));
}

/** Stores a request, and announces it to staff and the hospital's system, as part of `trx`. The caller writes the log. */
export async function addRequest(
  { hospitalOutbox }: Pick<Services, 'hospitalOutbox'>,
  trx: Trx,
  { user, owner }: { user: UserRow; owner: ProfileOwner },
  request: RequestContent,
  about: StoredSubject | null = null,
): Promise<RequestRow> {
  const of = { ...owner, authorId: user.id };
  const id = await insertRequest(trx, of, { ...request, urgency: urgencyOf(request) }, about);
  const row = await findRequest(trx, id);
  if (!row) throw new ProblemError('NOT_FOUND');
  await recordChanges(trx, [requestChange(row)]);
  if (hospitalOutbox && owner.profileId === OWN_PROFILE)
    await queueForHospital(trx, owner.patientId, { kind: 'request', about: id });
  return row;
}

/** @throws ProblemError VALIDATION if a request lacks words or the level of a pain, or has a level that isn't one */
function refuseIncomplete({ kind, text, level }: NewRequest, locale: Locale): void {
  const needsText = kind === 'other' || !needsAnEnd(kind);
  if (needsText && text === undefined)
    throw new ProblemError('VALIDATION', { fields: { text: translate(locale, 'field.required') } });
  if ((kind === 'pain') !== (level !== undefined)) {
    const reason = kind === 'pain' ? 'field.required' : 'field.additionalProperties';
    throw new ProblemError('VALIDATION', { fields: { level: translate(locale, reason) } });
  }
}

/**
 * Returns the request that is stored under an id; undefined if there is none.
 * @throws ProblemError BAD_REQUEST if it is not what this user sends about this profile
 */
async function findSent(
  db: Db,
  { user, owner }: { user: UserRow; owner: ProfileOwner },
  { id, kind, text = '', level }: NewRequest,
): Promise<RequestRow | undefined> {
  const row = id === undefined ? undefined : await findRequest(db, id);
  if (!row) return undefined;
  const isTheirs = row.author_id === user.id && row.user_id === owner.patientId && row.profile_id === owner.profileId;
  const isSame = row.kind === kind && row.text === text.trim() && row.level === (level ?? null);
  if (!isTheirs || !isSame) throw new ProblemError('BAD_REQUEST');
  return row;
}

/**
 * Sends a request to the hospital. With the id of what the user has sent already, returns that and stores nothing.
 * @throws ProblemError VALIDATION, NOT_FOUND (no such profile or subject), FEEDBACK_NOT_SHARED, TOO_MANY_REQUESTS, or
 * BAD_REQUEST if the id is that of another request
 */
export async function sendRequest(
  services: Services,
  user: UserRow,
  profileId: number,
  request: NewRequest,
  locale: Locale,
): Promise<CareRequest> {
  const { db, config, hospitalOutbox } = services;
  refuseIncomplete(request, locale);
  const owner = await profileOwner(db, user, profileId);
  const by = { user, owner };
  const row = await db.transaction().execute(async (trx) => {
    const known = await findSent(trx, by, request);
    if (known) return known;
    const allowed = { key: `requests:${user.id}`, window: HOUR, most: config.limits.requestsPerPersonHour };
    await countWithin(trx, allowed, 'TOO_MANY_REQUESTS');
    // The counter's lock has waited for the same request, if it was sent twice at once.
    const sent = await findSent(trx, by, request);
    if (sent) return sent;
    const about = await subjectOf(trx, user.id, owner.patientId, request.about);
    const stored = await addRequest(services, trx, by, request, about);
    const object = { subject: owner.patientId, object: request.kind, objectId: stored.id };
    await audit(trx, { action: 'REQUEST_SENT', actor: user.id, ...object });
    return stored;
  });
  hospitalOutbox?.kick();
  return toCareRequest(row, user, profileId, locale);
}

/**
 * Deletes a request that the user has sent about a profile and that no one has read.
 * @throws ProblemError NOT_FOUND, FEEDBACK_NOT_SHARED, or REQUEST_SEEN once staff have read it
 */
export async function withdrawRequest({ db }: Services, user: UserRow, profileId: number, id: string): Promise<void> {
  const owner = await profileOwner(db, user, profileId);
  await db.transaction().execute(async (trx) => {
    const row = await findRequest(trx, id);
    const isTheirs = row?.author_id === user.id && row.user_id === owner.patientId;
    if (!isTheirs || row.profile_id !== owner.profileId) throw new ProblemError('NOT_FOUND');
    if (!(await deleteUnread(trx, id, user.id))) throw new ProblemError('REQUEST_SEEN');
    await audit(trx, {
      action: 'REQUEST_WITHDRAWN',
      actor: user.id,
      subject: owner.patientId,
      object: row.kind,
      objectId: id,
    });
    await recordChanges(trx, [requestChange(row)]);
  });
}
