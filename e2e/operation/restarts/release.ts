/** The servers' next version, as an operator would install it next to the current one. */

import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { REPO } from 'server-kit/paths';

const PARTS = ['mock-api', 'server-kit', 'gateway', 'tools', 'shell', 'shared-ui'];
const LEFT_OUT = ['node_modules', 'dist', 'test'];
const MIGRATIONS = 'mock-api/src/db/migrations.ts';
/** Name of the next version's migration in the database. */
export const NEXT_STEP = '9999-next-version';

/** A typical migration: a column for a busy table, and an index on it. */
const STEP = `import type { Migration } from '../migrate.ts';

export const nextVersion: Migration = {
  name: '${NEXT_STEP}',
  async up(trx) {
    await trx.schema
      .alterTable('sessions')
      .addColumn('next_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await trx.schema.createIndex('sessions_next_version').on('sessions').column('next_version').execute();
  },
};
`;

/** Links the installed packages, which both versions share, and the parts to this version's own. */
async function linkPackages(folder: string): Promise<void> {
  const [installed, modules] = [join(REPO, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(modules);
  for (const name of await readdir(installed))
    await symlink(PARTS.includes(name) ? join(folder, name) : join(installed, name), join(modules, name));
  for (const part of PARTS) {
    const own = join(REPO, part, 'node_modules');
    if (existsSync(own)) await symlink(own, join(folder, part, 'node_modules'));
  }
}

/** Adds a migration to the sources of a version. */
export async function addMigration(folder: string): Promise<void> {
  await writeFile(join(folder, 'mock-api/src/db/migrations/9999-next-version.ts'), STEP);
  const file = join(folder, MIGRATIONS);
  const list = await readFile(file, 'utf8');
  const next = list
    .replace(
      'import { firstSchema }',
      "import { nextVersion } from './migrations/9999-next-version.ts';\nimport { firstSchema }",
    )
    .replace(/,?\s*\],\n\};\s*$/, ', nextVersion],\n};\n');
  if (!/, nextVersion\]/.test(next)) throw new Error(`${MIGRATIONS} has another form than the next version expects`);
  await writeFile(file, next);
}

/** Creates the next version's sources in `folder`: the current ones plus one migration. */
export async function makeNextRelease(folder: string): Promise<void> {
  for (const part of PARTS) {
    const from = join(REPO, part);
    const isWanted = (path: string) =>
      !LEFT_OUT.some((name) => path === join(from, name)) && basename(path) !== 'node_modules';
    await cp(from, join(folder, part), { recursive: true, filter: isWanted });
  }
  for (const file of (await readdir(REPO)).filter((name) => name.endsWith('.json')))
    await cp(join(REPO, file), join(folder, file));
  await linkPackages(folder);
  await addMigration(folder);
}
