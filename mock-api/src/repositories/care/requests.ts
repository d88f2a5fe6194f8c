/** Requests of patients and supporters to the hospital, with the names of their authors. */
import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Selectable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Text } from '../../common/documents.ts';
import { type Locale, sameInEach } from '../../common/i18n.ts';
import { isSameForAll } from '../../common/text/known-texts.ts';
import type {
  DeskPatient,
  RequestContent,
  RequestListStatus,
  RequestReply,
  RequestStatus,
  Urgency,
} from '../../contract.ts';
import type { Db, Tables } from '../../db/schema.ts';
import type { RequestsTable } from '../../db/tables/desk-tables.ts';
import { type WardLimit, wardList } from '../accounts/staff-roles.ts';
import { fullName, languageOf, speaksOf } from '../accounts/users.ts';
import type { PageOf } from '../desk/page.ts';

/** Subject of a request, as it is stored. */
export interface StoredSubject {
  type: string;
  id: string;
  title: Text | null;
}

/** A reply, as it is stored. */
type StoredReply = Omit<RequestReply, 'text' | 'language'> & { text: Text };

export interface RequestRow extends Selectable<RequestsTable> {
  who: string;
  patientName: string;
  dateOfBirth: string | null;
  room: string | null;
  ward: string | null;
  seenBy: string | null;
  assignee: string | null;
  doneBy: string | null;
  authorLanguage: Locale;
  /** How to talk with the patient. */
  speaks: DeskPatient['speaks'];
  replies: StoredReply[];
}

const requests = (db: Db) =>
  db
    .selectFrom('requests')
    .innerJoin('users as patient', 'patient.id', 'requests.user_id')
    .innerJoin('users as author', 'author.id', 'requests.author_id')
    .leftJoin('users as reader', 'reader.id', 'requests.seen_by')
    .leftJoin('users as helper', 'helper.id', 'requests.assignee_id')
    .leftJoin('users as finisher', 'finisher.id', 'requests.done_by')
    .selectAll('requests')
    .select(['patient.first_name as patientFirst', 'patient.last_name as patientLast'])
    .select(['patient.date_of_birth as dateOfBirth', 'patient.room', 'patient.ward'])
    .select(['reader.first_name as readerFirst', 'reader.last_name as readerLast'])
    .select(['helper.first_name as helperFirst', 'helper.last_name as helperLast'])
    .select(['finisher.first_name as finisherFirst', 'finisher.last_name as finisherLast'])
    .select(['author.first_name as authorFirst', 'author.last_name as authorLast'])
    .select(['author.locale as authorLocale', 'author.language as authorChoice'])
    .select(['patient.locale', 'patient.language', 'patient.needs_interpreter']);

type Found = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>;

async function repliesTo(db: Db, ids: string[]): Promise<Map<string, StoredReply[]>> {
  const byRequest = new Map<string, StoredReply[]>();
  if (ids.length === 0) return byRequest;
  const rows = await db
    .selectFrom('request_replies')
    .innerJoin('users', 'users.id', 'request_replies.author_id')
    .selectAll('request_replies')
    .select(['users.first_name', 'users.last_name'])
    .where('request_id', 'in', ids)
    .orderBy('request_replies.created_at')
    .orderBy('request_replies.id')
    .execute();
  for (const { id, request_id: of, text: words, texts, created_at: createdAt, first_name, last_name } of rows) {
    const text = texts === null ? sameInEach(words) : (JSON.parse(texts) as Text);
    const reply = { id, text, who: fullName(first_name, last_name), createdAt };
    byRequest.set(of, [...(byRequest.get(of) ?? []), reply]);
  }
  return byRequest;
}

