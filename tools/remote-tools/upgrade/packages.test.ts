import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { bringPlatform, updateDependencies } from './packages.ts';

/** Writes a tarball that contains `package/` with these files. */
async function writeTarball(folder: string, file: string, files: Record<string, object>): Promise<void> {
  const texts = Object.entries(files).map(([path, value]) => [`package/${path}`, JSON.stringify(value)]);
  await writeFiles(join(folder, `${file}.contents`), Object.fromEntries(texts));
  await mkdir(join(folder, 'packed'), { recursive: true });
  const to = join(folder, 'packed', file);
  await promisify(execFile)('tar', ['-czf', to, '-C', join(folder, `${file}.contents`), 'package']);
}

/** Packs a platform that needs newer versions of React and TypeScript. Returns its folder. */
async function packedPlatform(test: TestContext): Promise<string> {
  const folder = await temporaryFolder(test);
  await writeTarball(folder, 'shared-ui-2.10.0.tgz', {
    'package.json': { dependencies: { yup: '^2.0.0' }, peerDependencies: { react: '^20.0.0' } },
  });
  await writeTarball(folder, 'remote-tools-2.10.0.tgz', {
    'package.json': {},
    'lib/package.json': { devDependencies: { typescript: '^8.0.0' } },
  });
  await writeTarball(folder, 'e2e-kit-2.10.0.tgz', { 'package.json': {} });
  return join(folder, 'packed');
}

const BEFORE = {
  name: 'pharmacy',
  dependencies: { react: '^19.3.1', 'shared-ui': 'file:platform/shared-ui-2.9.0.tgz' },
  devDependencies: { typescript: '^7.0.2', vitest: '^4.0.0', 'remote-tools': 'file:platform/remote-tools-1.0.0.tgz' },
  peerDependencies: { react: '^19.3.1' },
};

async function project(test: TestContext): Promise<string> {
  const folder = await temporaryFolder(test);
  await writeFiles(folder, {
    'package.json': JSON.stringify(BEFORE),
    'platform/shared-ui-2.9.0.tgz': '',
    'platform/remote-tools-1.0.0.tgz': '',
    'platform/lodestar-shell-2.9.0.tgz': '',
  });
  return folder;
}

test('upgrade replaces the packages in the project and the ranges that they need, and nothing else', async (t) => {
  const folder = await project(t);
  const changed = await updateDependencies(folder, await bringPlatform(await packedPlatform(t), folder));
  assert.deepEqual((await readdir(join(folder, 'platform'))).sort(), [
    'e2e-kit-2.10.0.tgz',
    'lodestar-shell-2.9.0.tgz',
    'remote-tools-2.10.0.tgz',
    'shared-ui-2.10.0.tgz',
  ]);
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')), {
    name: 'pharmacy',
    dependencies: { react: '^20.0.0', 'shared-ui': 'file:platform/shared-ui-2.10.0.tgz' },
    devDependencies: {
      typescript: '^8.0.0',
      vitest: '^4.0.0',
      'remote-tools': 'file:platform/remote-tools-2.10.0.tgz',
      'e2e-kit': 'file:platform/e2e-kit-2.10.0.tgz',
    },
    peerDependencies: { react: '^20.0.0' },
  });
  assert.ok(changed.includes('react: ^19.3.1 -> ^20.0.0'));
  assert.ok(changed.includes('e2e-kit: new, file:platform/e2e-kit-2.10.0.tgz'));
});

test('upgrade changes nothing when the folder has no packages, and says how to get them', async (t) => {
  const folder = await project(t);
  await assert.rejects(bringPlatform(join(folder, 'src'), folder), /^PlainError: .*src has no shared-ui-VERSION\.tgz/);
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')), BEFORE);
});
