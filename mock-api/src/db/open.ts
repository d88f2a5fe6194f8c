/** Opens the one database handle a process uses: PostgreSQL when it has an address, SQLite otherwise. */
import { channel } from 'node:diagnostics_channel';
import { type Dialect, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import { openPool } from './postgres-pool.ts';
import { sqliteDialect } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where the data lives: `url` (PostgreSQL) wins over `file` (SQLite). */
export interface DatabaseAddress {
  url: string | undefined;
  file: string;
}

export interface Database<Tables> {
  engine: Engine;
  db: Kysely<Tables>;
}

/** Told about every statement, without its values. */
const statements = channel('api:statement');

/** How long a statement of a call may take: less than a phone waits for its answer (10 s), in milliseconds. */
export const CALL_PATIENCE = 8_000;

interface Opening {
  /** Called when a PostgreSQL connection breaks; the pool replaces it by itself. */
  onLost?: (error: Error) => void;
  /** How long PostgreSQL may take for a statement, in milliseconds; without it as long as it does. */
  patience?: number;
}

function open<Tables>(dialect: Dialect): Kysely<Tables> {
  const log = ({ query }: LogEvent) => {
    if (statements.hasSubscribers) statements.publish(query.sql);
  };
  return new Kysely<Tables>({ dialect, log });
}

/** Opens a handle. Nothing is connected before the first statement. */
export function openDatabase<Tables>(
  address: DatabaseAddress,
  { onLost = () => {}, patience = Number.POSITIVE_INFINITY }: Opening = {},
): Database<Tables> {
  if (!address.url) return { engine: 'sqlite', db: open(sqliteDialect(address.file)) };
  return { engine: 'postgres', db: open(new PostgresDialect({ pool: openPool(address.url, patience, onLost) })) };
}

/** Does something that may take long with a handle of its own, and closes it. */
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
