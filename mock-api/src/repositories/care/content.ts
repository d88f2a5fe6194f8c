/** Stores content documents in a user's tables, and reads results, care plans and notifications from them. */
import type { Selectable } from 'kysely';
import { after, MINUTE } from '../../common/clock.ts';
import {
  type CarePlanBody,
  type CarePlanDocument,
  localized,
  type MediaDocument,
  type NotificationBody,
  type NotificationDocument,
  type ObservationDocument,
  type ResultBody,
  type ResultDocument,
  type SubjectKey,
  type Text,
  type Verdict,
} from '../../common/documents.ts';
import { inEach, type Locale, textIn, translate } from '../../common/i18n.ts';
import { languageIn, languagesOf } from '../../common/text/language.ts';
import type { CareSubject, Notification, Observation, Result } from '../../contract.ts';
import type { Db, NotificationsTable } from '../../db/schema.ts';
import { stableId } from '../../security/secrets.ts';
import { fullName } from '../accounts/users.ts';
import { type Scope, toMedia, withheldIn } from './records.ts';

export function contentId(userId: string, key: string): string {
  return stableId(userId, key);
}

/** Returns what a document is about, in the form in which it is stored. */
export function subjectOf(
  userId: string,
  { about, aboutKey }: { about?: CareSubject; aboutKey?: SubjectKey },
): { about?: CareSubject } {
  if (aboutKey) return { about: { type: aboutKey.type, id: contentId(userId, aboutKey.key) } };
  return about ? { about } : {};
}

export async function insertResults(db: Db, userId: string, documents: ResultDocument[], time: string): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ key, profileId, type, performedAt, resultsAt, minutesAgo, ...body }) => ({
    id: contentId(userId, key),
    user_id: userId,
    profile_id: profileId,
    type,
    performed_at: performedAt ?? after(-(minutesAgo?.performed ?? 0) * MINUTE, time),
    results_at: resultsAt ?? after(-(minutesAgo?.ready ?? 0) * MINUTE, time),
    document: JSON.stringify(body satisfies ResultBody),
  }));
  await db.insertInto('results').values(rows).execute();
}

export async function insertCarePlans(
  db: Db,
  userId: string,
  documents: CarePlanDocument[],
  time: string,
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ key, profileId, at, ...body }) => ({
    id: contentId(userId, key),
    user_id: userId,
    profile_id: profileId,
    created_at: at ?? time,
    document: JSON.stringify(body satisfies CarePlanBody),
  }));
  await db.insertInto('care_plans').values(rows).execute();
}

const PLANNED_TO_MS = 5 * MINUTE;

/** Returns the time this many minutes later, rounded up to five minutes. */
const plannedAt = (minutes: number, time: string) =>
  new Date(Math.ceil(Date.parse(after(minutes * MINUTE, time)) / PLANNED_TO_MS) * PLANNED_TO_MS).toISOString();

export async function insertNotifications(
  db: Db,
  userId: string,
  documents: NotificationDocument[],
  time: string,
): Promise<void> {
  if (documents.length === 0) return;
  const rows = documents.map(({ key, profileId, kind = 'information', about, aboutKey, afterMinutes, ...body }) => ({
    id: contentId(userId, key),
    user_id: userId,
    profile_id: profileId,
    kind,
    created_at: time,
    document: JSON.stringify({
      ...body,
      ...(afterMinutes !== undefined && { at: plannedAt(afterMinutes, time) }),
      ...subjectOf(userId, { ...(about && { about }), ...(aboutKey && { aboutKey }) }),
    } satisfies NotificationBody),
  }));
  await db.insertInto('notifications').values(rows).execute();
}

type NotificationRow = Selectable<NotificationsTable>;

/** Removes a user's notifications with these keys. Returns them. */
export async function removeNotifications(db: Db, userId: string, keys: string[]): Promise<NotificationRow[]> {
  if (keys.length === 0) return [];
  const ids = keys.map((key) => contentId(userId, key));
  return db.deleteFrom('notifications').where('id', 'in', ids).returningAll().execute();
}

/** Returns the ids of the events that these notifications are about. */
export function eventsAbout(notifications: readonly Pick<NotificationRow, 'document'>[]): string[] {
  return notifications.flatMap(({ document }) => {
    const { about } = JSON.parse(document) as NotificationBody;
    return about?.type === 'event' ? [about.id] : [];
  });
}

