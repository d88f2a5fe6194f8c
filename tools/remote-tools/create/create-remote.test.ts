import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { REPO } from '../../../gateway/common/paths.ts';
import { temporaryFolder, writeFiles } from '../../../gateway/testing/fixtures.ts';
import { createRemote } from './create-remote.ts';

const run = promisify(execFile);

test('a feature uses its name in its paths, slice, texts and title', async (t) => {
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

test('a feature depends on each package in the same range as the platform', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['feature', 'pharmacy', '--to', folder]);
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const platform = JSON.parse(await readFile(join(REPO, 'shared-ui', 'package.json'), 'utf8'));
  assert.equal(dependencies.react, platform.dependencies.react);
  assert.ok(!('shared-ui' in dependencies), 'a stranger’s package of that name would be installed');
});

test('a surveys project builds and passes its test without installing anything', async (t) => {
  const folder = await temporaryFolder(t);
  await createRemote(['surveys', 'my-hospital', '--to', folder]);
  await run(process.execPath, ['build.mjs'], { cwd: folder });
  // A separate test run, not a part of this one.
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
  test(`createRemote rejects ${subject}`, async () => {
    await assert.rejects(createRemote(args), says);
  });
}

test('createRemote leaves a folder unchanged when it is not empty', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFiles(folder, { 'notes.txt': 'mine' });
  await assert.rejects(createRemote(['feature', 'pharmacy', '--to', folder]), /is not empty/);
  assert.deepEqual(await readdir(folder), ['notes.txt']);
});
