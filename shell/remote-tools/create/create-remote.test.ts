import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from '../../gateway/fixtures.ts';
import { REPO } from '../../gateway/paths.ts';
import { createRemote } from './create-remote.ts';

const run = promisify(execFile);

test('a feature carries its name in its paths, its slice, its words and its title', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['feature', 'dental-care', '--to', folder]);
  const text = async (path: string) => readFile(join(folder, path), 'utf8');
  assert.match(await text('webpack.config.cjs'), /path: '\/dental-care\/\*', guard: 'patient'/);
  assert.match(await text('src/state.ts'), /defineSlice<Topics>\('dental-care'/);
  assert.match(await text('src/locales/en.json'), /"title": "Dental care"/);
  for (const path of await readdir(folder, { recursive: true })) {
    if (/\.\w+$/.test(path)) assert.doesNotMatch(await text(path), /sample/i, path);
  }
});

test('a feature takes each package in the range that the platform takes it in', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['feature', 'pharmacy', '--to', folder]);
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const platform = JSON.parse(await readFile(join(REPO, 'shared-ui', 'package.json'), 'utf8'));
  assert.equal(dependencies.react, platform.dependencies.react);
  assert.ok(!('shared-ui' in dependencies), 'a stranger’s package of that name would be installed');
});

test('a surveys project builds, and its test passes, with nothing installed', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['surveys', 'my-hospital', '--to', folder]);
  await run(process.execPath, ['build.mjs'], { cwd: folder });
  // It is a run of tests of its own, not a part of this one.
  const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env });
  assert.match(stdout, /# pass 2\n/);
});

const refused: [subject: string, args: string[], says: RegExp][] = [
  ['no kind', [], /Writes a starting point/],
  ['another kind', ['desk', 'pharmacy'], /Writes a starting point/],
  ['a name in capitals', ['feature', 'Pharmacy', '--to', 'there'], /like "my-hospital", not "Pharmacy"/],
  ['a feature without a folder', ['feature', 'pharmacy'], /needs --to/],
];

for (const [subject, args, says] of refused) {
  test(`${subject} is refused`, async () => {
    await assert.rejects(createRemote(args), says);
  });
}

test('a folder that holds something is left as it is', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFiles(folder, { 'notes.txt': 'mine' });
  await assert.rejects(createRemote(['feature', 'pharmacy', '--to', folder]), /is not empty/);
  assert.deepEqual(await readdir(folder), ['notes.txt']);
});
