/**
 * Questions for the care team's next visit. They are sent to no one: patients read them out, or staff read them at the
 * desk. A supporter needs the permissions for care plans and for feedback, and sees only what they ask themselves.
 */

import { seesFeedback } from '../../access/permissions.ts';
import { resolveRecord } from '../../access/record-access.ts';
import { HOUR } from '../../common/clock.ts';
import { localized } from '../../common/documents.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { NewRoundsQuestion, RoundsQuestion } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';
import type { StoredSubject } from '../../repositories/care/requests.ts';
import {
  changeQuestion,
  deleteQuestion,
  findQuestion,
  insertQuestion,
  listQuestions,
  questionsOfPerson,
  type RoundsQuestionRow,
  tickQuestion,
} from '../../repositories/care/rounds.ts';
import { questionChange, recordChanges } from '../../repositories/changes.ts';
import { sharesWith } from '../../repositories/sharing/supporters.ts';
import type { Reading } from '../care/records.ts';
import { subjectOf } from '../care/requests.ts';
import type { StaffLog } from '../desk/log.ts';
import { patientOf } from '../desk/patients.ts';
import { countWithin } from '../messages/limits.ts';

type Reader = Pick<Reading, 'user' | 'locale'>;

function toQuestion(row: RoundsQuestionRow, { user, locale }: Reader): RoundsQuestion {
  return {
    id: row.id,
    text: row.text,
    about: row.about === null ? null : localized(JSON.parse(row.about) as StoredSubject, locale),
    who: row.who === '' ? translate(locale, 'account.erased') : row.who,
    isYours: row.author_id === user.id,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
  };
}

const inWords = (rows: RoundsQuestionRow[], reader: Reader) => rows.map((row) => toQuestion(row, reader));

/** Returns whether a user may ask about a patient: themselves, or someone who permits it. */
async function mayAsk(db: Db, user: UserRow, patientId: string): Promise<boolean> {
  if (patientId === user.id) return true;
  return (await sharesWith(db, user.id)).some(
    (share) => share.ownerId === patientId && seesFeedback(share.permissions),
  );
}

/** Returns a patient's questions that the user may see, oldest first. */
export async function readQuestions(
  { db, user, locale }: Pick<Reading, 'db' | 'user' | 'locale'>,
  patientId: string,
): Promise<RoundsQuestion[]> {
  if (!(await mayAsk(db, user, patientId))) return [];
  const authorId = patientId === user.id ? undefined : user.id;
  return inWords(await listQuestions(db, { patientId, authorId }), { user, locale });
}

/** Returns all questions of a patient for staff, oldest first. */
export const readQuestionsAtDesk = async (db: Db, reader: Reader, patientId: string): Promise<RoundsQuestion[]> =>
  inWords(await listQuestions(db, { patientId }), reader);

/** Returns everything asked about a user or by them, oldest first. */
export const readAllQuestions = async (db: Db, user: UserRow, locale: Locale): Promise<RoundsQuestion[]> =>
  inWords(await questionsOfPerson(db, user.id), { user, locale });

/** @throws ProblemError NOT_FOUND, NOT_SHARED or FEEDBACK_NOT_SHARED */
async function patientOfProfile({ db, user, profileId }: Pick<Reading, 'db' | 'user' | 'profileId'>): Promise<string> {
  const { ownerId } = await resolveRecord(db, user, profileId, ['care']);
  if (ownerId === null) throw new ProblemError('NOT_FOUND');
  if (!(await mayAsk(db, user, ownerId))) throw new ProblemError('FEEDBACK_NOT_SHARED');
  return ownerId;
}

/** Returns a question that the user sees, unless it isn't there. */
async function findSeen(db: Db, user: UserRow, patientId: string, id: string): Promise<RoundsQuestionRow | undefined> {
  const row = await findQuestion(db, id);
  const isSeen = row?.user_id === patientId && (patientId === user.id || row.author_id === user.id);
  return isSeen ? row : undefined;
}