async function withReplies(db: Db, rows: Found): Promise<RequestRow[]> {
  const ids = rows.map(({ id }) => id);
  const replies = await repliesTo(db, ids);
  return rows.map((found) => {
    const { patientFirst, patientLast, authorFirst, authorLast, ...others } = found;
    const { readerFirst, readerLast, helperFirst, helperLast, finisherFirst, finisherLast, ...rest } = others;
    const { authorLocale, authorChoice, locale, language, needs_interpreter, ...row } = rest;
    return {
      ...row,
      who: fullName(authorFirst, authorLast),
      authorLanguage: languageOf({ locale: authorLocale, language: authorChoice }),
      speaks: speaksOf({ locale, language, needs_interpreter }),
      patientName: fullName(patientFirst, patientLast),
      seenBy: row.seen_by === null ? null : fullName(readerFirst ?? '', readerLast ?? ''),
      assignee: row.assignee_id === null ? null : fullName(helperFirst ?? '', helperLast ?? ''),
      doneBy: row.done_by === null ? null : fullName(finisherFirst ?? '', finisherLast ?? ''),
      replies: replies.get(row.id) ?? [],
    };
  });
}

/** A table with what a request may be about. */
export type SubjectTable = 'events' | 'results' | 'care_plans' | 'record_items';

/** Returns the title of what is in a patient's record; null if the id is unknown. */
export async function titleOf(db: Db, table: SubjectTable, id: string): Promise<Text | null> {
  const row = await db.selectFrom(table).select('document').where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { name, title } = JSON.parse(row.document) as { name?: Text; title?: Text };
  return name ?? title ?? null;
}

interface Stored {
  level?: number | null | undefined;
  urgency: Urgency;
  isAnonymous?: boolean;
  createdAt?: string;
  /** Random by default. */
  id?: string | undefined;
}

/** Stores a request and returns its id. */
export async function insertRequest(
  db: Db,
  of: { patientId: string; authorId: string; profileId: number },
  {
    kind,
    text = '',
    level = null,
    urgency,
    isAnonymous = false,
    createdAt = now(),
    id = randomUUID(),
  }: Pick<RequestContent, 'kind' | 'text'> & Stored,
  about: StoredSubject | null,
): Promise<string> {
  await db
    .insertInto('requests')
    .values({
      id,
      user_id: of.patientId,
      author_id: of.authorId,
      profile_id: of.profileId,
      kind,
      about: about === null ? null : JSON.stringify(about),
      text: text.trim(),
      level,
      urgency,
      status: 'sent',
      created_at: createdAt,
      is_anonymous: isAnonymous ? 1 : 0,
      seen_at: null,
      done_at: null,
    })
    .execute();
  return id;
}

export async function findRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  const rows = await requests(db).where('requests.id', '=', id).execute();
  return (await withReplies(db, rows))[0];
}

/**
 * Returns the requests about one profile, newest first.
 * @param authorId limits them to those of one sender
 */
export async function requestsOfProfile(
  db: Db,
  patientId: string,
  profileId: number,
  authorId?: string,
): Promise<RequestRow[]> {
  const rows = await requests(db)
    .where('requests.user_id', '=', patientId)
    .where('requests.profile_id', '=', profileId)
    .$if(authorId !== undefined, (query) => query.where('requests.author_id', '=', String(authorId)))
    .orderBy('requests.created_at', 'desc')
    .orderBy('requests.id')
    .limit(200)
    .execute();
  return withReplies(db, rows);
}

/** Returns the requests about a patient, and those that they sent about others, newest first. */
export async function requestsOfPerson(db: Db, userId: string): Promise<RequestRow[]> {
  const rows = await requests(db)
    .where(({ or, eb }) => or([eb('requests.user_id', '=', userId), eb('requests.author_id', '=', userId)]))
    .orderBy('requests.created_at', 'desc')
    .orderBy('requests.id')
    .execute();
  return withReplies(db, rows);
}

/** Open requests are sorted with the longest wait first, all others with the newest first. */
const orderOf = (status: RequestListStatus | undefined) =>
  status === undefined || status === 'done'
    ? ({ sort: 'desc', sign: '<' } as const)
    : ({ sort: 'asc', sign: '>' } as const);

const OPEN: readonly RequestStatus[] = ['sent', 'seen', 'on-the-way'];

function isAfter(row: ExpressionBuilder<Tables, 'requests'>, sign: '<' | '>', last: Selectable<RequestsTable>) {
  return row(row.refTuple('requests.created_at', 'requests.id'), sign, row.tuple(last.created_at, last.id));
}

/**
 * Returns one page of the desk's requests, of all wards if none is named. Those whose ward is not shown are in each.
 * @param wards limits them to these wards and to patients without one, whose needs must reach someone
 */
