/**
 * `npm run backup -- <file>` backs up the data of the API while it runs; `--recorder` backs up the recorder's. A backup
 * is consistent: on both databases, readers do not block writers. With BACKUP_PUBLIC_KEY_FILE it is encrypted; the program
 * in BACKUP_SEND_COMMAND then copies it elsewhere.
 */
import { spawn } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';

import { type Kysely, sql } from 'kysely';
import { now } from '../common/clock.ts';
import { type Engine, withDatabase } from '../db/open.ts';
import { OperatorError, requireDatabase } from '../operator/command.ts';
import { type Row, writeArchive } from './archive.ts';
import { type AnyTables, backedUpTables, runBackupCommand, type Store, storeMoment, tablesIn } from './stores.ts';

/** Rows held in memory at a time. */
const PAGE = 2_000;

/** Row order within a snapshot: the same for every page. */
const ROW_ORDER = { sqlite: sql.ref('rowid'), postgres: sql.ref('ctid') };

const BEGIN = { sqlite: sql`begin`, postgres: sql`begin isolation level repeatable read read only` };

async function* rowsOf(db: Kysely<AnyTables>, engine: Engine, tables: readonly string[]): AsyncGenerator<Row> {
  for (const table of tables) {
    for (let from = 0; ; from += PAGE) {
      const page = await db.selectFrom(table).selectAll().orderBy(ROW_ORDER[engine]).limit(PAGE).offset(from).execute();
      for (const row of page) yield { table, row };
      if (page.length < PAGE) break;
    }
  }
}

async function migrationsOf(db: Kysely<AnyTables>, log: string): Promise<string[]> {
  const rows = await db.selectFrom(log).select('name').orderBy('name').execute();
  return rows.map(({ name }) => String(name));
}

/**
 * Backs up a store's database into a new file.
 * @param recipient public key to encrypt it for
 * @returns the number of rows written
 * @throws OperatorError if there is no database or the file exists
 */
async function backUp(store: Store, file: string, recipient: KeyObject | undefined): Promise<number> {
  const { address, migrations, service } = store;
  requireDatabase(address);
  return withDatabase<AnyTables, number>(address, ({ db, engine }) =>
    db.connection().execute(async (connection) => {
      if (!(await tablesIn(connection)).has(migrations.log)) {
        throw new OperatorError(`This database has no tables of the ${service} yet.`);
      }
      await BEGIN[engine].execute(connection);
      try {
        const head = { service, createdAt: now(), migrations: await migrationsOf(connection, migrations.log) };
        return await writeArchive(file, head, rowsOf(connection, engine, backedUpTables(store)), recipient);
      } finally {
        await sql`rollback`.execute(connection);
      }
    }),
  );
}

/** Runs the operator's program with the path of the backup. @throws OperatorError if it fails */
async function send(command: string, file: string): Promise<void> {
  const program = spawn(command, [file], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(program, 'close').catch(() => ['no program']);
  if (code !== 0) throw new OperatorError(`The backup is in ${file}, but ${command} did not send it (${code}).`);
}

await runBackupCommand('Usage: npm run backup -- [--recorder] <new file>', async ({ store, file }) => {
  const command = process.env.BACKUP_SEND_COMMAND?.trim() || undefined;
  const recipient = store.keyOf('public');
  if (command && !recipient)
    throw new OperatorError('BACKUP_PUBLIC_KEY_FILE is missing: only encrypted backups are sent elsewhere.');
  const rows = await backUp(store, file, recipient);
  if (command) await send(command, file);
  await storeMoment(store, 'backup');
  const secrecy = recipient
    ? 'It is encrypted: keep its private key elsewhere, too.'
    : 'The file contains patient data: store it where only you can read it.';
  return `${rows} rows of the ${store.service} are in ${file}. ${secrecy}`;
});
