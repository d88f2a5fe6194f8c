/**
 * Opens a process's database handle: PostgreSQL if it has an address, otherwise SQLite. Tells an unreachable database
 * from a failed statement.
 */
import { channel } from 'node:diagnostics_channel';
import {
  type Dialect,
  Kysely,
  type LogEvent,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import { READ_ONLY, requirePrimary, serversOf } from 'server-kit/database/servers';
import { currentTrace } from 'server-kit/tracing/tracing';
import { sqliteDialect } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

/** Location of the data: `url` (PostgreSQL) takes precedence over `file` (SQLite). */
export interface DatabaseAddress {
  url: string | undefined;
  file: string;
}

export interface Database<Tables> {
  engine: Engine;
  db: Kysely<Tables>;
}

const POOL_SIZE = 10;
/** How long a request waits for a connection, in milliseconds. */
const CONNECT_TIMEOUT = 5_000;

/** Adds the trace to a statement as a comment, as sqlcommenter does: the server's log then leads to the trace. */
function withTrace(statement: string): string {
  const traceparent = currentTrace.getStore()?.traceparent;
  return traceparent === undefined ? statement : `${statement} /*traceparent='${traceparent}'*/`;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A PostgreSQL client that is closed instead of reused after a statement timed out or the server refused a write. */
class TimeoutClient implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #timeout: number;
  #timedOut: DatabaseTimeoutError | undefined;
  #isPrimary = true;

  constructor(client: PostgresPoolClient, statementTimeout: number) {
    this.#client = client;
    this.#timeout = statementTimeout;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    if (typeof statement !== 'string') return this.#client.query(statement);
    // The rollback of a transaction would queue behind the hanging statement.
    if (this.#timedOut) return Promise.reject(this.#timedOut);
    return this.#inTime(this.#client.query<R>(withTrace(statement), parameters));
  }

  release(): void {
    this.#client.release(this.#timedOut !== undefined || !this.#isPrimary);
  }

  /** Marks a connection to a server that is not the primary: a new connection may reach the current primary. */
  #note(error: unknown): unknown {
    if (codeOf(error) === READ_ONLY) this.#isPrimary = false;
    return error;
  }

  #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#timedOut = new DatabaseTimeoutError(`no response within ${this.#timeout} ms`);
        reject(this.#timedOut);
      }, this.#timeout);
      answer.then(resolve, (error) => reject(this.#note(error))).finally(() => clearTimeout(timer));
    });
  }
}

/** @param isOneOfSeveral whether the server may be a standby, whose connections are refused */
function openServerPool(url: string, isOneOfSeveral: boolean, onLost: (error: Error) => void): pg.Pool {
  const verify = (client: pg.PoolClient, done: (error?: Error) => void) => {
    requirePrimary(client).then(() => done(), done);
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    ...(isOneOfSeveral && { verify }),
  });
  pool.on('error', onLost);
  // The pool only handles errors of idle connections. Without this handler, a connection that breaks between two
  // statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

/**
 * Opens a PostgreSQL pool whose broken or unresponsive connections neither end the process nor block a request. If the
 * URL names several servers, it connects to the primary, and after a failover to the new one.
 * @param statementTimeout statement timeout in milliseconds; Infinity: none
 * @param onLost called when a connection breaks; the pool replaces it automatically
 */
function openPool(url: string, statementTimeout: number, onLost: (error: Error) => void): PostgresPool {
  const urls = serversOf(url);
  const pools = urls.map((server) => openServerPool(server, urls.length > 1, onLost));
  let primary = 0;

  const connect = async (): Promise<pg.PoolClient> => {
    let failure: unknown;
    for (const pool of [...pools.slice(primary), ...pools.slice(0, primary)]) {
      try {
        const client = await pool.connect();
        primary = pools.indexOf(pool);
        return client;
      } catch (error) {
        // A standby's refusal says less than why the primary failed.
        if (failure === undefined || codeOf(failure) === READ_ONLY) failure = error;
      }
    }
    throw failure;
  };
  return {
    options: {},
    connect: async () =>
      statementTimeout === Number.POSITIVE_INFINITY ? connect() : new TimeoutClient(await connect(), statementTimeout),
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** A statement without its values, and the database that it was sent to. */
export interface SentStatement {
  sql: string;
  address: DatabaseAddress;
}

/** Publishes every statement, as a `SentStatement`. */
const statements = channel('api:statement');

/** Statement timeout of a request, in milliseconds: shorter than a phone's request timeout (10 s). */
export const CALL_TIMEOUT = 8_000;

interface Opening {
  /** Called when a PostgreSQL connection breaks; the pool replaces it automatically. */
  onLost?: (error: Error) => void;
  /** PostgreSQL statement timeout, in milliseconds; none by default. */
  statementTimeout?: number;
}

function open<Tables>(engine: Engine, dialect: Dialect, address: DatabaseAddress): Database<Tables> {
  const log = ({ level, query, queryDurationMillis: milliseconds }: LogEvent) => {
    if (statements.hasSubscribers) statements.publish({ sql: query.sql, address } satisfies SentStatement);
    currentTrace.getStore()?.addStatement({ engine, sql: query.sql, milliseconds, isFailed: level === 'error' });
  };
  return { engine, db: new Kysely<Tables>({ dialect, log }) };
}

/** Opens a handle. Connects on the first statement. */
export function openDatabase<Tables>(
  address: DatabaseAddress,
  { onLost = () => {}, statementTimeout = Number.POSITIVE_INFINITY }: Opening = {},
): Database<Tables> {
  if (!address.url) return open('sqlite', sqliteDialect(address.file), address);
  return open('postgres', new PostgresDialect({ pool: openPool(address.url, statementTimeout, onLost) }), address);
}

/** Runs work that may take long with a separate handle, then closes it. */
export async function withDatabase<Tables, Answer>(
  address: DatabaseAddress,
  work: (database: Database<Tables>) => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase<Tables>(address);
  try {
    return await work(database);
  } finally {
    await database.db.destroy();
  }
}

/** Seconds after which clients may retry requests that failed because of an outage. */
export const RETRY_OUTAGE = 5;

/** A statement timed out: the database server or its network is unreachable. */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
}

/**
 * Codes of the operating system and of PostgreSQL (its appendix A): no connection or a broken one (class 08), stopping
 * or starting (57P0x), too many connections (53300), and no longer the primary (25006).
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-4]|53300|25006)$/;
/** Messages of pg without a code: the connection broke, or none was available in time. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

function causesOf(error: Error): unknown[] {
  return error instanceof AggregateError ? [...error.errors, error.cause] : [error.cause];
}

/** Returns whether an error, or one of its causes, means that the database is currently unreachable. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeoutError || WORDS.test(error.message)) return true;
  if (CODES.test(String(codeOf(error)))) return true;
  return causesOf(error).some(isOutage);
}
