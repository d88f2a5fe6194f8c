/** The desk's work on requests of patients and supporters. */
import { after, MINUTE } from '../../common/clock.ts';
import type { EventDocument } from '../../common/documents.ts';
import {
  inEach,
  type Locale,
  type MessageKey,
  mapText,
  sameInEach,
  type Text,
  textIn,
  toDeskLocale,
  translate,
  translateAll,
} from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { isSameForAll, textOf } from '../../common/text/known-texts.ts';
import { languageIn } from '../../common/text/language.ts';
import { requestWords } from '../../common/text/request-words.ts';
import type { Config } from '../../config/config.ts';
import type { OverdueMinutes } from '../../config/limits.ts';
import {
  type BedsideKind,
  type DeskAccount,
  type DeskRequest,
  EVENT_TYPE,
  HOSPITAL_STATUS,
  isBedside,
  type NewReply,
  needsAnEnd,
  type RequestKind,
} from '../../contract.ts';
import type { Trx } from '../../db/schema.ts';
import { lockUsers, type UserRow } from '../../repositories/accounts/users.ts';
import { contentId } from '../../repositories/care/content.ts';
import { deleteEvents, findEvent, insertEvents, nextMoment } from '../../repositories/care/events.ts';
import {
  assignRequest,
  delayRequest,
  findRequest,
  insertReply,
  markDone,
  markSeen,
  type RequestRow,
  releaseRequest,
} from '../../repositories/care/requests.ts';
import { recordChanges, renewedChanges, requestChange } from '../../repositories/changes.ts';
import { toDeskAccount } from '../../repositories/desk/accounts.ts';
import { sharesWith } from '../../repositories/sharing/supporters.ts';
import { describeRequest } from '../care/requests.ts';
import type { Services } from '../context.ts';
import type { StaffLog, StaffObject } from './log.ts';
import { templateTexts } from './templates.ts';

export function toDeskRequest(row: RequestRow, locale: Locale, { overdue }: Config): DeskRequest {
  const { user_id: id, patientName: name, dateOfBirth, room, ward } = row;
  const known = { ...describeRequest(row, locale), dueAt: requestDue(row, overdue) };
  if (row.is_anonymous === 1) {
    const who = translate(locale, 'request.anonymous');
    return { ...known, who, isAnonymous: true, patient: { id, name: who, dateOfBirth, room, ward } };
  }
  return {
    ...known,
    patient: { id, name, dateOfBirth, room, ward, ...(row.speaks && { speaks: row.speaks }) },
    language: row.authorLanguage,
  };
}

/** @throws ProblemError NOT_FOUND */
export async function readRequest(
  { db, config }: Services,
  log: StaffLog,
  id: string,
  locale: Locale,
): Promise<DeskRequest> {
  const found = await findRequest(db, id);
  if (!found) throw new ProblemError('NOT_FOUND');
  const subjects = [found.user_id, found.author_id];
  await log(db, { action: 'STAFF_VIEWED', object: 'requests', subjects, objectId: id });
  return toDeskRequest(found, locale, config);
}

/** @throws ProblemError NOT_FOUND */
async function updateRequest(
  { db, config }: Services,
  log: StaffLog,
  { id, object, locale }: { id: string; object: StaffObject; locale: Locale },
  work: (trx: Trx, request: RequestRow) => Promise<void>,
): Promise<DeskRequest> {
  return db.transaction().execute(async (trx) => {
    const found = await findRequest(trx, id);
    if (!found) throw new ProblemError('NOT_FOUND');
    await lockUsers(trx, [found.user_id, found.author_id]);
    await work(trx, found);
    await recordChanges(trx, [requestChange(found)]);
    const subjects = [found.user_id, found.author_id];
    await log(trx, { action: 'STAFF_CHANGED', object, subjects, objectId: id });
    return toDeskRequest((await findRequest(trx, id)) ?? found, locale, config);
  });
}

/** A request that a staff member works on. */
interface RequestOfStaff {
  id: string;
  staffId: string;
  locale: Locale;
}

export const markRequestSeen = (services: Services, log: StaffLog, { id, staffId, locale }: RequestOfStaff) =>
  updateRequest(services, log, { id, object: 'request-seen', locale }, (trx) => markSeen(trx, id, staffId));

export const finishRequest = (services: Services, log: StaffLog, { id, staffId, locale }: RequestOfStaff) =>
  updateRequest(services, log, { id, object: 'request-done', locale }, (trx) => markDone(trx, id, staffId));

/**
 * Gives an open request to a staff member; again to the same one has no effect.
 * @throws ProblemError NOT_FOUND, REQUEST_TAKEN with the name of who has it, or REQUEST_DONE
 */
export const takeRequest = (services: Services, log: StaffLog, { id, staffId, locale }: RequestOfStaff) =>
  updateRequest(services, log, { id, object: 'request-taken', locale }, async (trx) => {
    if (await assignRequest(trx, id, staffId)) return;
    const current = await findRequest(trx, id);
    if (current?.status === 'done') throw new ProblemError('REQUEST_DONE');
    if (current?.assignee_id !== staffId)
      throw new ProblemError('REQUEST_TAKEN', { params: { name: current?.assignee ?? '' } });
  });

/** Lets other staff take a request that someone is on. */
export const releaseTaken = (services: Services, log: StaffLog, { id, locale }: RequestOfStaff) =>
  updateRequest(services, log, { id, object: 'request-released', locale }, (trx) => releaseRequest(trx, id));

