/** Events of each user, and which shared events a supporter has read. */
import type { Selectable, Updateable } from 'kysely';
import { after, MINUTE, now } from '../../common/clock.ts';
import { type EventBody, type EventDocument, localized } from '../../common/documents.ts';
import { inEach, type Locale, textIn } from '../../common/i18n.ts';
import { languageIn, languagesOf } from '../../common/text/language.ts';
import { type CareEvent, EVENT_TYPE, type EventStatus, type EventType } from '../../contract.ts';
import type { Db, EventsTable } from '../../db/schema.ts';
import { contentId, inOrder, subjectOf } from './content.ts';
import { type Scope, toMedia, withheldIn } from './records.ts';

export type EventRow = Selectable<EventsTable>;

function withPreparation({ content2, preparation }: EventBody): EventBody['content2'] {
  if (!content2?.en || !preparation) return preparation ?? content2;
  return inEach((locale) => `${textIn(content2, locale)}\n${textIn(preparation, locale)}`);
}

/** @param scope `shared` for a supporter */
export function toCareEvent(row: EventRow, locale: Locale, scope: Scope = 'all'): CareEvent {
  const body = JSON.parse(row.document) as EventBody;
  const { content, picture, requestId, survey, about, ask, leadsTo, dailyQuestion } = body;
  const isOwn = scope === 'all';
  const name = isOwn ? body.name : (body.sharedName ?? body.name);
  const content2 = isOwn ? withPreparation(body) : body.content2;
  const texts = { name, content, content2 };
  return {
    ...localized(texts, locale),
    ...languagesOf(texts, languageIn(texts), locale),
    id: row.id,
    type: row.type,
    status: row.status,
    linkId: row.link_id,
    profileId: row.profile_id,
    previousStay: row.previous_stay !== 0,
    viewed: row.viewed === 1,
    isRead: row.is_read === 1,
    isDismissed: row.is_dismissed === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    ...(picture ? { picture: toMedia(picture, `v1/events/${row.id}/media`, locale) } : {}),
    ...(survey ? { survey } : {}),
    ...(requestId ? { requestId } : {}),
    ...(about ? { about } : {}),
    ...(dailyQuestion ? { dailyQuestion } : {}),
    ...(ask ? { wantsToFollow: true as const } : {}),
    ...(leadsTo ? { leadsTo } : {}),
  };
}

const eventsOf = (db: Db, userId: string, scope: Scope = 'all') =>
  db.selectFrom('events').selectAll().where('user_id', '=', userId).where('withheld', 'in', withheldIn(scope));

/** Returns a user's events that are not deleted, newest first. */
export async function listEvents(db: Db, userId: string, locale: Locale, scope?: Scope): Promise<CareEvent[]> {
  const rows = await eventsOf(db, userId, scope)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => toCareEvent(row, locale, scope));
}

/** Returns one of a user's events, deleted or not. */
export function findEvent(db: Db, userId: string, id: string, scope?: Scope): Promise<EventRow | undefined> {
  return eventsOf(db, userId, scope).where('id', '=', id).executeTakeFirst();
}

/** Returns those of these events that are not deleted, of any user. */
export function eventsAmong(db: Db, ids: readonly string[]): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

/** Returns a user's events with these keys that are not deleted, in the order of the keys. */
export async function eventsByKey(db: Db, userId: string, keys: string[], locale: Locale): Promise<CareEvent[]> {
  if (keys.length === 0) return [];
  const ids = keys.map((key) => contentId(userId, key));
  const rows = await eventsOf(db, userId).where('id', 'in', ids).where('deleted_at', 'is', null).execute();
  return inOrder(
    userId,
    keys,
    rows.map((row) => toCareEvent(row, locale)),
  );
}

