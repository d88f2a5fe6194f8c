/**
 * Node's built-in SQLite as a Kysely dialect. An acknowledged write survives `kill -9` and a power cut (WAL,
 * `synchronous=FULL`).
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

/** Prepared statements cached for reuse; the API has fewer distinct queries than this. */
const STATEMENT_CACHE = 500;
/** How long a writer waits for another process's transaction, in milliseconds. */
const BUSY_TIMEOUT = 5_000;
/** Pause between attempts where SQLite does not wait by itself, in milliseconds. */
const BUSY_PAUSE = 5;

function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  throw new TypeError(`Not a value SQLite stores: ${typeof value}`);
}

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...parameters.map(toInput));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...parameters.map(toInput));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters.map(toInput));
  }
}

/** Takes the write lock with the first statement, so that a transaction never fails halfway on a stale snapshot. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite undoes changes of tables with their transaction, which kysely doesn't expect of it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): TransactionalAdapter {
    return new TransactionalAdapter();
  }
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, Statement>();
  return {
    close: () => database.close(),
    prepare(sql: string): Statement {
      const known = statements.get(sql);
      if (known) return known;
      const statement = new Statement(database.prepare(sql));
      if (statements.size < STATEMENT_CACHE) statements.set(sql, statement);
      return statement;
    },
  };
}

const SQLITE_BUSY = 5;

const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

/**
 * Enables the write-ahead log. SQLite ignores its busy timeout here: if two processes open a new file at the same
 * time, one of them fails immediately because the file is locked. Retries until that timeout has passed.
 */
function useWriteAheadLog(database: DatabaseSync): void {
  const givesUpAt = Date.now() + BUSY_TIMEOUT;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > givesUpAt) throw error;
      Atomics.wait(sleeper, 0, 0, BUSY_PAUSE);
    }
  }
}

/**
 * Opens a SQLite database file, creating it and its folder if needed. Only the owner can read what is created, as it
 * holds patient data; SQLite gives its additional files the same permissions.
 * @throws if the folder is not writable or the file is not a database
 */
export function sqliteDialect(file: string): Dialect {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  useWriteAheadLog(database);
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  return new NodeSqliteDialect({ database: adapt(database) });
}