/** Key of the next step that the desk sets. */
export const DESK_NEXT = 'desk-next';

/** Removes the next steps of a profile, both the desk's and the story's. Returns them. */
export function removeNextSteps(db: Db, userId: string, profileId: number): Promise<NotificationRow[]> {
  return (
    db
      .deleteFrom('notifications')
      .where('user_id', '=', userId)
      .where('profile_id', '=', profileId)
      // During a rolling upgrade, an API from before migration 0031 stores the desk's step without its kind.
      .where((row) => row.or([row('kind', '=', 'next-step'), row('id', '=', contentId(userId, DESK_NEXT))]))
      .returningAll()
      .execute()
  );
}

const RECORD_TABLES = { result: 'results', 'care-plan': 'care_plans' } as const;

/** Returns the kind of a user's record, result or care plan, by its id. Returns undefined when it does not exist. */
export async function recordType(db: Db, userId: string, id: string): Promise<'result' | 'care-plan' | undefined> {
  for (const type of ['result', 'care-plan'] as const) {
    const query = db.selectFrom(RECORD_TABLES[type]).select('id').where('user_id', '=', userId).where('id', '=', id);
    if (await query.executeTakeFirst()) return type;
  }
  return undefined;
}

/** Returns how a value compares with its range. Rows from before this was stored have limits only if they apply. */
function comparisonOf({ valueQuantity, referenceRange, verdict }: ObservationDocument): Verdict | null {
  if (verdict !== undefined) return verdict;
  const { low = null, high = null } = referenceRange ?? {};
  if (!valueQuantity || (low === null && high === null) || (low !== null && high !== null && low > high)) return null;
  if (low !== null && valueQuantity.value < low) return 'below';
  return high !== null && valueQuantity.value > high ? 'above' : 'inside';
}

/** Returns the one verdict on a value: the hospital's own mark, else how the value compares with its range. */
function verdictOn(document: ObservationDocument, locale: Locale): Observation['verdict'] {
  const { valueQuantity, valueString, referenceRange, mark, marks = [], status } = document;
  const comparison = comparisonOf(document);
  if (mark) return { ...localized(mark, locale), comparison, isMarked: true };
  const isMissing = !valueQuantity && !valueString?.en && marks.length === 0 && !status;
  const limit = comparison === 'inside' ? valueQuantity?.value : undefined;
  const kind =
    (limit !== undefined && limit === referenceRange?.low && 'atLow') ||
    (limit !== undefined && limit === referenceRange?.high && 'atHigh') ||
    (comparison ?? (isMissing ? 'missing' : null));
  return kind && { kind, text: translate(locale, `verdict.${kind}`), comparison, isMarked: false, isCritical: false };
}

const joinTexts = (texts: readonly Text[]): Text | null =>
  texts.length === 0 ? null : inEach((locale) => texts.map((text) => textIn(text, locale)).join(' '));

/**
 * Returns a value as its reader gets it, in a result and over time.
 * @param language of the hospital's words
 */
export function toObservation(document: ObservationDocument, language: string | null, locale: Locale): Observation {
  const { id, code, display, valueQuantity, valueString, referenceRange, at, mark, correction } = document;
  const { marks = [], notes = [] } = document;
  const status = correction ?? document.status;
  const texts = {
    display,
    valueString,
    referenceRange: referenceRange?.text ?? null,
    interpretation: joinTexts(marks),
    note: joinTexts(notes),
  };
  const interpretation = mark ? [mark.text, ...marks] : marks;
  return {
    ...localized({ id, code, display, valueQuantity, valueString, referenceRange }, locale),
    ...(status && { status: textIn(status, locale) }),
    ...(correction && { isCorrected: true as const }),
    ...(at && { effectiveDateTime: at }),
    ...(interpretation.length > 0 && { interpretation: localized(interpretation, locale) }),
    verdict: verdictOn(document, locale),
    ...(notes.length > 0 && { note: localized(notes, locale) }),
    ...languagesOf(texts, language, locale),
  };
}

/** Returns the hospital's marks other than the verdict, such as "Resistant". */
export const otherMarks = ({ interpretation = [], verdict }: Observation): string[] =>
  verdict?.isMarked ? interpretation.slice(1) : interpretation;

/** Without ranges that have limits: these are figures, in the reader's language. */
const wordsIn = ({ display, valueString, referenceRange, mark, marks, status }: ObservationDocument) => {
  const { low = null, high = null, text = null } = referenceRange ?? {};
  return { display, valueString, mark, marks, status, range: low === null && high === null ? text : null };
};

