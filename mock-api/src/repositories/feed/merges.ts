/**
 * Merges of two patients' records: what moves to the surviving one, and back. What came from a source moves with its
 * source, so that it keeps its ids and stays apart: `feed` of the retired patient becomes `feed/<their id>`.
 */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { OWN_PROFILE } from 'shared-ui/contract';
import { after, DAY, now } from '../../common/clock.ts';
import { EVENT_TYPE } from '../../contract.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import type { MergesTable } from '../../db/tables/feed-tables.ts';
import { SERVER } from '../records/links.ts';

export type MergeRow = Selectable<MergesTable>;

/** How long the desk can undo a merge, in milliseconds. */
const UNDO_WINDOW = 30 * DAY;

/** Returns until when the desk can undo a merge; null if it is over. */
export function undoableUntil({ merged_at: at, undone_at: undone }: MergeRow): string | null {
  const until = after(UNDO_WINDOW, at);
  return undone === null && until > now() ? until : null;
}

export async function insertMerge(
  trx: Trx,
  merge: Pick<MergeRow, 'user_id' | 'retired_id' | 'kept_number' | 'retired_number'>,
): Promise<MergeRow> {
  const row = { ...merge, id: randomUUID(), merged_at: now(), undone_at: null, undone_by: null };
  await trx.insertInto('merges').values(row).execute();
  return row;
}

/** Returns the merges that a patient has survived, without those that were undone, the newest first. */
export const mergesInto = (db: Db, userId: string): Promise<MergeRow[]> =>
  db
    .selectFrom('merges')
    .selectAll()
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .orderBy('merged_at', 'desc')
    .orderBy('id')
    .execute();

/** Returns patients as the desk lists them, with a mark on those with a merge that can still be undone. */
export async function withMerges<Item extends { id: string }>(
  db: Db,
  items: readonly Item[],
): Promise<(Item & { wasMerged?: true })[]> {
  if (items.length === 0) return [];
  const rows = await db
    .selectFrom('merges')
    .select('user_id')
    .where(
      'user_id',
      'in',
      items.map(({ id }) => id),
    )
    .where('undone_at', 'is', null)
    .where('merged_at', '>', after(-UNDO_WINDOW))
    .execute();
  const merged = new Set(rows.map(({ user_id: id }) => id));
  return items.map((item) => ({ ...item, ...(merged.has(item.id) && { wasMerged: true as const }) }));
}

