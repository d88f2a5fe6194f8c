/** The suite's own end: its callers go by its exit code. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

it('a run with a test that fails ends with 1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'api-run-'));
  const file = join(folder, 'failing.test.ts');
  await writeFile(
    file,
    "import { it } from 'node:test';\nit('fails', () => Promise.reject(new Error('on purpose')));\n",
  );
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), '--only=sqlite', file]);
  await rm(folder, { recursive: true });
  assert.equal(status, 1);
});
