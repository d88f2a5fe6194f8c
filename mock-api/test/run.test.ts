/** The runner's exit code, which its callers rely on. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

// It is the same on both databases.
const IS_SECOND_RUN = process.env.TEST_POSTGRES_URL !== undefined;

it('the runner exits with 1 when a test fails, even if a package ends the process with 0', {
  skip: IS_SECOND_RUN,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'api-run-'));
  const file = join(folder, 'failing.test.ts');
  const source = [
    "import { it } from 'node:test';",
    `import ${JSON.stringify(import.meta.resolve('./postgres.ts'))};`,
    "it('fails', () => Promise.reject(new Error('on purpose')));",
  ];
  await writeFile(file, source.join('\n'));
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'run.ts'), '--only=sqlite', file]);
  await rm(folder, { recursive: true });
  assert.equal(status, 1);
});
