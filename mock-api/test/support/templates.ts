/**
 * Databases for tests, one for each: a folder for SQLite, a database for PostgreSQL. Most start as copies of a prepared
 * one, a template, which takes a fraction of the time that migrating and filling one takes.
 */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { withDatabase } from '../../src/db/open.ts';
import type { Tables } from '../../src/db/schema.ts';
import { prepareDatabase } from '../../src/services/demo/prepare.ts';

export interface TestDatabase {
  /** Environment variables that make the API or the recorder use it. */
  env: Record<string, string>;
  /** The folder, or the name of the database. */
  place: string;
  drop(): Promise<void>;
}

/** Contents of a database when an API starts on it for the first time: with the demo's accounts, or without people. */
export type Template = 'demo' | 'production';

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function createPostgres(server: string, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: url.href },
    place: name,
    drop: () => administer(server, `drop database ${name} with (force)`),
  };
}

async function createSqlite(template?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'api-test-'));
  if (template !== undefined) await cp(template, folder, { recursive: true });
  return {
    env: { DATA_DIR: folder },
    place: folder,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * @param server URL of a PostgreSQL server whose user may create databases; undefined for SQLite
 * @param template place of the database to copy, which must not be in use; empty by default
 */
export function createDatabase(server: string | undefined, template?: string): Promise<TestDatabase> {
  return server ? createPostgres(server, template) : createSqlite(template);
}

/** Creates a database with a template's contents. */
export async function fillTemplate(template: Template, server: string | undefined): Promise<TestDatabase> {
  const filled = await createDatabase(server);
  const config = readConfig(filled.env);
  const demo = { ...config.demo, on: template === 'demo' };
  await withDatabase<Tables, void>(config.database, (database) => prepareDatabase(database, { ...config, demo }));
  return filled;
}
