/** The runner's exit code, which its callers rely on. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

it('the runner exits with 1 when a test fails', async () => {
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