/** Updates one of a user's events. Returns undefined if they have no event with this id. */
export function updateEvent(
  db: Db,
  userId: string,
  id: string,
  changes: Updateable<EventsTable>,
): Promise<EventRow | undefined> {
  return db
    .updateTable('events')
    .set({ ...changes, updated_at: now() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Sets those of a user's events that are still urgent to COMPLETED. Returns them. */
export const endUrgent = (db: Db, userId: string, ids: readonly string[]) => complete(db, userId, ids, 'URGENT');

/** Does the same for finished tests that the user has not opened: their result is there. */
export const endFinishedTests = (db: Db, userId: string, ids: readonly string[]) =>
  complete(db, userId, ids, 'NOT_VIEWED', [EVENT_TYPE.RESULT_COMPLETE]);

async function complete(
  db: Db,
  userId: string,
  ids: readonly string[],
  status: EventStatus,
  types?: readonly EventType[],
): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  return db
    .updateTable('events')
    .set({ status: 'COMPLETED', updated_at: now() })
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .where('status', '=', status)
    .$if(types !== undefined, (query) => query.where('type', 'in', types ?? []))
    .returningAll()
    .execute();
}

/** Returns the ids of the events of one of a user's profiles, deleted or not. */
export async function eventsOfProfile(db: Db, userId: string, profileId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a user's events for good. Returns them. */
export function deleteEvents(db: Db, userId: string, ids: readonly string[]): Promise<EventRow[]> {
  return db.deleteFrom('events').where('user_id', '=', userId).where('id', 'in', ids).returningAll().execute();
}

/**
 * Returns the current time, or just after the user's newest event: a new event always sorts first, whatever the clock
 * says.
 */
export async function nextMoment(db: Db, userId: string): Promise<string> {
  const newest = await db
    .selectFrom('events')
    .select((expression) => expression.fn.max('created_at').as('at'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const present = now();
  return newest?.at && newest.at >= present ? after(1, newest.at) : present;
}

function toBody(userId: string, document: EventDocument): EventBody {
  const {
    name,
    sharedName,
    content,
    content2 = null,
    acceptance = null,
    ask,
    picture,
    survey,
    requestId,
    dailyQuestion,
    leadsTo,
  } = document;
  return {
    name,
    ...(sharedName ? { sharedName } : {}),
    content,
    content2,
    acceptance,
    ...(ask ? { ask } : {}),
    ...(picture ? { picture } : {}),
    ...(survey ? { survey } : {}),
    ...(requestId ? { requestId } : {}),
    ...(leadsTo ? { leadsTo } : {}),
    ...(dailyQuestion ? { dailyQuestion } : {}),
    ...subjectOf(userId, document),
  };
}

function toRow(userId: string, document: EventDocument, createdAt: string) {
  const { key, profileId, type, status, link = key, linkId = contentId(userId, link) } = document;
  const viewed = status === 'VIEWED' ? 1 : 0;
  return {
    id: contentId(userId, key),
    user_id: userId,
    profile_id: profileId,
    type,
    status,
    link_id: linkId,
    previous_stay: document.previousStay ? 1 : 0,
    viewed,
    is_read: viewed,
    is_dismissed: 0,
    accepted_at: null,
    document: JSON.stringify(toBody(userId, document)),
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
    withheld: document.isWithheld ? 1 : 0,
  };
}

/** Adds events in the order given: the last one is the newest. An event with its own time keeps it. */
export async function insertEvents(db: Db, userId: string, documents: EventDocument[], time: string): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map((document, index) =>
    toRow(userId, document, document.at ?? after(index - (document.minutesAgo ?? 0) * MINUTE, time)),
  );
  await db.insertInto('events').values(rows).execute();
}

/** Returns the ids of another user's events that this viewer has read. */
export async function viewedOf(db: Db, viewerId: string, ownerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('event_views')
    .innerJoin('events', 'events.id', 'event_views.event_id')
    .select('event_views.event_id')
    .where('event_views.viewer_id', '=', viewerId)
    .where('events.user_id', '=', ownerId)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Returns which of these viewers have read which of these events. */
export async function viewsAmong(
  db: Db,
  viewers: readonly string[],
  eventIds: readonly string[],
): Promise<{ viewer: string; event: string }[]> {
  if (viewers.length === 0 || eventIds.length === 0) return [];
  return db
    .selectFrom('event_views')
    .select(['viewer_id as viewer', 'event_id as event'])
    .where('viewer_id', 'in', [...viewers])
    .where('event_id', 'in', [...eventIds])
    .execute();
}

/** Returns whether anyone has read an event: its owner or a supporter. */
export async function wasRead(db: Db, { id, viewed }: EventRow): Promise<boolean> {
  if (viewed === 1) return true;
  const view = await db.selectFrom('event_views').select('viewer_id').where('event_id', '=', id).executeTakeFirst();
  return view !== undefined;
}

/** Records that a viewer has read an event; a second time changes nothing. */
export async function insertView(db: Db, viewerId: string, eventId: string): Promise<void> {
  await db
    .insertInto('event_views')
    .values({ viewer_id: viewerId, event_id: eventId, viewed_at: now() })
    .onConflict((conflict) => conflict.columns(['viewer_id', 'event_id']).doNothing())
    .execute();
}

/** Returns whether a user has an event that leads to this result or care plan. */
export async function hasEventAbout(db: Db, userId: string, id: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('user_id', '=', userId)
    .where('link_id', '=', id)
    .executeTakeFirst();
  return event !== undefined;
}
