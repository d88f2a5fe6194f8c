/** Processes of the previous release run next to new ones: migrations since then must not break their statements. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Kysely, sql, type TableMetadata } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { type Migrations, migrate, underStartLock } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations.ts';
import { withDatabase } from '../../src/db/open.ts';
import { createTestDatabase } from '../support/database.ts';

/** The newest migration of the previous release. Raise it when a release is packed. */
const PREVIOUS = '0032-desk-worklist';

/**
 * Returns what a statement of the previous release can stumble over: tables and columns that it knows and that are
 * missing or stricter now, and new columns that it doesn't fill.
 */
function obstacles(before: readonly TableMetadata[], after: readonly TableMetadata[]): string[] {
  return before.flatMap(({ name: table, columns }) => {
    const now = after.find(({ name }) => name === table);
    if (now === undefined) return [`${table} is missing`];
    const changed = columns.flatMap((column) => {
      const found = now.columns.find(({ name }) => name === column.name);
      if (found === undefined) return [`${table}.${column.name} is missing`];
      if (found.dataType !== column.dataType) return [`${table}.${column.name} has another type`];
      const isStricter = column.isNullable && !found.isNullable;
      return isStricter ? [`${table}.${column.name} refuses null`] : [];
    });
    const added = now.columns.filter(({ name }) => !columns.some((column) => column.name === name));
    const unfilled = added.filter((column) => !column.isNullable && !column.hasDefaultValue);
    return [...changed, ...unfilled.map(({ name }) => `${table}.${name} is new and needs a value`)];
  });
}

/** Runs a test with a database, and with a function that applies migrations to it. */
async function withMigrations(
  test: (db: Kysely<unknown>, apply: (list: Migrations['list']) => Promise<void>) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase();
  try {
    await withDatabase(readConfig({ ...database.env }).database, (opened) =>
      test(opened.db, (list) => underStartLock(opened, (trx) => migrate(trx, opened.engine, { ...MIGRATIONS, list }))),
    );
  } finally {
    await database.drop();
  }
}

it('migrations leave every table and column that the previous release uses', () =>
  withMigrations(async (db, apply) => {
    const index = MIGRATIONS.list.findIndex(({ name }) => name === PREVIOUS);
    assert.ok(index >= 0, `there is no migration ${PREVIOUS}`);
    await apply(MIGRATIONS.list.slice(0, index + 1));
    const before = await db.introspection.getTables();
    await apply(MIGRATIONS.list);
    assert.ok(before.length > 30, `${before.length} tables`);
    assert.deepEqual(obstacles(before, await db.introspection.getTables()), []);
  }));

it('migrations go on from the log of an earlier version, and leave nothing of one that fails', () =>
  withMigrations(async (db, apply) => {
    const log = async () => (await sql<{ name: string }>`select name from schema_migrations`.execute(db)).rows.length;
    await apply(MIGRATIONS.list.slice(0, -1));
    await sql`alter table schema_migrations rename column timestamp to applied_at`.execute(db);
    const [last] = MIGRATIONS.list.slice(-1);
    assert.ok(last);
    const fails = async (...args: Parameters<typeof last.up>) => {
      await last.up(...args);
      throw new Error('no space');
    };
    await assert.rejects(apply([...MIGRATIONS.list.slice(0, -1), { ...last, up: fails }]), /no space/);
    assert.equal(await log(), MIGRATIONS.list.length - 1);
    for (let start = 0; start < 2; start += 1) await apply(MIGRATIONS.list);
    assert.equal(await log(), MIGRATIONS.list.length);
  }));