export async function listRequests(
  db: Db,
  { status, ward, wards }: { status?: RequestListStatus | undefined; ward?: string | undefined; wards: WardLimit },
  { after, limit }: PageOf,
): Promise<RequestRow[]> {
  const { sort, sign } = orderOf(status);
  const last = await db
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', after ?? '')
    .executeTakeFirst();
  if (after !== undefined && !last) return [];
  let query = requests(db);
  if (status !== undefined) query = query.where('requests.status', 'in', status === 'open' ? OPEN : [status]);
  if (ward !== undefined)
    query = query.where(({ eb, or, and }) =>
      or([eb('patient.ward', '=', ward), and([eb('requests.is_anonymous', '=', 1), eb('patient.ward', 'is', null)])]),
    );
  if (wards !== null)
    query = query.where(({ eb, or }) =>
      or([eb('patient.ward', 'in', wardList(wards)), eb('patient.ward', 'is', null)]),
    );
  if (last) query = query.where((row) => isAfter(row as ExpressionBuilder<Tables, 'requests'>, sign, last));
  const rows = await query.orderBy('requests.created_at', sort).orderBy('requests.id', sort).limit(limit).execute();
  return withReplies(db, rows);
}

/** Returns a patient's requests that are not done and about this kind of thing, the oldest first. */
export async function openRequestsAbout(db: Db, patientId: string, type: string): Promise<RequestRow[]> {
  const rows = await requests(db)
    .where('requests.user_id', '=', patientId)
    .where('requests.status', 'in', OPEN)
    .where('requests.about', 'is not', null)
    .orderBy('requests.created_at')
    .orderBy('requests.id')
    .execute();
  const isAbout = ({ about }: { about: string | null }) => (JSON.parse(about ?? '{}') as StoredSubject).type === type;
  return withReplies(db, rows.filter(isAbout));
}

export async function countOpenRequests(db: Db, patientId: string): Promise<number> {
  const row = await db
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll().as('open'))
    .where('user_id', '=', patientId)
    .where('status', '!=', 'done')
    .executeTakeFirst();
  return Number(row?.open ?? 0);
}

const updateRequest = (db: Db, id: string, from: readonly RequestStatus[]) =>
  db.updateTable('requests').where('id', '=', id).where('status', 'in', from);

/** Marks a request as read by a staff member, unless it already is, or is done. */
export async function markSeen(db: Db, id: string, staffId: string): Promise<void> {
  await updateRequest(db, id, ['sent']).set({ status: 'seen', seen_at: now(), seen_by: staffId }).execute();
}

/** Marks a request as done, unless it already is. */
export async function markDone(db: Db, id: string, staffId: string): Promise<void> {
  await markSeen(db, id, staffId);
  await updateRequest(db, id, OPEN).set({ status: 'done', done_at: now(), done_by: staffId }).execute();
}

/** Assigns an open request that no one is on. Returns whether it did: of two who try at once, only one gets it. */
export async function assignRequest(db: Db, id: string, staffId: string): Promise<boolean> {
  await markSeen(db, id, staffId);
  const { numUpdatedRows } = await updateRequest(db, id, ['seen'])
    .where('assignee_id', 'is', null)
    .set({ status: 'on-the-way', assignee_id: staffId })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Frees an open request for other staff. */
export async function releaseRequest(db: Db, id: string): Promise<void> {
  await updateRequest(db, id, ['on-the-way']).set({ status: 'seen', assignee_id: null }).execute();
}

/** Stores until when an open request may take. */
export async function delayRequest(db: Db, id: string, expectedAt: string): Promise<void> {
  await updateRequest(db, id, OPEN).set({ expected_at: expectedAt }).execute();
}

/** Deletes a request of this author that no one has read. Returns whether there was one. */
export async function deleteUnread(db: Db, id: string, authorId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('requests')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('status', '=', 'sent')
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function insertReply(db: Db, requestId: string, authorId: string, text: Text): Promise<void> {
  const texts = isSameForAll(text) ? null : JSON.stringify(text);
  const of = { id: randomUUID(), request_id: requestId, author_id: authorId };
  await db
    .insertInto('request_replies')
    .values({ ...of, text: text.en, texts, created_at: now() })
    .execute();
}
