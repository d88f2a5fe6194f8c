import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { REPO } from 'server-kit/paths';
import { readResults } from './results.ts';

const PASSING = "test('passes', () => undefined);";
/** Fails until the process has run as often as the file's folder has entries. */
const failing = (times: number) =>
  `test('waits', () => {
    fs.writeFileSync(path.join(import.meta.dirname, 'try-' + process.pid), '');
    const tries = fs.readdirSync(import.meta.dirname).filter((name) => name.startsWith('try-')).length;
    if (tries <= ${times}) throw new Error('try ' + tries);
  });`;

/** Runs files as one batch in a separate process, as `npm test` does. Returns its results and exit code. */
async function run(context: TestContext, sources: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'batches-'));
  context.after(() => rm(folder, { recursive: true }));
  const imports = "import fs from 'node:fs';\nimport path from 'node:path';\nimport { test } from 'node:test';\n";
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), imports + source);
  const files = JSON.stringify(Object.keys(sources).filter((name) => name.includes('.test.')));
  const script = `import { runBatches } from ${JSON.stringify(join(import.meta.dirname, 'batches.ts'))};
    const batch = { title: 'a batch', files: ${files}, group: 'sqlite' };
    process.exitCode = (await runBatches([batch], ${JSON.stringify(folder)}, 1)) ? 0 : 1;`;
  const { TEST_RETRIES: _outer, ...env } = process.env;
  const args = ['--input-type=module', '--eval', script];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const at = (name: string) => `${relative(REPO, join(folder, name))}`;
  return { status, at, ...readResults(stdout) };
}

test('runBatches runs a failed file again, names what passes only then, and fails after three failures', async (context) => {
  const once = await run(context, { 'slow.test.mjs': failing(2), 'sound.test.mjs': PASSING });
  assert.deepEqual([once.status, once.passed, once.failed], [0, 2, 0]);
  const flaky = { group: 'sqlite', file: once.at('slow.test.mjs'), line: 4, title: 'waits', message: 'try 1' };
  assert.deepEqual(once.flaky, [flaky]);
  const broken = await run(context, { 'broken.test.mjs': failing(3), 'sound.test.mjs': PASSING });
  assert.deepEqual([broken.status, broken.passed, broken.failed, broken.flaky], [1, 1, 1, []]);
  assert.deepEqual(broken.failures, [`[sqlite] ${broken.at('broken.test.mjs')}:4 › waits | try 3`]);
});

test('runBatches runs all files again when a test that a helper defines has failed', async (context) => {
  const { status, passed, failed, flaky } = await run(context, {
    'helper.mjs': "export const define = () => test('never passes', () => { throw new Error('wrong'); });",
    'user.test.mjs': `import { define } from './helper.mjs';\ndefine();\n${PASSING}`,
  });
  assert.deepEqual({ status, passed, failed, flaky }, { status: 1, passed: 1, failed: 1, flaky: [] });
});

test('runBatches fails when the process ends before its tests, with whatever code', async (context) => {
  const { status, failed, failures } = await run(context, { 'early.test.mjs': `${PASSING}\nprocess.exit(0);` });
  assert.deepEqual({ status, failed }, { status: 1, failed: 1 });
  assert.match(failures[0] ?? '', /all tests \| Their process ended early \(code 0\)/);
});

test('runBatches ends a process whose test goes on waiting after its time is over', async (context) => {
  const endless = "test('hangs', { timeout: 1 }, () => new Promise(() => setInterval(() => undefined, 1_000)));";
  const { status, passed, failures, at } = await run(context, { 'endless.test.mjs': `${PASSING}\n${endless}` });
  assert.deepEqual({ status, passed }, { status: 1, passed: 1 });
  assert.match(failures[0] ?? '', new RegExp(`${at('endless.test.mjs')}:\\d+ › hangs \\| test timed out`));
});
