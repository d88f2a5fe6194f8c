/** Opens the one database handle a process uses: PostgreSQL when it has an address, SQLite otherwise. */
import { channel } from 'node:diagnostics_channel';
import { type Dialect, Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
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

const POOL_SIZE = 10;
const CONNECT_TIMEOUT = 5_000;

function open<Tables>(dialect: Dialect): Kysely<Tables> {
  const log = ({ query }: LogEvent) => {
    if (statements.hasSubscribers) statements.publish(query.sql);
  };
  return new Kysely<Tables>({ dialect, log });
}

/**
 * @param onLost called when an idle PostgreSQL connection breaks; the pool replaces it by itself
 */
export function openDatabase<Tables>(
  address: DatabaseAddress,
  onLost: (error: Error) => void = () => {},
): Database<Tables> {
  if (!address.url) return { engine: 'sqlite', db: open(sqliteDialect(address.file)) };
  const pool = new pg.Pool({
    connectionString: address.url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  pool.on('error', onLost);
  return { engine: 'postgres', db: open(new PostgresDialect({ pool })) };
}
