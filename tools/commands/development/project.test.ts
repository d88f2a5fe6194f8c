import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder, writeFiles } from '../../../gateway/testing/fixtures.ts';
import { createRemote } from '../../remote-tools/create/create-remote.ts';
import { CommandBuilder } from './command-builder.ts';
import { readProject } from './project.ts';

async function create(test: TestContext, kind: string) {
  const folder = join(await temporaryFolder(test), 'project');
  await createRemote([kind, 'pharmacy', '--to', folder]);
  return folder;
}

describe('readProject', () => {
  it('builds a feature with the preset, and surveys with their own command in a separate frame', async (test) => {
    assert.deepEqual(await readProject(await create(test, 'feature')), {
      name: 'pharmacy',
      build: 'preset',
      isSandboxed: false,
    });
    assert.deepEqual(await readProject(await create(test, 'surveys')), {
      name: 'surveys',
      build: 'own command',
      isSandboxed: true,
    });
  });

  it('rejects a folder without a build, and says what is missing', async (test) => {
    const folder = await temporaryFolder(test);
    await assert.rejects(
      readProject(folder),
      /^PlainError: There is no package\.json in .*: run dev in a remote's project/,
    );
    await writeFiles(folder, { 'package.json': '{"name":"surveys"}' });
    await assert.rejects(
      readProject(folder),
      /^PlainError: .* has no script "build", and there is no webpack\.config\.cjs/,
    );
  });
});

describe('CommandBuilder', () => {
  it('builds each time as the next version, and reports the output of a failed build', async (test) => {
    const folder = await create(test, 'surveys');
    const builder = new CommandBuilder(folder);
    const to = join(folder, 'dist-dev');
    await builder.build('1.0.0-dev.1', to);
    assert.equal(JSON.parse(await readFile(join(to, 'remote.json'), 'utf8')).version, '1.0.0-dev.1');
    await writeFiles(folder, { 'build.mjs': "throw new Error('src/survey.js is broken')" });
    await assert.rejects(builder.build('1.0.0-dev.2', to), { output: /src\/survey\.js is broken/ });
  });
});