/** Writes a change to the log of the patient, and announces it to the patient, the author and staff. */
async function recordChange(trx: Trx, user: UserRow, row: Pick<RoundsQuestionRow, 'id' | 'user_id' | 'author_id'>) {
  await audit(trx, {
    action: 'QUESTION_CHANGED',
    actor: user.id,
    subject: row.user_id,
    object: 'rounds-question',
    objectId: row.id,
  });
  await recordChanges(trx, [questionChange(row)]);
}

/**
 * Stores a question under an id that the client has chosen, or changes the words of the user's own. Sending the same one
 * again changes nothing.
 * @throws ProblemError NOT_FOUND (no such profile or subject, or the id is someone else's), NOT_SHARED,
 * FEEDBACK_NOT_SHARED, QUESTION_ANSWERED or TOO_MANY_REQUESTS
 */
export async function saveQuestion(
  reading: Reading,
  id: string,
  { text: given, about }: NewRoundsQuestion,
): Promise<RoundsQuestion> {
  const { db, config, user } = reading;
  const text = given.trim();
  const patientId = await patientOfProfile(reading);
  return db.transaction().execute(async (trx) => {
    const known = await findQuestion(trx, id);
    if (!known) {
      const allowed = { key: `rounds:${user.id}`, window: HOUR, most: config.limits.requestsPerPersonHour };
      await countWithin(trx, allowed, 'TOO_MANY_REQUESTS');
      const subject = await subjectOf(trx, user.id, patientId, about);
      await insertQuestion(trx, { id, patientId, authorId: user.id, text }, subject);
    }
    const row = await findSeen(trx, user, patientId, id);
    if (row?.author_id !== user.id) throw new ProblemError('NOT_FOUND');
    if (row.text !== text) {
      if (row.answered_at !== null) throw new ProblemError('QUESTION_ANSWERED');
      await changeQuestion(trx, id, text);
    }
    if (known?.text !== text) await recordChange(trx, user, row);
    return toQuestion({ ...row, text }, reading);
  });
}

/**
 * Ticks a question off that the user sees, or takes that back.
 * @throws ProblemError NOT_FOUND, NOT_SHARED or FEEDBACK_NOT_SHARED
 */
export async function answerQuestion(reading: Reading, id: string, isAnswered: boolean): Promise<void> {
  const { db, user } = reading;
  const patientId = await patientOfProfile(reading);
  await db.transaction().execute(async (trx) => {
    const row = await findSeen(trx, user, patientId, id);
    if (!row) throw new ProblemError('NOT_FOUND');
    await tickQuestion(trx, id, isAnswered);
    await recordChange(trx, user, row);
  });
}

/**
 * Removes a question that the user sees.
 * @throws ProblemError NOT_FOUND, NOT_SHARED or FEEDBACK_NOT_SHARED
 */
export async function removeQuestion(reading: Reading, id: string): Promise<void> {
  const { db, user } = reading;
  const patientId = await patientOfProfile(reading);
  await db.transaction().execute(async (trx) => {
    const row = await findSeen(trx, user, patientId, id);
    if (!row) throw new ProblemError('NOT_FOUND');
    await deleteQuestion(trx, id);
    await recordChange(trx, user, row);
  });
}

/**
 * Ticks a patient's question off at the desk, or takes that back.
 * @throws ProblemError NOT_FOUND
 */
export async function answerQuestionAtDesk(
  db: Db,
  log: StaffLog,
  { patientId, id, isAnswered }: { patientId: string; id: string; isAnswered: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await patientOf(trx, patientId);
    const row = await findQuestion(trx, id);
    if (row?.user_id !== patientId) throw new ProblemError('NOT_FOUND');
    await tickQuestion(trx, id, isAnswered);
    await recordChanges(trx, [questionChange(row)]);
    const object = isAnswered ? 'question-answered' : 'question-reopened';
    await log(trx, { action: 'STAFF_CHANGED', object, subjects: [patientId], objectId: id });
  });
}
