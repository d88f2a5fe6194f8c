/** The hash chain of the audit log: its links, and the entries in their order. */
import { type Insertable, type Selectable, sql } from 'kysely';
import { APPEND_ONLY, appendOnly } from '../db/append-only.ts';
import type { Engine } from '../db/open.ts';
import type { Db, Tables, Trx } from '../db/schema.ts';

export type AuditRow = Selectable<Tables['audit']>;

/** PostgreSQL advisory lock of the chain. SQLite transactions here start with the write lock. */
const CHAIN_LOCK = 4_021_037;

/** Hash before the first link. */
export const GENESIS = '0'.repeat(64);

/** Action of the entry that a removal of old entries leaves in the log: the number and hash of the last one removed. */
export const PRUNED = 'LOG_PRUNED';

/** The last link of the chain. */
export interface Head {
  number: number;
  hash: string;
}

const newestFirst = (db: Db) => db.selectFrom('audit_chain').orderBy('number', 'desc').limit(1);

export async function headOf(db: Db): Promise<Head> {
  const row = await newestFirst(db).select(['number', 'hash']).executeTakeFirst();
  return row ? { number: Number(row.number), hash: row.hash } : { number: 0, hash: GENESIS };
}

/** Returns the id of the entry that was linked last. */
export const findLastLinkedId = async (db: Db): Promise<string | undefined> =>
  (await newestFirst(db).select('entry_id').executeTakeFirst())?.entry_id;

/**
 * Selects the entries without a link, oldest first.
 * @param floor limits them to ids from this one on
 */
export function selectUnlinked(db: Db, floor?: string) {
  return db
    .selectFrom('audit')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('audit_chain').select('entry_id').whereRef('entry_id', '=', 'audit.id'))),
    )
    .$if(floor !== undefined, (query) => query.where('id', '>=', floor ?? ''))
    .orderBy('at')
    .orderBy('id');
}

/** Waits until no other process adds links. */
export async function lockChain(trx: Trx, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx);
}

export async function insertLinks(trx: Trx, links: readonly Insertable<Tables['audit_chain']>[]): Promise<void> {
  if (links.length > 0) await trx.insertInto('audit_chain').values(links).execute();
}

export interface Link extends Head {
  entryId: string;
  /** Undefined: the entry was deleted. */
  row: AuditRow | undefined;
}

/** Returns the links after a number, at most `most`. */
export async function linksAfter(db: Db, number: number, most: number): Promise<Link[]> {
  const rows = await db
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.entry_id')
    .selectAll('audit')
    .select(['audit_chain.number', 'audit_chain.hash', 'audit_chain.entry_id'])
    .where('audit_chain.number', '>', number)
    .orderBy('audit_chain.number')
    .limit(most)
    .execute();
  return rows.map(({ number: place, hash, entry_id: entryId, ...row }) => ({
    number: Number(place),
    hash,
    entryId,
    row: row.id === null ? undefined : (row as AuditRow),
  }));
}

/** Returns the number of an entry's link; undefined if there is none. */
export async function linkNumberOf(db: Db, entryId: string): Promise<number | undefined> {
  const row = await db.selectFrom('audit_chain').select('number').where('entry_id', '=', entryId).executeTakeFirst();
  return row && Number(row.number);
}

/** Returns the last link that was legitimately removed with the entries before `number`. */
export async function prunedBefore(db: Db, number: number): Promise<Head | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('object_id')
    .where('action', '=', PRUNED)
    .where('object', '=', String(number - 1))
    .executeTakeFirst();
  return row?.object_id ? { number: number - 1, hash: row.object_id } : undefined;
}

/** Returns the last link before the first entry at or after `moment`. */
export async function lastBefore(trx: Trx, moment: string): Promise<Head> {
  const kept = await trx
    .selectFrom('audit_chain')
    .innerJoin('audit', 'audit.id', 'audit_chain.entry_id')
    .select(({ fn }) => fn.min('audit_chain.number').as('first'))
    .where('audit.at', '>=', moment)
    .executeTakeFirst();
  if (kept?.first === null || kept?.first === undefined) return headOf(trx);
  const number = Number(kept.first) - 1;
  const row = await trx.selectFrom('audit_chain').select('hash').where('number', '=', number).executeTakeFirst();
  return { number: row ? number : 0, hash: row?.hash ?? GENESIS };
}

/** Deletes the links up to a number, with their entries. Needs the owner of the tables. Returns how many. */
export async function deleteLinked(trx: Trx, engine: Engine, number: number): Promise<number> {
  const tables = APPEND_ONLY.map((table) => appendOnly(engine, table));
  for (const statement of tables.flatMap(({ remove }) => remove)) await sql.raw(statement).execute(trx);
  const removed = trx.selectFrom('audit_chain').select('entry_id').where('number', '<=', number);
  const { numDeletedRows } = await trx.deleteFrom('audit').where('id', 'in', removed).executeTakeFirstOrThrow();
  await trx.deleteFrom('audit_chain').where('number', '<=', number).execute();
  for (const statement of tables.flatMap(({ add }) => add)) await sql.raw(statement).execute(trx);
  return Number(numDeletedRows);
}

/** Which entries. Times are ISO 8601 UTC: `from` is included, `to` isn't. */
export interface AuditSelection {
  /** Id of the user who did it, or whose data it was; null: everyone. */
  person: string | null;
  from: string | null;
  to: string | null;
}

/** Returns the next entries of a selection with their links, oldest first, at most `most`. */
export function entriesAfter(db: Db, { person, from, to }: AuditSelection, last: AuditRow | undefined, most: number) {
  return db
    .selectFrom('audit')
    .leftJoin('audit_chain', 'audit_chain.entry_id', 'audit.id')
    .selectAll('audit')
    .select(['audit_chain.number', 'audit_chain.hash'])
    .$if(person !== null, (query) =>
      query.where(({ or, eb }) => or([eb('subject_id', '=', person), eb('actor_id', '=', person)])),
    )
    .$if(from !== null, (query) => query.where('at', '>=', String(from)))
    .$if(to !== null, (query) => query.where('at', '<', String(to)))
    .$if(last !== undefined, (query) =>
      query.where((row) => row(row.refTuple('at', 'id'), '>', row.tuple(last?.at ?? '', last?.id ?? ''))),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Returns how many entries are older than a time. */
export async function countAuditBefore(db: Db, moment: string): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('old'))
    .where('at', '<', moment)
    .executeTakeFirstOrThrow();
  return Number(row.old);
}
