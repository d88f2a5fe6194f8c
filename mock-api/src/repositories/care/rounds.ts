/** Questions that wait for the care team's next visit, with the names of their authors. */
import type { Selectable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { Db } from '../../db/schema.ts';
import type { RoundsQuestionsTable } from '../../db/tables/desk-tables.ts';
import { fullName } from '../accounts/users.ts';
import type { StoredSubject } from './requests.ts';

export interface RoundsQuestionRow extends Selectable<RoundsQuestionsTable> {
  who: string;
}

/** Whose questions: all of a patient, or those of one author among them. */
export interface QuestionsOf {
  patientId: string;
  authorId?: string | undefined;
}

const questions = (db: Db) =>
  db
    .selectFrom('rounds_questions')
    .innerJoin('users as author', 'author.id', 'rounds_questions.author_id')
    .selectAll('rounds_questions')
    .select(['author.first_name as first', 'author.last_name as last'])
    .orderBy('rounds_questions.created_at')
    .orderBy('rounds_questions.id');

const named = (rows: Awaited<ReturnType<ReturnType<typeof questions>['execute']>>): RoundsQuestionRow[] =>
  rows.map(({ first, last, ...row }) => ({ ...row, who: fullName(first, last) }));

/** Returns questions, oldest first. */
export async function listQuestions(db: Db, { patientId, authorId }: QuestionsOf): Promise<RoundsQuestionRow[]> {
  const rows = questions(db)
    .where('rounds_questions.user_id', '=', patientId)
    .$if(authorId !== undefined, (query) => query.where('rounds_questions.author_id', '=', String(authorId)));
  return named(await rows.execute());
}

/** Returns the questions about a person, and those that they ask about others, oldest first. */
export async function questionsOfPerson(db: Db, userId: string): Promise<RoundsQuestionRow[]> {
  const isTheirs = questions(db).where(({ or, eb }) =>
    or([eb('rounds_questions.user_id', '=', userId), eb('rounds_questions.author_id', '=', userId)]),
  );
  return named(await isTheirs.execute());
}

export async function findQuestion(db: Db, id: string): Promise<RoundsQuestionRow | undefined> {
  return named(await questions(db).where('rounds_questions.id', '=', id).execute())[0];
}

/** Stores a question, unless its id is taken. */
export async function insertQuestion(
  db: Db,
  { id, patientId, authorId, text }: { id: string; patientId: string; authorId: string; text: string },
  about: StoredSubject | null,
): Promise<void> {
  const subject = about === null ? null : JSON.stringify(about);
  await db
    .insertInto('rounds_questions')
    .values({ id, user_id: patientId, author_id: authorId, about: subject, text, created_at: now(), answered_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export const changeQuestion = (db: Db, id: string, text: string) =>
  db.updateTable('rounds_questions').where('id', '=', id).set({ text }).execute();

/** Ticks a question off, or takes that back. One that is ticked already keeps its time. */
export async function tickQuestion(db: Db, id: string, isAnswered: boolean): Promise<void> {
  const found = db.updateTable('rounds_questions').where('id', '=', id);
  if (isAnswered) await found.where('answered_at', 'is', null).set({ answered_at: now() }).execute();
  else await found.set({ answered_at: null }).execute();
}

export const deleteQuestion = (db: Db, id: string) => db.deleteFrom('rounds_questions').where('id', '=', id).execute();
