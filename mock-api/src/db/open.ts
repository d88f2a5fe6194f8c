/** Opens a process's database handle: PostgreSQL if it has an address, otherwise SQLite. */
import { channel } from 'node:diagnostics_channel';
import { type Dialect, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { openPool } from './postgres-pool.ts';
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

/** Publishes every statement, without its values. */
const statements = channel('api:statement');

/** Statement timeout of a request, in milliseconds: shorter than a phone's request timeout (10 s). */
export const CALL_TIMEOUT = 8_000;

interface Opening {
  /** Called when a PostgreSQL connection breaks; the pool replaces it automatically. */
  onLost?: (error: Error) => void;
  /** PostgreSQL statement timeout, in milliseconds; none by default. */
  patience?: number;
}

function open<Tables>(dialect: Dialect): Kysely<Tables> {
  const log = ({ query }: LogEvent) => {
    if (statements.hasSubscribers) statements.publish(query.sql);
  };
  return new Kysely<Tables>({ dialect, log });
}

/** Opens a handle. Connects on the first statement. */
export function openDatabase<Tables>(
  address: DatabaseAddress,
  { onLost = () => {}, patience = Number.POSITIVE_INFINITY }: Opening = {},
): Database<Tables> {
  if (!address.url) return { engine: 'sqlite', db: open(sqliteDialect(address.file)) };
  return { engine: 'postgres', db: open(new PostgresDialect({ pool: openPool(address.url, patience, onLost) })) };
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