function toResult(row: ExplainedRow, locale: Locale): Result {
  const { insights: _onRequest, media, observations, ...body } = JSON.parse(row.document) as ResultBody;
  const { name, content, conclusion } = body;
  const language = languageIn({ name, content, conclusion, observations: observations.map(wordsIn) });
  return {
    ...localized(body, locale),
    ...languagesOf({ name, content, conclusion }, language, locale),
    observations: observations.map((item) => toObservation({ at: row.performed_at, ...item }, language, locale)),
    media: media.map((item) => toMedia(item, `v1/results/${row.id}/media`, locale)),
    id: row.id,
    profileId: row.profile_id,
    type: row.type,
    performedAt: row.performed_at,
    resultsAt: row.results_at,
    ...explanationIn(row),
  };
}

function toNotification(row: Selectable<NotificationsTable>, locale: Locale): Notification {
  const body = JSON.parse(row.document) as NotificationBody;
  const { title, content } = body;
  return {
    ...localized(body, locale),
    ...languagesOf({ title, content }, languageIn({ title, content }), locale),
    id: row.id,
    profileId: row.profile_id,
    kind: row.kind,
    createdAt: row.created_at,
  };
}

/** Returns those of `items` that have one of the keys, in the order of the keys. */
export function inOrder<Item extends { id: string }>(userId: string, keys: string[], items: Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return keys.map((key) => byId.get(contentId(userId, key))).filter((item) => item !== undefined);
}

const resultsOf = (db: Db, userId: string, scope: Scope = 'all') =>
  db
    .selectFrom('results')
    .selectAll('results')
    .where('results.user_id', '=', userId)
    .where('results.withheld', 'in', withheldIn(scope));

/** With the explanation that staff have approved, of which a report has at most one. */
const explainedResultsOf = (db: Db, userId: string, scope?: Scope) =>
  resultsOf(db, userId, scope)
    .leftJoin('explanations', (join) =>
      join.onRef('explanations.result_id', '=', 'results.id').on('explanations.state', '=', 'approved'),
    )
    .leftJoin('users as staff', 'staff.id', 'explanations.decided_by')
    .select(['explanations.text as explanation', 'explanations.language', 'explanations.decided_at'])
    .select(['staff.first_name as staff_first', 'staff.last_name as staff_last']);

type ExplainedRow = Awaited<ReturnType<ReturnType<typeof explainedResultsOf>['execute']>>[number];

function explanationIn(row: ExplainedRow): Pick<Result, 'explanation'> {
  const { explanation: text, language, decided_at: approvedAt, staff_first: first, staff_last: last } = row;
  if (text === null || language === null || approvedAt === null) return {};
  return { explanation: { text, language, approvedBy: fullName(first, last) || null, approvedAt } };
}

/** Returns a user's results, newest first. */
export async function listResults(db: Db, userId: string, locale: Locale, scope?: Scope): Promise<Result[]> {
  const rows = await explainedResultsOf(db, userId, scope)
    .orderBy('results.results_at', 'desc')
    .orderBy('results.id')
    .execute();
  return rows.map((row) => toResult(row, locale));
}

export async function findResult(
  db: Db,
  userId: string,
  id: string,
  locale: Locale,
  scope?: Scope,
): Promise<Result | undefined> {
  const row = await explainedResultsOf(db, userId, scope).where('results.id', '=', id).executeTakeFirst();
  return row && toResult(row, locale);
}

/** Returns the media documents of one of a user's results, or undefined if there is no such result. */
export async function resultMedia(db: Db, userId: string, id: string): Promise<MediaDocument[] | undefined> {
  const row = await resultsOf(db, userId).where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.document) as ResultBody).media;
}

/** Returns a user's results with these keys, in the order of the keys. */
export async function resultsByKey(db: Db, userId: string, keys: string[], locale: Locale): Promise<Result[]> {
  return inOrder(userId, keys, keys.length === 0 ? [] : await listResults(db, userId, locale));
}

/** Returns a user's notifications, newest first. */
export async function listNotifications(db: Db, userId: string, locale: Locale): Promise<Notification[]> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => toNotification(row, locale));
}

/** Returns when a result was there, and when it arrived from a source. */
export const findResultTimes = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('results')
    .select(['results_at', 'arrived_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
