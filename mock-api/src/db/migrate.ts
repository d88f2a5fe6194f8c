/** Migrates a database safely when several processes start at the same time. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
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
class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError';

  constructor() {
    super('the database is not up to date. Run "npm run migrate" with DATABASE_OWNER_URL first');
  }
}

/** A service's migrations, and the table that records which ones have been applied. */
export interface Migrations {
  log: string;
  list: readonly Migration[];
}

/** Returns whether a database has all of a service's migrations. Needs no more than reading. */
export async function isMigrated<Tables>(db: Kysely<Tables>, { log, list }: Migrations): Promise<boolean> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === log)) return false;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(log)}`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return list.every(({ name }) => applied.has(name));
}

/**
 * Creates the log, or takes over that of an earlier version of the product, whose column for the time had another name.
 * The migrator would create it too, but hide why it may not.
 */
async function prepareLog<Tables>({ introspection, schema }: Transaction<Tables>, log: string): Promise<void> {
  const table = (await introspection.getTables()).find(({ name }) => name === log);
  if (table?.columns.some(({ name }) => name === 'applied_at')) {
    await schema.alterTable(log).renameColumn('applied_at', 'timestamp').execute();
  } else if (!table) {
    const columns = schema.createTable(log).addColumn('name', 'varchar(255)', (column) => column.primaryKey());
    await columns.addColumn('timestamp', 'varchar(255)', (column) => column.notNull()).execute();
  }
}

/** Applies pending migrations in order. Must be called under the start lock. */
export async function migrate<Tables>(trx: Transaction<Tables>, engine: Engine, migrations: Migrations): Promise<void> {
  if (await isMigrated(trx, migrations)) return;
  const { log, list } = migrations;
  const steps = list.map((one) => [one.name, { up: () => one.up(trx as unknown as Transaction<unknown>, engine) }]);
  try {
    await prepareLog(trx, log);
    const provider = { getMigrations: async () => Object.fromEntries(steps) };
    const options = { migrationTableName: log, allowUnorderedMigrations: true };
    const { error } = await new Migrator({ db: trx, provider, ...options }).migrateToLatest();
    if (error) throw error;
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === NOT_PERMITTED ? new NotMigratedError() : error;
  }
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
