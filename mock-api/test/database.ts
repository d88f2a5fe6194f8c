/**
 * Databases for tests, one for each: a folder for SQLite, a database for PostgreSQL. Most start as copies of a filled
 * demo, which takes a fraction of the time that migrating and filling one takes.
 */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { readConfig } from '../src/config/config.ts';
import { withDatabase } from '../src/db/open.ts';
import type { Tables } from '../src/db/schema.ts';
import { prepareDatabase } from '../src/services/demo/prepare.ts';

export interface TestDatabase {
  /** Environment variables that make the API or the recorder use it. */
  env: Record<string, string>;
  /** Creates a database with the same contents. This one must not be in use. */
  copy(): Promise<TestDatabase>;
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

async function postgresDatabase(server: string, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: url.href },
    copy: () => postgresDatabase(server, name),
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

async function sqliteDatabase(template?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'api-test-'));
  if (template !== undefined) await cp(template, folder, { recursive: true });
  return {
    env: { DATA_DIR: folder },
    copy: () => sqliteDatabase(folder),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Creates an empty database, which the API migrates when it starts. */
export function createTestDatabase(): Promise<TestDatabase> {
  return SERVER ? postgresDatabase(SERVER) : sqliteDatabase();
}

async function fillDemo(): Promise<TestDatabase> {
  const filled = await createTestDatabase();
  const config = readConfig(filled.env);
  await withDatabase<Tables, void>(config.database, (database) => prepareDatabase(database, config));
  return filled;
}

/** The database that demos are copied from, filled once in this process. */
let demo: Promise<TestDatabase> | undefined;
after(async () => (await demo)?.drop());

/** Creates a database with the contents of a demo that has just started for the first time. */
export async function createDemoDatabase(): Promise<TestDatabase> {
  demo ??= fillDemo();
  return (await demo).copy();
}
