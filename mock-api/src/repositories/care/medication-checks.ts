/** Checks of patients' lists of medications, and those that staff have asked for. */
import { now } from '../../common/clock.ts';
import type { Text } from '../../common/documents.ts';
import type { AddedMedication, MedicationAnswer, MedicationCheck, RequestStatus } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { fullName } from '../accounts/users.ts';

/** A medication as it was on record when it was checked, and what was said about it. */
export interface CheckedMedication {
  id: string;
  /** Names what was on record: changes with its content. */
  version: string;
  name: Text;
  how: Text[];
  state: MedicationCheck['answers'][number]['state'];
  answer: MedicationAnswer;
  words?: string;
}

export interface CheckDocument {
  answers: CheckedMedication[];
  added: AddedMedication[];
}

export interface StoredCheck extends CheckDocument {
  id: string;
  patientId: string;
  /** Null once the account is erased. */
  authorId: string | null;
  isByPatient: boolean;
  /** Empty once the account is erased. */
  who: string;
  at: string;
  request: {
    id: string;
    status: RequestStatus;
    seenBy: string | null;
    seenAt: string | null;
    doneBy: string | null;
    doneAt: string | null;
  } | null;
}

const checks = (db: Db) =>
  db
    .selectFrom('medication_checks')
    .leftJoin('users as author', 'author.id', 'medication_checks.author_id')
    .leftJoin('requests', 'requests.id', 'medication_checks.request_id')
    .leftJoin('users as reader', 'reader.id', 'requests.seen_by')
    .leftJoin('users as helper', 'helper.id', 'requests.done_by')
    .selectAll('medication_checks')
    .select(['author.first_name as authorFirst', 'author.last_name as authorLast'])
    .select(['requests.status', 'requests.seen_at', 'requests.done_at'])
    .select(['reader.first_name as readerFirst', 'reader.last_name as readerLast'])
    .select(['helper.first_name as helperFirst', 'helper.last_name as helperLast'])
    .orderBy('checked_at', 'desc')
    .orderBy('medication_checks.id');

type Found = Awaited<ReturnType<ReturnType<typeof checks>['execute']>>[number];

const nameOf = (first: string | null, last: string | null) => (first === null ? null : fullName(first, last ?? ''));

function toCheck(row: Found): StoredCheck {
  const { request_id: requestId, status } = row;
  return {
    ...(JSON.parse(row.document) as CheckDocument),
    id: row.id,
    patientId: row.user_id,
    authorId: row.author_id,
    isByPatient: row.is_by_patient === 1,
    who: nameOf(row.authorFirst, row.authorLast) ?? '',
    at: row.checked_at,
    request:
      requestId === null || status === null
        ? null
        : {
            id: requestId,
            status,
            seenBy: nameOf(row.readerFirst, row.readerLast),
            seenAt: row.seen_at,
            doneBy: nameOf(row.helperFirst, row.helperLast),
            doneAt: row.done_at,
          },
  };
}

/** Returns the checks of a patient's list, newest first. */
export const listChecks = async (db: Db, userId: string): Promise<StoredCheck[]> =>
  (await checks(db).where('medication_checks.user_id', '=', userId).execute()).map(toCheck);

export async function findCheck(db: Db, id: string): Promise<StoredCheck | undefined> {
  const row = await checks(db).where('medication_checks.id', '=', id).executeTakeFirst();
  return row && toCheck(row);
}

export async function lastCheck(db: Db, userId: string): Promise<StoredCheck | undefined> {
  const row = await checks(db).where('medication_checks.user_id', '=', userId).limit(1).executeTakeFirst();
  return row && toCheck(row);
}

/** Stores a check, which also answers what staff have asked for. */
export async function insertCheck(
  db: Db,
  of: { id: string; patientId: string; authorId: string; requestId: string | null },
  document: CheckDocument,
): Promise<void> {
  const row = {
    id: of.id,
    user_id: of.patientId,
    author_id: of.authorId,
    is_by_patient: of.authorId === of.patientId ? 1 : 0,
    request_id: of.requestId,
    document: JSON.stringify(document),
    checked_at: now(),
  };
  await db.insertInto('medication_checks').values(row).execute();
  await db.deleteFrom('medication_check_asks').where('user_id', '=', of.patientId).execute();
}

/** Asks for a check, unless one is open. Returns whether it is new. */
export async function askForCheck(db: Db, userId: string, staffId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('medication_check_asks')
    .values({ user_id: userId, asked_by: staffId, asked_at: now() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns since when a check that staff have asked for is open, and by whom. */
export async function openAsk(db: Db, userId: string): Promise<{ at: string; by: string | null } | null> {
  const row = await db
    .selectFrom('medication_check_asks')
    .leftJoin('users', 'users.id', 'medication_check_asks.asked_by')
    .select(['asked_at', 'users.first_name', 'users.last_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ? { at: row.asked_at, by: nameOf(row.first_name, row.last_name) } : null;
}