/** Says that a request may take longer, `minutes` from now; it has been read then. */
export const delayBy = (services: Services, log: StaffLog, { id, staffId, locale }: RequestOfStaff, minutes: number) =>
  updateRequest(services, log, { id, object: 'request-delayed', locale }, async (trx) => {
    await markSeen(trx, id, staffId);
    await delayRequest(trx, id, after(minutes * MINUTE));
  });

/**
 * Returns the profile of a request in its author's account; undefined for a supporter who may no longer read the
 * replies, or whose account is erased.
 */
async function profileOfAuthor(trx: Trx, { author_id: authorId, ...request }: RequestRow): Promise<number | undefined> {
  if (authorId === request.user_id) return request.profile_id;
  const share = (await sharesWith(trx, authorId)).find(({ ownerId }) => ownerId === request.user_id);
  return share?.permissions.feedback ? share.profileId : undefined;
}

const REPLY_NAMES: Readonly<Record<Exclude<RequestKind, BedsideKind>, MessageKey>> = {
  question: 'event.reply.question',
  request: 'event.reply.request',
  correction: 'event.reply.correction',
  concern: 'event.reply.concern',
  medications: 'event.reply.medications',
};

/** Longest quotation of a reply in its event (characters). */
const QUOTED_LENGTH = 160;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= QUOTED_LENGTH ? line : `${line.slice(0, QUOTED_LENGTH - 1).trimEnd()}…`;
}

/** Quotes a reply. Staff's own words have their language's quotation marks, the same for all readers. */
function quoted(text: Text): Text {
  if (!isSameForAll(text)) return translateAll('event.reply.content', { text });
  const locale = toDeskLocale(languageIn({ text }) ?? 'en');
  return sameInEach(translate(locale, 'event.reply.content', { text: text.en }));
}

/** Returns the reply for its event, after the need that it answers if its author wrote nothing. */
function contentOf(request: RequestRow, reply: Text): EventDocument['content'] {
  const text = mapText(reply, shortened);
  if (request.text !== '') return quoted(text);
  return inEach((locale) =>
    translate(locale, 'event.reply.toNeed', { text: textIn(text, locale), need: requestWords(request, locale) }),
  );
}

/** Returns the key of the event that says that the hospital has replied to a request. */
export const replyKey = (requestId: string) => `reply-${requestId}`;

/**
 * Puts the reply to a request on its author's timeline, as the newest event. A further reply replaces the event of the
 * one before.
 */
async function announceReply(trx: Trx, request: RequestRow, text: Text): Promise<void> {
  const profileId = await profileOfAuthor(trx, request);
  if (profileId === undefined) return;
  const author = request.author_id;
  const key = replyKey(request.id);
  const id = contentId(author, key);
  const event: EventDocument = {
    key,
    profileId,
    // Never shared, so that no other supporter learns what was asked.
    type: EVENT_TYPE.MESSAGE,
    status: 'NOT_VIEWED',
    name: translateAll(isBedside(request.kind) ? 'event.reply.request' : REPLY_NAMES[request.kind]),
    content: contentOf(request, text),
    requestId: request.id,
  };
  const time = await nextMoment(trx, author);
  await deleteEvents(trx, author, [id]);
  await insertEvents(trx, author, [event], time);
  const row = await findEvent(trx, author, id);
  if (row) await recordChanges(trx, renewedChanges(row));
}

/**
 * Replies to a request, marks it as read, and announces the reply to its author.
 * @throws ProblemError NOT_FOUND, or REQUEST_ANONYMOUS: no one would get the reply
 */
export const replyTo = (
  services: Services,
  log: StaffLog,
  { id, authorId, reply, locale }: { id: string; authorId: string; reply: NewReply; locale: Locale },
) =>
  updateRequest(services, log, { id, object: 'request-replied', locale }, async (trx, request) => {
    if (request.is_anonymous === 1) throw new ProblemError('REQUEST_ANONYMOUS');
    const text = textOf(reply.text, await templateTexts(trx, [reply.template]));
    await insertReply(trx, id, authorId, text);
    await markSeen(trx, id, authorId);
    await announceReply(trx, request, text);
  });

const later = (iso: string, minutes: number) => new Date(Date.parse(iso) + minutes * MINUTE).toISOString();

/**
 * Returns when a request is overdue, not before the time that staff have named; null once it is done. A reply ends the
 * wait for words, not that for water or the end of a worry.
 */
function requestDue(row: RequestRow, overdue: OverdueMinutes): string | null {
  const { kind, status, replies, created_at: at, expected_at: expected, urgency } = row;
  if (status === 'done' || (replies.length > 0 && !needsAnEnd(kind))) return null;
  const minutes = urgency === 'urgent' ? Math.min(overdue.urgent, overdue[kind]) : overdue[kind];
  const due = later(at, minutes);
  return expected !== null && expected > due ? expected : due;
}

/** Returns an account for the desk, with the time at which a decision is overdue; null once it is made. */
export function withDue(row: UserRow, invitations: DeskAccount['invitations'] | undefined, overdue: OverdueMinutes) {
  const isOpen = row.hospital_status_id === HOSPITAL_STATUS.UNDER_REVIEW;
  return { ...toDeskAccount(row, invitations), dueAt: isOpen ? later(row.created_at, overdue.account) : null };
}
