import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { integrityOf } from './common/disk.ts';
import { manageKeys } from './publish/keys.ts';
import { publishBuilt } from './publish/publisher.ts';
import { readHistory } from './registry/history.ts';
import { parseRemoteManifest } from './registry/manifest.ts';
import { publishedFolder, readRegistry, registryFile } from './registry/registry.ts';
import { emptyDeployRoot, temporaryFolder, writeRemoteBuild } from './testing/fixtures.ts';
import { privateKeyFile } from './trust/teams.ts';

const COMMAND = join(import.meta.dirname, 'publish-remote.ts');

function start(root: string, args: string[], settings: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, DEPLOY_ROOT: root, DATA_ROOT: join(root, 'data'), ...settings };
  const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
  return { child, ended };
}

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const build = async (version: string) => {
    await writeRemoteBuild(join(folder, version), { version });
    return join(folder, version);
  };
  return { root: await emptyDeployRoot(folder), folder, build };
}

/** Creates a team's key where the command expects it. Returns the path of the private key. */
async function makeKey(root: string, team: string, remotes: string): Promise<string> {
  const env = { DATA_ROOT: join(root, 'data') };
  await manageKeys(['create', team, '--remotes', remotes], env);
  return privateKeyFile(env, team);
}

/** Asserts that every version in the registry is complete and matches its hashes. Returns their number. */
async function assertWhole(root: string): Promise<number> {
  const registry = await readRegistry(root);
  let versions = 0;
  for (const [name, entry] of Object.entries(registry.remotes)) {
    for (const [version, { integrity }] of Object.entries(entry.versions)) {
      const folder = publishedFolder(root, name, version);
      const text = await readFile(join(folder, 'remote.json'));
      assert.equal(integrityOf(text), integrity);
      for (const [path, hash] of Object.entries(parseRemoteManifest(text.toString(), 'remote.json').files)) {
        assert.equal(integrityOf(await readFile(join(folder, path))), hash, `${name} ${version} ${path}`);
      }
      versions += 1;
    }
  }
  return versions;
}

/** Publishes a folder. Returns how long that took, in milliseconds. */
async function timeOf(root: string, dir: string): Promise<number> {
  const began = performance.now();
  const { code, output } = await start(root, ['--dir', dir]).ended;
  assert.equal(code, 0, output);
  return performance.now() - began;
}

