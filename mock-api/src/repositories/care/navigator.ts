/**
 * What the navigator stores about a result: its insights, when they are ready, and which questions readers have
 * ticked.
 */

import {
  type InsightsDocument,
  type Localized,
  localized,
  type ResultBody,
  type Text,
} from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { Db } from '../../db/schema.ts';

async function bodyOf(db: Db, ownerId: string, resultId: string): Promise<ResultBody | undefined> {
  const row = await db
    .selectFrom('results')
    .select('document')
    .where('user_id', '=', ownerId)
    .where('id', '=', resultId)
    .executeTakeFirst();
  return row && (JSON.parse(row.document) as ResultBody);
}

/** Returns the navigator's insights into a result, or undefined if it has none. */
export async function findInsights(
  db: Db,
  ownerId: string,
  resultId: string,
  locale: Locale,
): Promise<Localized<InsightsDocument> | undefined> {
  const insights = (await bodyOf(db, ownerId, resultId))?.insights;
  return insights && localized(insights, locale);
}

/** Stores when a result's insights will be ready, unless that is known already. Returns the stored time. */
export async function expectInsights(db: Db, resultId: string, readyAt: string): Promise<string> {
  await db
    .insertInto('insight_requests')
    .values({ result_id: resultId, ready_at: readyAt })
    .onConflict((conflict) => conflict.column('result_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('insight_requests')
    .select('ready_at')
    .where('result_id', '=', resultId)
    .executeTakeFirst();
  return row?.ready_at ?? readyAt;
}

/** Returns the indexes of the questions that a reader has ticked, in order. */
export async function tickedQuestions(db: Db, readerId: string, resultId: string): Promise<number[]> {
  const row = await db
    .selectFrom('question_ticks')
    .select('ticked')
    .where('user_id', '=', readerId)
    .where('result_id', '=', resultId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.ticked) as number[]) : [];
}

/** Keeps each reader's ticks at their questions when these have changed, and drops those of removed questions. */
export async function moveTicks(db: Db, resultId: string, before: readonly Text[], questions: readonly Text[]) {
  const indexOf = (place: number) => questions.findIndex(({ en }) => en === before[place]?.en);
  const rows = await db
    .selectFrom('question_ticks')
    .select(['user_id', 'ticked'])
    .where('result_id', '=', resultId)
    .execute();
  for (const { user_id, ticked } of rows) {
    const places = (JSON.parse(ticked) as number[]).map(indexOf).filter((place) => place >= 0);
    await db
      .updateTable('question_ticks')
      .set({ ticked: JSON.stringify(places.sort((a, b) => a - b)) })
      .where('result_id', '=', resultId)
      .where('user_id', '=', user_id)
      .execute();
  }
}

/** Stores a reader's ticks; indexes without a question are dropped. */
export async function tickQuestions(
  db: Db,
  { readerId, ownerId, resultId }: { readerId: string; ownerId: string; resultId: string },
  places: number[],
): Promise<void> {
  const { length } = (await bodyOf(db, ownerId, resultId))?.questions ?? [];
  const ticked = JSON.stringify(places.filter((place) => place < length).sort((a, b) => a - b));
  await db
    .insertInto('question_ticks')
    .values({ user_id: readerId, result_id: resultId, ticked })
    .onConflict((conflict) => conflict.columns(['user_id', 'result_id']).doUpdateSet({ ticked }))
    .execute();
}
