/** The demo's stored content, its story, and the position of each user in it. */
import type { Starter, StoryStepDocument } from '../common/documents.ts';
import type { StorySeries } from '../contract.ts';
import type { Db, StarterKind } from '../db/schema.ts';
import { readFact, writeFact } from './facts.ts';

const KINDS: readonly StarterKind[] = ['profile', 'event', 'result', 'carePlan', 'notification', 'supporter'];

export async function insertStarter(db: Db, starter: Starter): Promise<void> {
  const rows = KINDS.flatMap((kind) => starter[kind].map((document) => ({ kind, document: JSON.stringify(document) })));
  await db
    .insertInto('starter_documents')
    .values(rows.map((row, position) => ({ ...row, position })))
    .execute();
}

/** Returns the initial content of a user's demo; all empty if no demo content is stored. */
export async function readStarter(db: Db): Promise<Starter> {
  const rows = await db.selectFrom('starter_documents').select(['kind', 'document']).orderBy('position').execute();
  const starter: Starter = { profile: [], event: [], result: [], carePlan: [], notification: [], supporter: [] };
  for (const { kind, document } of rows) (starter[kind] as unknown[]).push(JSON.parse(document));
  return starter;
}

const SEEDED = { demo: 'demo-seeded', 'demo-testers': 'demo-testers-seeded', templates: 'templates-seeded' } as const;

/** Content that is stored once, when a process starts for the first time. */
type Seed = keyof typeof SEEDED;

export async function isSeeded(db: Db, seed: Seed): Promise<boolean> {
  return (await readFact(db, SEEDED[seed])) !== undefined;
}

export async function markSeeded(db: Db, seed: Seed): Promise<void> {
  await writeFact(db, SEEDED[seed], '1');
}

interface StoryStepRow {
  series: StorySeries;
  step: number;
  delayMs: number;
}

/** Returns the script's timing: every step of every series, in order. */
export async function listSteps(db: Db): Promise<StoryStepRow[]> {
  const steps = db.selectFrom('story_steps').select(['series', 'step', 'delay_ms as delayMs']);
  return steps.orderBy('series').orderBy('step').execute();
}

export async function findStep(db: Db, series: StorySeries, step: number): Promise<StoryStepDocument | undefined> {
  const row = await db
    .selectFrom('story_steps')
    .select('document')
    .where('series', '=', series)
    .where('step', '=', step)
    .executeTakeFirst();
  return row && (JSON.parse(row.document) as StoryStepDocument);
}

/** Returns how many steps of each series the user has seen. */
export async function storyPositions(db: Db, userId: string): Promise<Record<StorySeries, number>> {
  const rows = await db
    .selectFrom('story_positions')
    .select(['series', 'position'])
    .where('user_id', '=', userId)
    .execute();
  const positions = { patient: 0, supporter: 0 };
  for (const row of rows) positions[row.series] = row.position;
  return positions;
}

export async function setStoryPosition(db: Db, userId: string, series: StorySeries, position: number): Promise<void> {
  await db
    .insertInto('story_positions')
    .values({ user_id: userId, series, position })
    .onConflict((conflict) => conflict.columns(['user_id', 'series']).doUpdateSet({ position }))
    .execute();
}

/** Stores the script of a series. */
export async function insertSeries(db: Db, series: StorySeries, steps: StoryStepDocument[]): Promise<void> {
  const rows = steps.map((one, step) => ({ series, step, delay_ms: one.delayMs, document: JSON.stringify(one) }));
  await db.insertInto('story_steps').values(rows).execute();
}
