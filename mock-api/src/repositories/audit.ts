/**
 * The audit log: written, read, never changed. It records who, what and when, and no content of records. Also the
 * receipts of the surveys that users have sent, each of which is in the log.
 */
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { now } from '../common/clock.ts';
import type { SurveySent } from '../contract.ts';
import type { AuditAction, Db, SurveyReceiptsTable } from '../db/schema.ts';

export interface AuditFact {
  action: AuditAction;
  actor: string | null;
  subject: string | null;
  object: string;
  objectId?: string | undefined;
}

/** What a failed sign-in was tried with. */
type FailedProof = 'password' | 'wristband' | 'email' | 'pin' | 'email-code' | 'passkey';

/** What the log says about a failed sign-in: `object`, which releases before it show as a refusal. */
export const FAILED_SIGN_IN = 'sign-in';

/**
 * Returns the fact that someone failed to sign in.
 * @param subject the account; null if it is unknown
 * @param actor the account, if a session of it is open already
 */
export const failedSignIn = (proof: FailedProof, subject: string | null, actor: string | null = null): AuditFact => ({
  action: 'DENIED',
  actor,
  subject,
  object: FAILED_SIGN_IN,
  objectId: proof,
});

/** Newest entries that are shown of what others did, and as many of what the person did. */
const SHOWN = 200;

/** Adds facts to the log, as part of `db` if that is a transaction. */
export async function audit(db: Db, ...facts: readonly AuditFact[]): Promise<void> {
  if (facts.length === 0) return;
  const at = now();
  const rows = facts.map(({ action, actor, subject, object, objectId }) => ({
    // Sorted by time: rows that are written together are stored together, so that a list's two hundred rows are
    // written fast.
    id: randomUUIDv7(),
    at,
    action,
    actor_id: actor,
    subject_id: subject,
    object,
    object_id: objectId ?? null,
  }));
  await db.insertInto('audit').values(rows).execute();
}

/**
 * Adds the same fact about each of several people. A page of a list has 200 of them: writing them as one text takes
 * two thirds of the time that 1,400 values take.
 * @param subjects ids, without duplicates
 */
export async function auditEach(
  db: Db,
  { action, actor, object, objectId }: Omit<AuditFact, 'subject'>,
  subjects: readonly string[],
): Promise<void> {
  const lines = Object.fromEntries(subjects.map((subject) => [randomUUIDv7(), subject]));
  // SQLite returns a value as its text, PostgreSQL as JSON: in quotes, which no id contains.
  await sql`insert into audit (id, at, action, actor_id, subject_id, object, object_id)
    select key, ${now()}, ${action}, ${actor}, trim(cast(value as text), '"'), ${object}, ${objectId ?? null}
    from json_each(${JSON.stringify(lines)})`.execute(db);
}

const entriesAbout = (db: Db, subjectId: string) =>
  db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .selectAll('audit')
    .select(['users.first_name', 'users.last_name'])
    .where('audit.subject_id', '=', subjectId)
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id');

/** Returns everything that happened to a person's data, newest first, with the name of the account that did it. */
export const listWholeAudit = (db: Db, subjectId: string) => entriesAbout(db, subjectId).execute();

/**
 * Returns what happened last to a person's data, newest first. What others did has a limit of its own: people look at
 * their own data so often that it would hide the others.
 */
export async function listAudit(db: Db, subjectId: string) {
  const others = await entriesAbout(db, subjectId)
    .where(({ or, eb }) => or([eb('audit.actor_id', 'is', null), eb('audit.actor_id', '!=', subjectId)]))
    .limit(SHOWN)
    .execute();
  const own = await entriesAbout(db, subjectId).where('audit.actor_id', '=', subjectId).limit(SHOWN).execute();
  return [...others, ...own].sort((one, other) => (one.at === other.at ? 0 : Number(one.at < other.at) || -1));
}

/** Returns whether a survey's receipt was already reported. */
export async function hasReceipt(db: Db, subjectId: string, receiptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .where('subject_id', '=', subjectId)
    .where('action', '=', 'SURVEY_DELIVERED')
    .where('object_id', '=', receiptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the recorder's receipt of a survey about an event; the same one counts once. */
export async function insertReceipt(db: Db, receipt: SurveyReceiptsTable): Promise<void> {
  await db
    .insertInto('survey_receipts')
    .values(receipt)
    .onConflict((conflict) => conflict.columns(['user_id', 'receipt_id']).doNothing())
    .execute();
}

export async function hasSentSurvey(db: Db, userId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('survey_receipts')
    .select('receipt_id')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the surveys that a user has sent and not corrected since: one survey per event, newest first. */
export async function listReceipts(db: Db, userId: string): Promise<SurveySent[]> {
  const rows = await db
    .selectFrom('survey_receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('delivered_at', 'desc')
    .orderBy('receipt_id')
    .execute();
  const corrected = new Set(rows.map(({ replaces }) => replaces));
  const newest = new Map<string, SurveySent>();
  for (const { event_id, survey, receipt_id, delivered_at } of rows) {
    if (corrected.has(receipt_id) || newest.has(event_id)) continue;
    newest.set(event_id, { about: event_id, survey, receiptId: receipt_id, deliveredAt: delivered_at });
  }
  return [...newest.values()];
}

/** When something of a patient's was last viewed. */
export interface View {
  object: string;
  objectId: string | null;
  at: string;
}

/** Returns what was viewed of a patient's data since a time. */
export function viewsSince(db: Db, userId: string, since: string): Promise<View[]> {
  return db
    .selectFrom('audit')
    .select(['object', 'object_id as objectId'])
    .select(({ fn }) => fn.max('at').as('at'))
    .where('subject_id', '=', userId)
    .where('action', '=', 'RECORD_VIEWED')
    .where('at', '>=', since)
    .groupBy(['object', 'object_id'])
    .execute();
}

/** Returns every survey that a user's phones have reported. */
export const reportedSurveys = (db: Db, userId: string) =>
  db
    .selectFrom('survey_receipts')
    .select(['survey', 'receipt_id as receiptId', 'event_id as about', 'delivered_at as deliveredAt'])
    .where('user_id', '=', userId)
    .execute();

/** Returns the receipts of every survey that the person's phones have reported. */
export async function receiptsOf(db: Db, userId: string): Promise<string[]> {
  const logged = await db
    .selectFrom('audit')
    .select('object_id')
    .where('subject_id', '=', userId)
    .where('action', '=', 'SURVEY_DELIVERED')
    .execute();
  return [...new Set(logged.map(({ object_id: receipt }) => receipt).filter((receipt) => receipt !== null))];
}
