import type { Starter } from '../../common/documents.ts';
import type { Db, StarterKind } from '../../db/schema.ts';

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

const SEEDED = 'demo-seeded';

/** Returns whether the demo's content is stored already. */
export async function isSeeded(db: Db): Promise<boolean> {
  const fact = await db.selectFrom('facts').select('value').where('name', '=', SEEDED).executeTakeFirst();
  return fact !== undefined;
}

export async function markSeeded(db: Db): Promise<void> {
  await db.insertInto('facts').values({ name: SEEDED, value: '1' }).execute();
}
