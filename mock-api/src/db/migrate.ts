/** Migrates a database safely when several processes start at the same time. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Engine } from './open.ts';

export interface Migration {
  name: string;
  up(db: Transaction<unknown>, engine: Engine): Promise<void>;
}

/** PostgreSQL advisory lock for start-up work: any number, the same in every process. */
const START_LOCK = 4_021_021;

/**
 * Runs `work` in a transaction that excludes other processes: SQLite transactions here start with the write lock,
 * PostgreSQL takes an advisory lock that ends with the transaction.
 */
export async function underStartLock<Tables, Answer>(
  { db, engine }: Database<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(trx);
    return work(trx);
  });
}

/** PostgreSQL's error code for a statement that the role may not run. */
const NOT_PERMITTED = '42501';

/** The database is of an earlier version, and this process's role may not change its tables. */
export class NotMigrated extends Error {
  override readonly name = 'NotMigrated';

  constructor() {
    super('the database is not up to date. Run "npm run migrate" with DATABASE_OWNER_URL first');
  }
}

/** A service's migrations, and the table that records which ones have been applied. */
export interface Migrations {
  log: string;
  list: readonly Migration[];
}

type LogTables = Record<string, { name: string; applied_at: string }>;

/** Applies pending migrations in order. Must be called under the start lock. */
export async function migrate<Tables>(
  trx: Transaction<Tables>,
  engine: Engine,
  { log, list }: Migrations,
): Promise<void> {
  const db = trx as unknown as Kysely<LogTables>;
  const pending = await pendingIn(db, { log, list });
  if (pending.length === 0) return;
  try {
    await trx.schema
      .createTable(log)
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'text', (column) => column.notNull())
      .execute();
    for (const migration of pending) {
      await migration.up(trx as unknown as Transaction<unknown>, engine);
      await db.insertInto(log).values({ name: migration.name, applied_at: new Date().toISOString() }).execute();
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === NOT_PERMITTED ? new NotMigrated() : error;
  }
}

/** Returns the migrations that the database does not have yet. Needs no more than reading. */
async function pendingIn(db: Kysely<LogTables>, { log, list }: Migrations): Promise<readonly Migration[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === log)) return list;
  const applied = new Set((await db.selectFrom(log).select('name').execute()).map(({ name }) => name));
  return list.filter(({ name }) => !applied.has(name));
}

/** Drops tables, children first. Must be called under the start lock. */
export async function dropAll<Tables>(
  trx: Transaction<Tables>,
  engine: Engine,
  tables: readonly string[],
): Promise<void> {
  for (const table of tables) {
    const drop = trx.schema.dropTable(table).ifExists();
    await (engine === 'postgres' ? drop.cascade() : drop).execute();
  }
}
