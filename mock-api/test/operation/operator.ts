/** What tests of the operator's commands share: commands in separate processes, and databases without an API. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { APPEND_ONLY, appendOnly } from '../../src/db/append-only.ts';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Tables, Trx } from '../../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SOURCE = resolve(import.meta.dirname, '../../src');

export interface CommandResult {
  code: number;
  out: string;
  errors: string;
}

/** Runs a command, named by its file in `src`, as an operator would. */
export async function runCommand(file: string, env: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  const { DATABASE_URL: _unused, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env } };
  return promisify(execFile)(process.execPath, [resolve(SOURCE, file), ...args], options).then(
    ({ stdout }) => ({ code: 0, out: stdout, errors: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, out: '', errors: stderr }),
  );
}

/** Creates a database with the API's tables. */
export async function createApiTables(): Promise<{ files: TestDatabase; open(): Database<Tables> }> {
  const files = await createTestDatabase();
  const open = () => openDatabase<Tables>(readConfig(files.env).database);
  const database = open();
  await database.db.transaction().execute((trx) => migrate(trx, database.engine, MIGRATIONS));
  await database.db.destroy();
  return { files, open };
}

/** Lets a transaction change the audit log, as the owner of its tables can. */
export async function unprotect(trx: Trx, { engine }: Database<Tables>): Promise<void> {
  for (const table of APPEND_ONLY)
    for (const statement of appendOnly(engine, table).remove) await sql.raw(statement).execute(trx);
}
