import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from './open.ts';

it('a new SQLite database is readable only by its owner', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sqlite-test-'));
  const folder = join(parent, 'data');
  const { db } = openDatabase<Record<string, never>>({ url: undefined, file: join(folder, 'api.sqlite') });
  await sql`create table one (two text)`.execute(db);
  assert.equal((await stat(folder)).mode & 0o077, 0);
  const files = await readdir(folder);
  assert.ok(files.length > 1, 'the log of writes lies beside it');
  for (const file of files) assert.equal((await stat(join(folder, file))).mode & 0o077, 0, file);
  await db.destroy();
  await rm(parent, { recursive: true });
});
