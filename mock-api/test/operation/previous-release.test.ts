/** Processes of the previous release run next to new ones: migrations since then must not break their statements. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TableMetadata } from 'kysely';
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

it('migrations leave every table and column that the previous release uses', async () => {
  const database = await createTestDatabase();
  try {
    const config = readConfig({ ...database.env });
    const index = MIGRATIONS.list.findIndex(({ name }) => name === PREVIOUS);
    assert.ok(index >= 0, `there is no migration ${PREVIOUS}`);
    await withDatabase(config.database, async (opened) => {
      const migrated = (list: Migrations['list']) =>
        underStartLock(opened, async (trx) => {
          await migrate(trx, opened.engine, { ...MIGRATIONS, list });
          return trx.introspection.getTables();
        });
      const before = await migrated(MIGRATIONS.list.slice(0, index + 1));
      const after = await migrated(MIGRATIONS.list);
      assert.ok(before.length > 30, `${before.length} tables`);
      assert.deepEqual(obstacles(before, after), []);
    });
  } finally {
    await database.drop();
  }
});
