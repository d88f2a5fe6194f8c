/** A separate database for each test file: a folder for SQLite, a database for PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface TestDatabase {
  /** Environment variables that make the API or the recorder use it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** URL of a PostgreSQL server whose user may create databases; set by the runner for its second run. */
const SERVER = process.env.TEST_POSTGRES_URL;

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function postgresDatabase(server: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: url.href },
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

async function sqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'api-test-'));
  return { env: { DATA_DIR: folder }, drop: () => rm(folder, { recursive: true, force: true }) };
}

export function createTestDatabase(): Promise<TestDatabase> {
  return SERVER ? postgresDatabase(SERVER) : sqliteDatabase();
}
