/**
 * A result's insights from the navigator, and what readers have ticked: questions about a result, and points of a
 * patient's checklist for going home.
 */

import { now } from '../../common/clock.ts';
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

/** Ticks of a patient's checklist for going home. */
interface TicksOf {
  readerId: string;
  /** Whose checklist it is. */
  ownerId: string;
}

export async function tickedPoints(db: Db, { readerId, ownerId }: TicksOf): Promise<string[]> {
  const rows = await db
    .selectFrom('going_home_ticks')
    .select('point')
    .where('user_id', '=', readerId)
    .where('owner_id', '=', ownerId)
    .orderBy('point')
    .execute();
  return rows.map(({ point }) => point);
}

export async function tickPoint(db: Db, { readerId, ownerId }: TicksOf, point: string): Promise<void> {
  await db
    .insertInto('going_home_ticks')
    .values({ user_id: readerId, owner_id: ownerId, point, ticked_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'owner_id', 'point']).doNothing())
    .execute();
}

export async function untickPoint(db: Db, { readerId, ownerId }: TicksOf, point: string): Promise<void> {
  await db
    .deleteFrom('going_home_ticks')
    .where('user_id', '=', readerId)
    .where('owner_id', '=', ownerId)
    .where('point', '=', point)
    .execute();
}