/** Returns a generator of the same sequence of numbers from 0 to 1 for each seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('the publish command', () => {
  it('publishes, activates and rolls back', async (test) => {
    const { root, build } = await setUp(test);
    const perform = (...args: string[]) => start(root, args).ended;
    const first = await perform('--dir', await build('1.0.0'));
    assert.deepEqual(first, { code: 0, output: 'surveys 1.0.0 is active now (registry revision 1).' });
    assert.equal(
      (await perform('--dir', await build('1.0.0'))).output,
      'surveys 1.0.0 was published and active already.',
    );
    await perform('--dir', await build('1.1.0'));
    const back = await perform('surveys', '--rollback');
    assert.equal(back.output, 'surveys 1.0.0 is active now, before 1.1.0 (registry revision 3).');
  });

  it('publishes a remote built elsewhere, refuses its path to another, and rolls it back', async (test) => {
    const { root, folder } = await setUp(test);
    const key = await makeKey(root, 'ward', '*');
    const routes = [{ path: '/notices/*', guard: 'patient' }];
    const perform = async (name: string, version: string) => {
      await writeRemoteBuild(join(folder, name + version), { name, version, declaration: { routes } });
      return start(root, ['--dir', join(folder, name + version), '--key', key]).ended;
    };
    await perform('notices', '1.0.0');
    await perform('notices', '1.1.0');
    const refused = await perform('leaflets', '1.0.0');
    assert.deepEqual(refused, {
      code: 1,
      output:
        'leaflets 1.0.0 can\'t be made active: /notices/* belongs to notices 1.1.0 already: declare another path in "routes".',
    });
    const back = await start(root, ['notices', '--rollback']).ended;
    assert.equal(back.output, 'notices 1.0.0 is active now, before 1.1.0 (registry revision 3).');
  });

  it('signs with the key of --key, else of SIGNING_KEY_FILE, and publishes a sandboxed version without a key', async (test) => {
    const { root, build } = await setUp(test);
    const key = await makeKey(root, 'ward', 'surveys');
    const trust = async (version: string) => {
      const { trust, signature } = (await readRegistry(root)).remotes.surveys?.versions[version] ?? {};
      return [trust, signature?.team];
    };
    const ends = [
      await start(root, ['--dir', await build('1.0.0')]).ended,
      await start(root, ['--dir', await build('1.1.0'), '--key', key]).ended,
      await start(root, ['--dir', await build('1.2.0')], { SIGNING_KEY_FILE: key }).ended,
    ];
    assert.deepEqual(
      ends.map(({ code }) => code),
      [0, 0, 0],
    );
    assert.deepEqual(await Promise.all(['1.0.0', '1.1.0', '1.2.0'].map(trust)), [
      ['sandboxed', undefined],
      ['trusted', 'ward'],
      ['trusted', 'ward'],
    ]);
  });

  it('refuses a key whose team may not publish the remote, an unknown key, and a sandboxed version with screens', async (test) => {
    const { root, folder, build } = await setUp(test);
    const key = await makeKey(root, 'ward', 'timeline');
    const refused = await start(root, ['--dir', await build('1.0.0'), '--key', key]).ended;
    assert.equal(refused.code, 1);
    assert.match(refused.output, /^Team ward may not publish surveys, only timeline: ask the operator to add it .*$/);
    const foreign = await makeKey(join(folder, 'elsewhere'), 'guests', '*');
    const unknown = await start(root, ['--dir', await build('1.0.0'), '--key', foreign]).ended;
    assert.match(
      unknown.output,
      /^No team in .*teams\.json has the key .*: ask its operator to run npm run keys -- add .*$/,
    );
    await writeRemoteBuild(join(folder, 'notices'), { name: 'notices' });
    const unsigned = await start(root, ['--dir', join(folder, 'notices')]).ended;
    assert.match(
      unsigned.output,
      /^notices 1\.0\.0 implements feature@1, and a sandboxed version may implement survey@1 only: sign it .*--key FILE.*$/,
    );
    assert.deepEqual([unknown.code, unsigned.code, (await readRegistry(root)).revision], [1, 1, 0]);
  });

  it('first cleans up after a development that was killed', async (test) => {
    const { root, build } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.1.0-dev.1']) await publishBuilt(root, await build(version));
    const back = await start(root, ['surveys', '--rollback']).ended;
    assert.equal(back.output, 'surveys 1.0.0 is active now, before 1.1.0 (registry revision 5).');
    assert.deepEqual(await readdir(join(root, 'remotes', 'surveys')), ['1.0.0', '1.1.0']);
  });

  const refusals: [string, string[], RegExp][] = [
    [
      'an unknown remote',
      ['billing-mfe'],
      /^There is no remote called "billing-mfe"; there are onboarding, timeline, records, surveys, desk\.$/,
    ],
    [
      'nothing to roll back to',
      ['records', '--rollback'],
      /^There is nothing to roll back to: records has never been published\.$/,
    ],
    ['no name', [], /^Name the remote to publish, .*$/],
    ['two names', ['surveys', 'records'], /^Name one remote only\.$/],
    ['an unknown option', ['surveys', '--fast'], /^Unknown option '--fast'/],
    ['a force that gives no reason', ['surveys', '--force', ''], /^--force "reason" publishes despite the gate/],
    [
      'a version that is none',
      ['surveys', '--version', 'new'],
      /^--version must be a version like 1\.2\.3, not "new"\.$/,
    ],
    [
      'a rollback to a version',
      ['surveys', '--rollback', '--version', '1.0.0'],
      /^--rollback returns to the previous version/,
    ],
    [
      'a folder without a build',
      ['--dir', '/nowhere'],
      /^There is nothing to publish in \/nowhere: it has no remote\.json\.$/,
    ],
  ];
  for (const [what, args, sentence] of refusals) {
    it(`rejects ${what} with one sentence`, async (test) => {
      const { root } = await setUp(test);
      const { code, output } = await start(root, args).ended;
      assert.equal(code, 1);
      assert.match(output, sentence);
      assert.equal(output.split('\n').length, 1);
    });
  }

  it('loses no version when several commands publish at once, unless a higher one was first', async (test) => {
    const { root, build } = await setUp(test);
    const dirs = await Promise.all(['1.0.0', '1.1.0', '1.2.0'].map(build));
    const ends = await Promise.all(dirs.map((dir) => start(root, ['--dir', dir]).ended));
    const published = ends.filter(({ code }) => code === 0);
    for (const { code, output } of ends) if (code !== 0) assert.match(output, /no {2}version: .*use a higher version/);
    assert.equal(ends[2]?.code, 0);
    assert.equal(await assertWhole(root), published.length);
    assert.equal((await readRegistry(root)).revision, published.length);
  });

  it('publishes nothing that the gate refuses, and names the failed clauses', async (test) => {
    const { root, folder } = await setUp(test);
    await writeRemoteBuild(folder, { unexamined: true, declaration: { shared: { zustand: '^5.0.0' } } });
    const { code, output } = await start(root, ['--dir', folder]).ended;
    assert.equal(code, 1);
    assert.match(output, /^no {2}shared: SHARED_MISSING "shared\.zustand"/m);
    assert.match(output, /^no {2}receipt: there is no conformance\.json/m);
    assert.equal((await readRegistry(root)).revision, 0);
  });

  it('publishes when a reason is given, and records reason and clauses in the history', async (test) => {
    const { root, folder } = await setUp(test);
    await writeRemoteBuild(folder, { unexamined: true });
    const { code, output } = await start(root, ['--dir', folder, '--force', 'the ward waits for it']).ended;
    assert.equal(code, 0, output);
    const [act] = await readHistory(root, 'surveys');
    assert.match(act?.why ?? '', /^forced: the ward waits for it \(no {2}receipt: /);
  });

  it('accepts the same content again under the same version', async (test) => {
    const { root, build } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.0.0']) await timeOf(root, await build(version));
    assert.equal((await readRegistry(root)).remotes.surveys?.active, '1.0.0');
  });

  it('leaves a complete registry when it is killed at 50 random moments', async (test) => {
    const { root, build } = await setUp(test);
    const random = seeded(20_261_120);
    const kills = { before: 0, after: 0 };
    let duration = 0;
    for (let round = 0; round < 50; round++) {
      // The duration depends on the machine's load, so it is measured repeatedly.
      if (round % 10 === 0) duration = await timeOf(root, await build(`1.${round}.0`));
      const version = `1.${round}.1`;
      const { child, ended } = start(root, ['--dir', await build(version)]);
      // The first tenth is Node's own startup, during which nothing can break.
      await Promise.race([wait(duration * (0.1 + 0.95 * random())), ended]);
      child.kill('SIGKILL');
      await ended;
      await assertWhole(root);
      kills[(await readRegistry(root)).remotes.surveys?.active === version ? 'after' : 'before'] += 1;
    }
    test.diagnostic(`${kills.before} kills before the switch of the registry, ${kills.after} after it`);
    await timeOf(root, await build('2.0.0'));
    assert.equal((await readRegistry(root)).remotes.surveys?.active, '2.0.0');
  });

  it('leaves the registry unchanged when it is killed while it writes the files', async (test) => {
    const { root, folder, build } = await setUp(test);
    await timeOf(root, await build('1.0.0'));
    const before = await readFile(registryFile(root), 'utf8');
    const random = seeded(7);
    const text = () => Array.from({ length: 8_000 }, () => Math.floor(random() * 1e6).toString(36)).join(' ');
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`chunk-${index}.js`, `// ${text()}`]));
    await writeRemoteBuild(join(folder, 'large'), { version: '1.1.0', files });
    const { child, ended } = start(root, ['--dir', join(folder, 'large')]);
    while ((await readdir(join(root, '.staging'))).length === 0) await wait(2);
    child.kill('SIGKILL');
    await ended;
    assert.equal((await readdir(join(root, '.staging'))).length, 1);
    assert.equal(await readFile(registryFile(root), 'utf8'), before);
    assert.equal((await start(root, ['--dir', join(folder, 'large')]).ended).code, 0);
    assert.equal(await assertWhole(root), 2);
  });
});
