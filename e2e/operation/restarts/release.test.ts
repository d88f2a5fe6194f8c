import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MIGRATIONS } from 'mock-api/db/migrations';
import { makeNextRelease, NEXT_STEP } from './release.ts';

test('the next release has one more migration, after all others', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'next-release-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await makeNextRelease(folder);
  const next: { MIGRATIONS: typeof MIGRATIONS } = await import(join(folder, 'mock-api/src/db/migrations.ts'));
  const names = ({ list }: typeof MIGRATIONS) => list.map((migration) => migration?.name);
  assert.deepEqual(names(next.MIGRATIONS), [...names(MIGRATIONS), NEXT_STEP]);
});
