/** The publish command as processes: its exit code, several at once, and kills. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { integrityOf } from 'server-kit/disk';
import { parseRemoteManifest } from './registry/manifest.ts';
import { publishedFolder, readRegistry } from './registry/registry.ts';
import { startScript } from './testing/commands.ts';
import { emptyDeployRoot, seeded, temporaryFolder, writeRemoteBuild } from './testing/fixtures.ts';

const PUBLISH = join(import.meta.dirname, 'publish-remote.ts');

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = await emptyDeployRoot(folder);
  const start = (...args: string[]) => startScript(PUBLISH, args, { DEPLOY_ROOT: root, DATA_ROOT: join(root, 'data') });
  /** Starts publishing a version of surveys. */
  const publishing = async (version: string) => {
    await writeRemoteBuild(join(folder, version), { version });
    return start('--dir', join(folder, version));
  };
  /** Publishes a version. Returns how long that took, in milliseconds. */
  const timeOf = async (version: string): Promise<number> => {
    const { ended } = await publishing(version);
    const began = performance.now();
    const { code, output } = await ended;
    assert.equal(code, 0, output);
    return performance.now() - began;
  };
  return { root, start, publishing, timeOf };
}

/** Asserts that every version in the registry is complete and matches its hashes. Returns their number. */
async function assertWhole(root: string): Promise<number> {
  const { remotes } = await readRegistry(root);
  const versions = Object.entries(remotes.surveys?.versions ?? {});
  for (const [version, { integrity }] of versions) {
    const folder = publishedFolder(root, 'surveys', version);
    const text = await readFile(join(folder, 'remote.json'));
    assert.equal(integrityOf(text), integrity);
    for (const [path, hash] of Object.entries(parseRemoteManifest(text.toString(), 'remote.json').files))
      assert.equal(integrityOf(await readFile(join(folder, path))), hash, `${version} ${path}`);
  }
  return versions.length;
}

describe('the publish command', () => {
  it('exits with 1 and one line when it refuses, and loses no version when several run at once', async (test) => {
    const { root, start, publishing } = await setUp(test);
    assert.deepEqual(await start('surveys', 'records').ended, { code: 1, output: 'Name one remote only.' });
    const commands = await Promise.all(['1.0.0', '1.1.0', '1.2.0'].map((version) => publishing(version)));
    const ends = await Promise.all(commands.map(({ ended }) => ended));
    const published = ends.filter(({ code }) => code === 0);
    // A version is refused when a higher one was first.
    for (const { code, output } of ends) if (code !== 0) assert.match(output, /no {2}version: .*use a higher version/);
    assert.equal(ends[2]?.code, 0);
    assert.equal(await assertWhole(root), published.length);
    assert.equal((await readRegistry(root)).revision, published.length);
  });

  it('leaves a complete registry when it is killed at 50 random moments', async (test) => {
    const { root, publishing, timeOf } = await setUp(test);
    const random = seeded(20_261_120);
    const kills = { before: 0, after: 0 };
    let duration = 0;
    for (let round = 0; round < 50; round++) {
      // The duration depends on the machine's load, so it is measured repeatedly.
      if (round % 10 === 0) duration = await timeOf(`1.${round}.0`);
      const version = `1.${round}.1`;
      const { child, ended } = await publishing(version);
      // The first tenth is Node's own startup, during which nothing can break.
      await Promise.race([wait(duration * (0.1 + 0.95 * random())), ended]);
      child.kill('SIGKILL');
      await ended;
      await assertWhole(root);
      kills[(await readRegistry(root)).remotes.surveys?.active === version ? 'after' : 'before'] += 1;
    }
    test.diagnostic(`${kills.before} kills before the switch of the registry, ${kills.after} after it`);
    await timeOf('2.0.0');
    assert.equal((await readRegistry(root)).remotes.surveys?.active, '2.0.0');
  });
});
