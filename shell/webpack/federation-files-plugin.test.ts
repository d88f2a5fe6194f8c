import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import webpack, { type Stats, type WebpackPluginInstance } from 'webpack';

type Plugin = new (options: { hasTypes: boolean }) => WebpackPluginInstance;
const { FederationFilesPlugin }: { FederationFilesPlugin: Plugin } = createRequire(import.meta.url)(
  '../../shared-ui/webpack/federation-files-plugin.cjs',
);

/**
 * Builds an entry without type files, as the federation plugin leaves it when they could not be generated. Returns the
 * errors.
 */
async function errorsOf(test: TestContext, hasTypes: boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'federation-files-'));
  test.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'main.js'), '');
  const stats = await new Promise<Stats>((resolve, reject) => {
    const settings = { context: folder, entry: './main.js', output: { path: join(folder, 'dist') } };
    const plugins = [new FederationFilesPlugin({ hasTypes })];
    webpack({ ...settings, mode: 'production', plugins }, (error, made) => (made ? resolve(made) : reject(error)));
  });
  return stats.compilation.errors.map(({ message }) => message);
}

describe('a build without type files', () => {
  it('fails and names the missing file', async (test) => {
    assert.deepEqual(await errorsOf(test, true), ['@mf-types.zip could not be generated: see the error above']);
  });

  it('succeeds when it is not meant to have types', async (test) => {
    assert.deepEqual(await errorsOf(test, false), []);
  });
});
