import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRemote } from '../../tools/remote-tools/create/create-remote.ts';
import { temporaryFolder, writeFiles } from '../testing/fixtures.ts';
import { nameOfProject } from './package-build.ts';

describe('nameOfProject', () => {
  it('returns the name of a project made by create-remote', async (test) => {
    const folder = await temporaryFolder(test);
    await createRemote(['feature', 'pharmacy', '--to', folder]);
    assert.equal(await nameOfProject(folder), 'pharmacy');
  });

  it('rejects a folder that webpack can’t build, with what is missing and what to do', async (test) => {
    const folder = await temporaryFolder(test);
    await assert.rejects(nameOfProject(folder), /^PlainError: There is no package\.json in .*: dev builds the project/);
    await writeFiles(folder, { 'package.json': '{"name":"surveys"}' });
    await assert.rejects(
      nameOfProject(folder),
      /^PlainError: There is no webpack\.config\.cjs in .* use "npm run override"/,
    );
  });
});
