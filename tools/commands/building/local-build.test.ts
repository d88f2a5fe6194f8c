import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { beginDevelopment } from '../../../gateway/dev/development.ts';
import { type PublishOptions, publishBuilt, publishShell, rollBack } from '../../../gateway/publish/publisher.ts';
import { formatRegistry, readRegistry, registryFile } from '../../../gateway/registry/registry.ts';
import {
  TEST_KEY,
  temporaryFolder,
  writeFiles,
  writeRemoteBuild,
  writeShellBuild,
} from '../../../gateway/testing/fixtures.ts';
import { buildChanged, eachAtOnce, PACKAGES } from './local-build.ts';
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
  const build = async (to: string, name: string, version: string, { key }: Pick<PublishOptions, 'key'> = {}) => {
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
  it('builds everything once, then nothing', async (test) => {
    const { root, refresh } = await setUp(test);
    assert.deepEqual(await refresh(), PACKAGES);
    assert.deepEqual(await refresh(), []);
    const registry = await readRegistry(root);
    assert.equal(registry.revision, PACKAGES.length);
    assert.match(registry.shell?.active ?? '', /^1\.0\.0-[0-9a-f]{8}$/);
  });

  it('builds only what changed, and everything after a change in shared sources', async (test) => {
    const { refresh, change } = await setUp(test);
    await refresh();
    await change('surveys-mfe/src/main.ts', 'export const name = 2;');
    assert.deepEqual(await refresh(), ['surveys']);
    await change('shared-ui/src/index.ts', 'export const shared = 2;');
    assert.deepEqual(await refresh(), PACKAGES);
  });

  it('returns to an earlier state without a build', async (test) => {
    const { root, refresh, change } = await setUp(test);
    await refresh();
    const first = (await readRegistry(root)).remotes.records?.active;
    await change('records-mfe/src/main.ts', '2');
    assert.deepEqual(await refresh(), ['records']);
    await change('records-mfe/src/main.ts', "export const name = 'records-mfe';");
    assert.deepEqual(await refresh(), []);
    assert.equal((await readRegistry(root)).remotes.records?.active, first);
  });

  it('keeps versions that were published or rolled back by hand', async (test) => {
    const { root, refresh, build } = await setUp(test);
    await refresh();
    await build(root, 'surveys', '3.0.0');
    assert.deepEqual(await refresh(), []);
    assert.equal((await readRegistry(root)).remotes.surveys?.active, '3.0.0');
    const { version } = await rollBack(root, 'surveys');
    await refresh();
    assert.equal((await readRegistry(root)).remotes.surveys?.active, version);
  });

  it('restores the local build after the dev command was interrupted', async (test) => {
    const { root, refresh, build } = await setUp(test);
    await refresh();
    const local = (await readRegistry(root)).remotes.surveys?.active;
    await build(root, 'surveys', '1.0.0-dev.4');
    assert.deepEqual(await refresh(), []);
    assert.equal((await readRegistry(root)).remotes.surveys?.active, local);
  });

  it('skips a remote that is under development', async (test) => {
    const { root, refresh, change, build } = await setUp(test);
    await refresh();
    const development = await beginDevelopment(root, 'surveys');
    test.after(development.end);
    const version = await development.nextVersion('1.0.0');
    await build(root, 'surveys', version);
    await change('surveys-mfe/src/main.ts', 'export const name = 3;');
    assert.deepEqual(await refresh(), []);
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

  it('signs what an earlier release published unsigned, without a build', async (test) => {
    const { root, refresh } = await setUp(test);
    await refresh();
    const signed = (await readRegistry(root)).remotes;
    await forgetSignatures(root);
    assert.deepEqual(await refresh(), []);
    assert.deepEqual((await readRegistry(root)).remotes, signed);
    const trust = Object.values(signed).map(({ active, versions }) => versions[active]?.trust);
    assert.deepEqual(trust, ['trusted', 'trusted', 'trusted', 'trusted', 'trusted']);
  });

  it('replaces an unsigned version that has screens with its own build, and keeps a sandboxed version', async (test) => {
    const { root, refresh, build } = await setUp(test);
    await refresh();
    const own = (await readRegistry(root)).remotes.timeline?.active;
    await build(root, 'timeline', '3.0.0', { key: TEST_KEY });
    await build(root, 'surveys', '3.0.0');
    await forgetSignatures(root, { timeline: '3.0.0' });
    await refresh();
    const { timeline, surveys } = (await readRegistry(root)).remotes;
    assert.deepEqual([timeline?.active, timeline?.versions[own ?? '']?.trust], [own, 'trusted']);
    assert.equal(surveys?.active, '3.0.0');
  });

  it('stops at a broken registry and leaves it unchanged', async (test) => {
    const { root, refresh } = await setUp(test);
    await refresh();
    await writeFile(registryFile(root), '{"schema": 1');
    await assert.rejects(refresh(), /registry\.json is not JSON/);
  });
});

describe('sourceHashes', () => {
  it('changes only when sources change', async (test) => {
    const repo = await temporaryFolder(test);
    await writeRepository(repo);
    const hash = async () => (await sourceHashes(repo, ['shell'])).get('shell');
    const first = await hash();
    await writeFiles(repo, {
      'shell/dist/main.js': 'built',
      'shell/node_modules/x/index.js': 'installed',
      'shell/src/main.test.ts': 'a test',
      'shell/src/notes.md': 'words',
      'shell/src/.main.ts.swp': 'an editor',
      'gateway/app.ts': 'runs in Node',
      'tools/commands/start.ts': 'runs in Node',
      'shell/brand.json': '{"served": "at run time"}',
      'shared-ui/gallery/index.ts': 'a page of its own',
      'records-mfe/src/main.ts': 'another package',
    });
    assert.equal(await hash(), first);
    const seen = new Set([first]);
    for (const path of [
      'shell/src/main.ts',
      'shell/src/gateway/part.ts',
      'shell/package.json',
      'shared-ui/src/new.ts',
      'package-lock.json',
      'tsconfig.base.json',
    ]) {
      await writeFiles(repo, { [path]: `changed ${path}` });
      const now = await hash();
      assert.ok(!seen.has(now), path);
      seen.add(now);
    }
    await rm(join(repo, 'shell/src/main.ts'));
    assert.ok(!seen.has(await hash()), 'a file that is gone');
  });
});

describe('eachAtOnce', () => {
  it('processes all items, at most two at a time, and keeps their order', async () => {
    let running = 0;
    let most = 0;
    const results = await eachAtOnce([5, 1, 4, 2, 3], async (turns) => {
      running += 1;
      most = Math.max(most, running);
      for (let count = 0; count < turns; count += 1) await turn();
      running -= 1;
      return turns * 10;
    });
    assert.deepEqual(results, [50, 10, 40, 20, 30]);
    assert.equal(most, Math.min(2, availableParallelism()));
  });

  it('finishes running work when an item fails, and starts nothing more', async () => {
    const finished: number[] = [];
    const work = async (item: number) => {
      await turn();
      if (item === 1) throw new Error('The first fails');
      await turn();
      finished.push(item);
    };
    await assert.rejects(eachAtOnce([1, 2, 3, 4], work), /The first fails/);
    assert.deepEqual(finished, availableParallelism() > 1 ? [2] : []);
  });
});