/** Returns the merge that retired a patient, unless it was undone. */
export const mergeOf = (db: Db, retiredId: string): Promise<MergeRow | undefined> =>
  db
    .selectFrom('merges')
    .selectAll()
    .where('retired_id', '=', retiredId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();

/** Returns whether the desk has undone a merge of these two patients, either way, while that could be done. */
export async function wasUndone(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('merges')
    .select('id')
    .where('user_id', 'in', [one, other])
    .where('retired_id', 'in', [one, other])
    .where('undone_at', '>', after(-UNDO_WINDOW))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns this patient and all whose records were ever joined with theirs, also through others. */
export async function joinedWith(db: Db, userId: string): Promise<string[]> {
  const known = new Set([userId]);
  let next = [userId];
  while (next.length > 0) {
    const rows = await db
      .selectFrom('merges')
      .select(['user_id', 'retired_id'])
      .where(({ or, eb }) => or([eb('user_id', 'in', next), eb('retired_id', 'in', next)]))
      .execute();
    next = rows.flatMap(({ user_id: kept, retired_id: retired }) => [kept, retired]).filter((id) => !known.has(id));
    for (const id of next) known.add(id);
  }
  return [...known];
}

export async function markUndone(trx: Trx, id: string, by: string): Promise<void> {
  await trx.updateTable('merges').set({ undone_at: now(), undone_by: by }).where('id', '=', id).execute();
}

interface Direction {
  from: string;
  to: string;
}

/** Columns that name the patient, in rows that move one by one. */
interface Move {
  table: keyof Tables;
  columns: readonly string[];
  /** Column that tells the rows of one patient apart. */
  key: string;
  /** Which rows move; all without it. */
  only?(direction: Direction): RawBuilder<unknown>;
  /** Column with the time of the last change: what changed after the merge stays. */
  changedAt?: string;
}

const OWN = sql`profile_id = ${sql.lit(OWN_PROFILE)}`;
const WITHOUT_SOURCE = sql`source is null and ${OWN}`;
/** Events about sharing are made anew: their ids belong to the patient whom they are for. */
const ABOUT_SHARING = sql.join([EVENT_TYPE.SUPPORTER, EVENT_TYPE.SUPPORTER_REQUEST].map((type) => sql.lit(type)));

/** Condition: the surviving patient has no row with the same value of this column. */
const isFree =
  (table: keyof Tables, column: string) =>
  ({ to }: Direction) =>
    sql`${sql.ref(column)} not in (select ${sql.ref(column)} from ${sql.table(table)} where user_id = ${to})`;

const OWN_WORDS = ({ from }: Direction) => sql`user_id = ${from}`;

/** Authors before patients: who wrote it is told by whose it is. */
const MOVES: readonly Move[] = [
  {
    table: 'events',
    columns: ['user_id'],
    key: 'id',
    only: () => sql`${WITHOUT_SOURCE} and type not in (${ABOUT_SHARING})`,
  },
  { table: 'results', columns: ['user_id'], key: 'id', only: () => WITHOUT_SOURCE },
  { table: 'care_plans', columns: ['user_id'], key: 'id', only: () => WITHOUT_SOURCE },
  {
    table: 'notifications',
    columns: ['user_id'],
    key: 'id',
    only: ({ to }) =>
      sql`${OWN} and (kind <> 'next-step' or not exists (select 1 from notifications as other
        where other.user_id = ${to} and other.kind = 'next-step' and other.profile_id = ${sql.lit(OWN_PROFILE)}))`,
  },
  { table: 'stays', columns: ['user_id'], key: 'id' },
  { table: 'requests', columns: ['author_id'], key: 'id', only: OWN_WORDS },
  { table: 'requests', columns: ['user_id'], key: 'id', only: () => OWN },
  { table: 'medication_checks', columns: ['author_id'], key: 'id', only: OWN_WORDS },
  { table: 'medication_checks', columns: ['user_id'], key: 'id' },
  {
    table: 'medication_check_asks',
    columns: ['user_id'],
    key: 'asked_at',
    only: ({ to }) => sql`not exists (select 1 from medication_check_asks as other where other.user_id = ${to})`,
  },
  { table: 'rounds_questions', columns: ['author_id'], key: 'id', only: OWN_WORDS },
  { table: 'rounds_questions', columns: ['user_id'], key: 'id' },
  {
    table: 'day_plans',
    columns: ['user_id'],
    key: 'date',
    only: isFree('day_plans', 'date'),
    changedAt: 'updated_at',
  },
  {
    table: 'going_home_ticks',
    columns: ['user_id', 'owner_id'],
    key: 'point',
    only: (direction) => sql`owner_id = ${direction.from} and ${isFree('going_home_ticks', 'point')(direction)}`,
  },
  { table: 'survey_receipts', columns: ['user_id'], key: 'receipt_id' },
  { table: 'feed_message', columns: ['user_id'], key: 'id' },
  {
    table: 'supporters',
    columns: ['user_id'],
    key: 'id',
    // Who supports both, or is one of them, keeps to the entry that they have.
    only: ({ to }) => sql`${OWN} and (supporter_user_id is null or (supporter_user_id <> ${to} and
      supporter_user_id not in (select supporter_user_id from supporters where user_id = ${to}
        and supporter_user_id is not null)))`,
  },
];

const placeOf = ({ table, columns }: Move) => `${table}.${columns[0]}`;

const moved = (mergeId: string, place: string) =>
  sql`select row_id from merge_moves where merge_id = ${mergeId} and place = ${place}`;

/** Adds rows to what an undo of a merge gives back. @param where which rows of the table, beside their patient */
async function note(trx: Trx, mergeId: string, move: Move, userId: string, where: RawBuilder<unknown>): Promise<void> {
  const { table, columns, key } = move;
  await sql`insert into merge_moves (merge_id, place, row_id)
    select cast(${mergeId} as text), cast(${placeOf(move)} as text), ${sql.ref(key)} from ${sql.table(table)}
    where ${sql.ref(columns[0] ?? '')} = ${userId} and ${where}
    on conflict do nothing`.execute(trx);
}

/** Notes that the patients of a merge are asked about these supporters again. */
export async function noteAsked(trx: Trx, mergeId: string, supporterIds: readonly string[]): Promise<void> {
  if (supporterIds.length === 0) return;
  const rows = supporterIds.map((id) => ({ merge_id: mergeId, place: 'supporters.status', row_id: id }));
  await trx
    .insertInto('merge_moves')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether the patient who invited a supporter was part of a merge since. */
export async function wasMerged(db: Db, supporterId: string): Promise<boolean> {
  const row = await db
    .selectFrom('merge_moves')
    .select('row_id')
    .where('place', '=', 'supporters.status')
    .where('row_id', '=', supporterId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a message adds for its patient, apart from what comes from a source. */
const ADDED = MOVES.filter(({ table }) => table === 'events' || table === 'stays' || table === 'notifications');

/**
 * Does `work` for a patient that is about one whom these merges have retired, by their number: an undo gives back what
 * it adds.
 */
export async function asRetired<Answer>(
  trx: Trx,
  userId: string,
  merges: readonly MergeRow[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (merges.length === 0) return work();
  const idsIn = async ({ table }: Move) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where user_id = ${userId}`.execute(
      trx,
    );
    return rows.map(({ id }) => id);
  };
  const before = new Map<Move, Set<string>>();
  for (const move of ADDED) before.set(move, new Set(await idsIn(move)));
  const answer = await work();
  for (const move of ADDED) {
    const added = (await idsIn(move)).filter((id) => !before.get(move)?.has(id));
    if (added.length === 0) continue;
    for (const { id } of merges) await note(trx, id, move, userId, sql`id in (${sql.join(added)})`);
  }
  return answer;
}

const assign = (columns: readonly string[], to: string) =>
  sql.join(columns.map((column) => sql`${sql.ref(column)} = ${to}`));

/** Tables of what came from a source. */
const SOURCED = [
  'fhir_links',
  'fhir_resources',
  'fhir_files',
  'results',
  'care_plans',
  'events',
  'record_items',
] as const;

const SOURCE_PLACE = 'fhir_links.source';

/**
 * Moves what follows results: ticks and explanations have their owner's id, too. Held answers follow their invitation.
 */
async function moveFollowers(trx: Trx, { from, to }: Direction): Promise<void> {
  for (const table of ['question_ticks', 'explanations'] as const)
    await sql`update ${sql.table(table)} set user_id = ${to} where user_id = ${from}
      and result_id in (select id from results where user_id = ${to})`.execute(trx);
  await sql`update held_invitations set patient_id = ${to} where patient_id = ${from}
    and supporter_id in (select id from supporters where user_id = ${to})`.execute(trx);
}

/** Moves all that hangs on the retired patient, apart from what identifies them, to the surviving one. */
export async function moveAll(trx: Trx, { id, retired_id: from, user_id: to }: MergeRow): Promise<void> {
  for (const move of MOVES) {
    const { table, columns, key, only = () => sql`1 = 1` } = move;
    await note(trx, id, move, from, only({ from, to }));
    await sql`update ${sql.table(table)} set ${assign(columns, to)}
      where ${sql.ref(columns[0] ?? '')} = ${from} and ${sql.ref(key)} in (${moved(id, placeOf(move))})`.execute(trx);
  }
  // The hospital's server has its own word about merges, which its link follows.
  const source = sql`case when source like '%/%' then source else source || '/' || cast(${from} as text) end`;
  await sql`insert into merge_moves (merge_id, place, row_id)
    select cast(${id} as text), cast(${SOURCE_PLACE} as text), ${source} from fhir_links
    where user_id = ${from} and source <> ${SERVER}`.execute(trx);
  for (const table of SOURCED)
    await sql`update ${sql.table(table)} set user_id = ${to}, source = ${source}
      where user_id = ${from} and source is not null and source <> ${SERVER}`.execute(trx);
  await moveFollowers(trx, { from, to });
}

/** Moves back what a merge has moved, and what has come from the retired patient's sources since. */
export async function moveBack(trx: Trx, merge: MergeRow): Promise<void> {
  const { id, retired_id: to, user_id: from, merged_at: at } = merge;
  for (const move of MOVES) {
    const { table, columns, key, changedAt } = move;
    const isUnchanged = changedAt === undefined ? sql`1 = 1` : sql`${sql.ref(changedAt)} <= ${at}`;
    await sql`update ${sql.table(table)} set ${assign(columns, to)}
      where ${sql.ref(columns[0] ?? '')} = ${from} and ${sql.ref(key)} in (${moved(id, placeOf(move))})
      and ${isUnchanged}`.execute(trx);
  }
  const suffix = `/${to}`;
  const source = sql`replace(source, cast(${suffix} as text), '')`;
  for (const table of SOURCED)
    await sql`update ${sql.table(table)} set user_id = ${to}, source = ${source}
      where user_id = ${from} and source in (${moved(id, SOURCE_PLACE)})`.execute(trx);
  const naming = (number: string) => sql`select message_id from feed_message_person where person = ${number}`;
  await sql`update feed_message set user_id = ${to} where user_id = ${from}
    and id in (${naming(merge.retired_number)}) and id not in (${naming(merge.kept_number)})`.execute(trx);
  await moveFollowers(trx, { from, to });
  await forgetSubjects(trx, merge);
}

/**
 * What the surviving patient wrote, or was sent, since the merge stays theirs, but no longer names what it was about if
 * that is the other person's.
 */
async function forgetSubjects(trx: Trx, { user_id: kept, retired_id: other, merged_at: at }: MergeRow): Promise<void> {
  const tables = ['events', 'results', 'care_plans', 'record_items'] as const;
  const ids = sql.join(
    tables.map((table) => sql`select id from ${sql.table(table)} where user_id = ${other}`),
    sql` union all `,
  );
  for (const table of ['requests', 'rounds_questions'] as const)
    await sql`update ${sql.table(table)} set about = null where user_id = ${kept} and created_at >= ${at}
      and exists (select 1 from (${ids}) as others where about like '%"' || others.id || '"%')`.execute(trx);
  await sql`update events set link_id = null where user_id = ${kept} and created_at >= ${at} and source is null
    and link_id in (${ids})`.execute(trx);
}
