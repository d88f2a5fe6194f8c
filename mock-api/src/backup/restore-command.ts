/**
 * `npm run restore -- <file>` restores completely or not at all, into an empty, unused database; `--replace` replaces
 * existing data. `--test` tries it in a temporary database, while everything runs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Transaction } from 'kysely';
import { dropAll, migrate, underStartLock } from '../db/migrate.ts';
import { withDatabase } from '../db/open.ts';
import { grantToApplication } from '../db/roles.ts';
import { OperatorError } from '../operator/command.ts';
import { type BackupHeader, checkArchive, type Row, readRows } from './archive.ts';
import { type AnyTables, requireUnused, runBackupCommand, type Store, storeMoment, tablesIn } from './stores.ts';

/** Rows per insert statement: SQLite limits the number of values. */
const ROWS_PER_INSERT = 100;

function requireFitting({ service, migrations }: Store, head: BackupHeader, file: string): void {
  if (head.service !== service)
    throw new OperatorError(`${file} is a backup of the ${head.service}, not of the ${service}.`);
  const known = new Set(migrations.list.map(({ name }) => name));
  const unknown = head.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new OperatorError(`${file} was made by a newer version (${unknown.join(', ')}). Update first.`);
  }
}

async function hasRows(trx: Transaction<AnyTables>, { tables, migrations }: Store): Promise<boolean> {
  const existing = await tablesIn(trx);
  for (const name of tables) {
    if (name === migrations.log || !existing.has(name)) continue;
    if (await trx.selectFrom(name).selectAll().limit(1).executeTakeFirst()) return true;
  }
  return false;
}

async function insertAll(trx: Transaction<AnyTables>, rows: AsyncIterable<Row>): Promise<number> {
  let count = 0;
  let waiting: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  const flush = async () => {
    if (waiting.rows.length > 0) await trx.insertInto(waiting.table).values(waiting.rows).execute();
    count += waiting.rows.length;
    waiting = { table: '', rows: [] };
  };
  for await (const { table, row } of rows) {
    if (waiting.table !== table || waiting.rows.length >= ROWS_PER_INSERT) await flush();
    waiting.table = table;
    waiting.rows.push(row);
  }
  await flush();
  return count;
}

/**
 * Restores a backup. A database that holds data is replaced only if `replace` is set.
 * @returns the number of rows restored, and when they were backed up
 * @throws OperatorError if the file is damaged or from a newer version, or the database is in use or not empty; nothing
 * has changed then
 */
async function restore(
  store: Store,
  file: string,
  { replace = false } = {},
): Promise<{ rows: number; createdAt: string }> {
  const key = store.keyOf('private');
  const head = await checkArchive(file, key);
  requireFitting(store, head, file);
  await requireUnused(store);
  const { address, application, migrations, tables } = store;
  const applied = migrations.list.filter(({ name }) => head.migrations.includes(name));
  const rows = await withDatabase<AnyTables, number>(address, (database) =>
    underStartLock(database, async (trx) => {
      if (!replace && (await hasRows(trx, store))) {
        throw new OperatorError('The database holds data. Add --replace to replace it with the backup.');
      }
      await dropAll(trx, database.engine, tables);
      // Insert the rows into the schema they were written with; later migrations then update them.
      await migrate(trx, database.engine, { ...migrations, list: applied });
      const count = await insertAll(trx, readRows(file, key));
      await migrate(trx, database.engine, migrations);
      if (application !== undefined) await grantToApplication(trx, application, tables, migrations.log);
      return count;
    }),
  );
  return { rows, createdAt: head.createdAt };
}

/** Restores a backup into a temporary SQLite file, and stores that this was tried. Returns the number of rows. */
async function tryRestoring(store: Store, file: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-test-'));
  try {
    const address = { url: undefined, file: join(folder, 'test.sqlite') };
    const { rows } = await restore({ ...store, address, application: undefined }, file);
    await storeMoment(store, 'restore-test');
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const USAGE = 'Usage: npm run restore -- [--recorder] [--replace | --test] <file of a backup>';

await runBackupCommand(USAGE, async ({ store, file, replace, isTest }) => {
  if (isTest && replace) throw new OperatorError(USAGE);
  if (isTest)
    return `${await tryRestoring(store, file)} rows of the ${store.service} can be restored. Nothing was changed.`;
  const { rows, createdAt } = await restore(store, file, { replace });
  return `${rows} rows of the ${store.service} are restored as of ${createdAt}. Everyone has to sign in again.`;
});
