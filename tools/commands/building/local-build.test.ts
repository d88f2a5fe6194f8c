import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type PublishOptions, publishBuilt, publishShell, rollBack } from 'gateway/publish/publisher';
import { formatRegistry, readRegistry, registryFile } from 'gateway/registry/registry';
import type { Store } from 'gateway/registry/store/store';
import { TEST_KEY, temporaryFolder, writeFiles, writeRemoteBuild, writeShellBuild } from 'gateway/testing/fixtures';
import { buildChanged, PACKAGES } from './local-build.ts';
import { sourceHashes } from './source-hash.ts';

const FOLDERS = ['shell', 'onboarding-mfe', 'timeline-mfe', 'records-mfe', 'surveys-mfe', 'desk-mfe'];

async function writeRepository(folder: string): Promise<void> {
  await writeFiles(folder, {
    'package-lock.json': '{}',
    'tsconfig.base.json': '{}',
    'shared-ui/src/index.ts': 'export const shared = 1;',
    ...Object.fromEntries(FOLDERS.map((name) => [`${name}/src/main.ts`, `export const name = '${name}';`])),
  });
}

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const repo = join(folder, 'repo');
  await writeRepository(repo);
  const root = join(folder, 'state', 'deploy');
  const env = { DATA_ROOT: join(folder, 'state') };
  const build = async (
    to: Store | string,
    name: string,
    version: string,
    { key }: Pick<PublishOptions, 'key'> = {},
  ) => {
    const dir = join(folder, `${name}-${version}`);
    if (name === 'shell') await writeShellBuild(dir, version);
    else await writeRemoteBuild(dir, { name, version });
    await (name === 'shell' ? publishShell(to, dir) : publishBuilt(to, dir, {}, { key }));
  };
  const refresh = () => buildChanged({ env, repo, print: () => undefined, build });
  const change = (path: string, text: string) => writeFiles(repo, { [path]: text });
  return { folder, root, env, refresh, change, build };
}

describe('buildChanged', () => {
  it('builds everything once, then only what changed, and returns to an earlier state without a build', async (test) => {
    const { root, refresh, change } = await setUp(test);
    assert.deepEqual(await refresh(), PACKAGES);
    assert.deepEqual(await refresh(), []);
    const { revision, remotes } = await readRegistry(root);
    assert.equal(revision, PACKAGES.length);
    await change('records-mfe/src/main.ts', '2');
    assert.deepEqual(await refresh(), ['records']);
    await change('records-mfe/src/main.ts', "export const name = 'records-mfe';");
    assert.deepEqual(await refresh(), []);
    assert.equal((await readRegistry(root)).remotes.records?.active, remotes.records?.active);
    await change('shared-ui/src/index.ts', 'export const shared = 2;');
    assert.deepEqual(await refresh(), PACKAGES);
  });

  it('keeps a version that was rolled back by hand', async (test) => {
    const { root, refresh, build } = await setUp(test);
    await refresh();
    await build(root, 'surveys', '3.0.0');
    const { version } = await rollBack(root, 'surveys');
    await refresh();
    assert.equal((await readRegistry(root)).remotes.surveys?.active, version);
  });

  it('rebuilds when published files are missing, but not when only its own record is unreadable', async (test) => {
    const { root, env, refresh, folder } = await setUp(test);
    await refresh();
    await rm(join(root, 'remotes', 'timeline'), { recursive: true });
    assert.deepEqual(await refresh(), ['timeline']);
    await writeFile(join(env.DATA_ROOT, 'build', 'timeline.json'), '{"hash');
    assert.deepEqual(await refresh(), []);
    await rm(join(folder, 'state'), { recursive: true });
    assert.deepEqual(await refresh(), PACKAGES);
  });

  /** Writes the registry without signatures, as earlier releases did. */
  async function forgetSignatures(root: string, change: Record<string, string> = {}): Promise<void> {
    const registry = await readRegistry(root);
    for (const [name, entry] of Object.entries(registry.remotes)) {
      for (const version of Object.values(entry.versions)) {
        delete version.trust;
        delete version.signature;
      }
      entry.active = change[name] ?? entry.active;
    }
    await writeFile(registryFile(root), formatRegistry(registry));
  }

  it('signs or replaces unsigned versions of an earlier release, and keeps a sandboxed version', async (test) => {
    const { root, refresh, build } = await setUp(test);
    await refresh();
    const signed = (await readRegistry(root)).remotes;
    await forgetSignatures(root);
    assert.deepEqual(await refresh(), []);
    assert.deepEqual((await readRegistry(root)).remotes, signed);
    for (const { active, versions } of Object.values(signed)) assert.equal(versions[active]?.trust, 'trusted');
    await build(root, 'timeline', '3.0.0', { key: TEST_KEY });
    await build(root, 'surveys', '3.0.0');
    await forgetSignatures(root, { timeline: '3.0.0' });
    await refresh();
    const { timeline, surveys } = (await readRegistry(root)).remotes;
    assert.equal(timeline?.active, signed.timeline?.active);
    assert.equal(timeline?.versions[timeline.active]?.trust, 'trusted');
    assert.equal(surveys?.active, '3.0.0');
  });
});

describe('sourceHashes', () => {
  it('changes only when sources change', async (test) => {
    const repo = await temporaryFolder(test);
    await writeRepository(repo);
    const hash = async () => (await sourceHashes(repo, ['shell'])).get('shell');
    const first = await hash();
    const write = (paths: string[]) => writeFiles(repo, Object.fromEntries(paths.map((path) => [path, path])));
    const noSources = [
      'dist/main.js',
      'node_modules/x/index.js',
      'src/main.test.ts',
      'src/notes.md',
      'src/.main.ts.swp',
    ];
    const elsewhere = [
      'gateway/app.ts',
      'tools/commands/start.ts',
      'shared-ui/gallery/index.ts',
      'records-mfe/src/main.ts',
    ];
    await write([...noSources, 'brand.json'].map((path) => `shell/${path}`));
    await write(elsewhere);
    assert.equal(await hash(), first);
    const seen = new Set([first]);
    const sources = ['shell/src/main.ts', 'shell/src/gateway/part.ts', 'shell/package.json', 'shared-ui/src/new.ts'];
    for (const path of [...sources, 'package-lock.json', 'tsconfig.base.json']) {
      await write([path]);
      const now = await hash();
      assert.ok(!seen.has(now), path);
      seen.add(now);
    }
    await rm(join(repo, 'shell/src/main.ts'));
    assert.ok(!seen.has(await hash()), 'a file that is gone');
  });
});
