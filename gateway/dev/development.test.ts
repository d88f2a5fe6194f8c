import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { publishBuilt, rollBack } from '../publish/publisher.ts';
import { isDevVersion, readRegistry, registryFile } from '../registry/registry.ts';
import { TEST_KEY, temporaryFolder, writeFiles, writeRemoteBuild } from '../testing/fixtures.ts';
import { beginDevelopment, endAbandonedDevelopments } from './development.ts';

/** Creates a deploy root with surveys 1.1.0 active and 1.0.0 as its previous version. */
async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = join(folder, 'deploy');
  const publish = async (version: string, name = 'surveys') => {
    const dir = join(folder, `${name}-${version}`);
    await writeRemoteBuild(dir, { name, version });
    await publishBuilt(root, dir, {}, { key: TEST_KEY });
  };
  for (const version of ['1.0.0', '1.1.0']) await publish(version);
  const remotes = async () => (await readRegistry(root)).remotes;
  const entry = async () => (await remotes()).surveys;
  const roles = async () => [(await entry())?.active, (await entry())?.previous];
  return { folder, root, publish, remotes, entry, roles, before: await entry() };
}

describe('a development', () => {
  it('leaves the registry and the published versions unchanged, also of a remote that was not published', async (test) => {
    const { root, publish, roles } = await setUp(test);
    const text = async () => (await readFile(registryFile(root), 'utf8')).replace(/"revision": \d+/, '');
    const before = await text();
    const development = await beginDevelopment(root, 'surveys');
    for (const number of [1, 2]) {
      const version = await development.nextVersion('1.1.0');
      assert.equal(version, `1.1.0-dev.${number}`);
      await publish(version);
    }
    assert.deepEqual([...(await endAbandonedDevelopments(root))], ['surveys'], 'it still runs');
    assert.deepEqual(await roles(), ['1.1.0-dev.2', '1.1.0']);
    const running = /Another dev command is running for surveys: stop it first/;
    await assert.rejects(beginDevelopment(root, 'surveys'), running);
    const other = await beginDevelopment(root, 'records');
    await publish(await other.nextVersion('1.0.0'), 'records');
    await other.end();
    await development.end();
    assert.equal(await text(), before);
    assert.deepEqual(await readdir(join(root, 'remotes', 'surveys')), ['1.0.0', '1.1.0']);
  });

  it('never reuses a build number, because browsers cache the files of a version', async (test) => {
    const { root, publish } = await setUp(test);
    const first = await beginDevelopment(root, 'surveys');
    await publish(await first.nextVersion('1.1.0'));
    await first.end();
    await publish('1.1.0-dev.7');
    const second = await beginDevelopment(root, 'surveys');
    test.after(second.end);
    assert.equal(await second.nextVersion('1.1.0'), '1.1.0-dev.8');
  });

  it('keeps a version published meanwhile, or a rollback, with no development build as a fallback', async (test) => {
    const { root, publish, roles, entry, before } = await setUp(test);
    const first = await beginDevelopment(root, 'surveys');
    await publish(await first.nextVersion('1.1.0'));
    await rollBack(root, 'surveys');
    await first.end();
    assert.deepEqual(await entry(), before);
    const second = await beginDevelopment(root, 'surveys');
    for (const version of ['1.1.0', '', '1.1.0']) await publish(version ? await second.nextVersion(version) : '1.2.0');
    await second.end();
    assert.deepEqual(await roles(), ['1.2.0', '1.1.0']);
    assert.deepEqual(Object.keys((await entry())?.versions ?? {}), ['1.0.0', '1.1.0', '1.2.0']);
  });
});

it('endAbandonedDevelopments restores the registry after a development whose process was killed', async (test) => {
  const { folder, root, entry, before } = await setUp(test);
  await writeRemoteBuild(join(folder, 'dev'), { version: '1.1.0-dev.1' });
  const from = (module: string) => JSON.stringify(join(import.meta.dirname, module));
  const killed = `
    import { beginDevelopment } from ${from('development.ts')};
    import { publishBuilt } from ${from('../publish/publisher.ts')};
    const [root, dir] = process.argv.slice(2);
    await beginDevelopment(root, 'surveys');
    await publishBuilt(root, dir);
    process.kill(process.pid, 'SIGKILL');`;
  await writeFiles(folder, { 'killed.ts': killed });
  spawnSync(process.execPath, [join(folder, 'killed.ts'), root, join(folder, 'dev')]);
  assert.equal((await entry())?.active, '1.1.0-dev.1');
  assert.deepEqual([...(await endAbandonedDevelopments(root))], []);
  assert.deepEqual(await entry(), before);
  assert.deepEqual((await readdir(join(root, 'remotes', 'surveys'))).filter(isDevVersion), []);
});
