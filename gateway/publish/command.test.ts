import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists } from '../common/disk.ts';
import { readHistory } from '../registry/history.ts';
import { readRegistry } from '../registry/registry.ts';
import { emptyCounts } from '../rollout/health/counts.ts';
import { writeCounts } from '../rollout/health/files.ts';
import { takeBack } from '../rollout/release/release.ts';
import { emptyDeployRoot, temporaryFolder, writeRemoteBuild } from '../testing/fixtures.ts';

const COMMAND = join(import.meta.dirname, '..', 'publish-remote.ts');

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = await emptyDeployRoot(folder);
  const perform = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const env = { ...process.env, DEPLOY_ROOT: root, DATA_ROOT: join(folder, 'data') };
      const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      child.once('close', (code) => resolve(`${code}: ${output.trim()}`));
    });
  const publish = async (version: string, ...args: string[]) => {
    await writeRemoteBuild(join(folder, version), { version });
    return perform('--dir', join(folder, version), ...args);
  };
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  return { folder, root, perform, publish, surveys };
}

describe('the publish command', () => {
  it('puts a version on trial, changes its share and promotes it', async (test) => {
    const { perform, publish, surveys } = await setUp(test);
    await publish('1.0.0');
    assert.equal(
      await publish('1.1.0', '--share', '10'),
      '0: surveys 1.1.0 goes to 10 % of browsers now (registry revision 2).',
    );
    assert.equal(
      await publish('1.1.0', '--share', '10'),
      '0: surveys 1.1.0 was published and on trial with 10 % already.',
    );
    assert.equal(
      await perform('surveys', '--share', '50'),
      '0: surveys 1.1.0 goes to 50 % of browsers now (registry revision 3).',
    );
    assert.equal(
      await perform('surveys', '--share', '20'),
      '0: surveys 1.1.0 goes to 20 % of browsers now (registry revision 4).',
    );
    assert.equal(
      await perform('surveys', '--promote'),
      '0: surveys 1.1.0 is active now, before 1.0.0 (registry revision 5).',
    );
    const entry = await surveys();
    assert.deepEqual([entry?.active, entry?.previous, entry?.canary], ['1.1.0', '1.0.0', undefined]);
  });

  it('ends a trial by a rollback, revokes, and activates any published version that is not revoked', async (test) => {
    const { perform, publish, surveys } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version);
    await publish('1.3.0', '--share', '10');
    assert.equal(
      await perform('surveys', '--rollback'),
      '0: surveys 1.3.0 is no longer on trial; 1.2.0 is active for everyone (registry revision 5).',
    );
    assert.equal(
      await perform('surveys', '--to', '1.0.0'),
      '0: surveys 1.0.0 is active now, before 1.2.0 (registry revision 6).',
    );
    assert.equal(await perform('surveys', '--to', '1.0.0'), '0: surveys 1.0.0 was active already.');
    assert.equal(
      await perform('surveys', '--revoke', '1.2.0'),
      '0: surveys 1.2.0 is revoked; 1.0.0 is active (registry revision 7).',
    );
    assert.equal(await perform('surveys', '--revoke', '1.2.0'), '0: surveys 1.2.0 was revoked already.');
    assert.match(
      await perform('surveys', '--to', '1.2.0'),
      /^1: surveys 1\.2\.0 was revoked, and its number can't be used again/,
    );
    assert.match(await publish('1.2.0'), /^1: surveys 1\.2\.0 was revoked, and its number can't be used again/);
    assert.match(
      await publish('1.2.0', '--share', '10'),
      /^1: surveys 1\.2\.0 was revoked, and its number can't be used again/,
    );
    assert.match(await perform('surveys', '--to', '9.0.0'), /^1: surveys 9\.0\.0 can't be made active/);
    const entry = await surveys();
    assert.deepEqual([entry?.active, entry?.previous, entry?.revoked], ['1.0.0', '1.1.0', ['1.2.0']]);
  });

  it('returns to the last healthy version after two bad ones in a row', async (test) => {
    const { root, perform, publish, surveys } = await setUp(test);
    for (const version of ['0.9.0', '1.0.0', '1.1.0', '1.2.0']) await publish(version);
    const bad = { ...emptyCounts(), loaded: 100, failing: 60 };
    const good = { ...emptyCounts(), loaded: 100 };
    await writeCounts(root, 'one', {
      'surveys@0.9.0': good,
      'surveys@1.0.0': good,
      'surveys@1.1.0': bad,
      'surveys@1.2.0': bad,
    });
    assert.equal(
      await perform('surveys', '--rollback'),
      '0: surveys 1.0.0 is active now, before 1.2.0 (registry revision 5).',
    );
    assert.equal((await surveys())?.previous, '0.9.0');
  });

  it('shows who did what, when and why', async (test) => {
    const { root, perform, publish } = await setUp(test);
    await publish('1.0.0', '--why', 'first');
    await publish('1.1.0', '--share', '10');
    await takeBack(root, 'surveys', '1.1.0', '12 of 40 loads failed, of 1.0.0 none did');
    await publish('1.2.0');
    await perform('surveys', '--rollback', '--why', 'texts are\ncut off');
    const lines = (await perform('--history', 'surveys')).slice('0: '.length).split('\n');
    const { username } = userInfo();
    const cells = lines.map((line) => line.split(/ {2,}/));
    assert.deepEqual(
      cells.map(([, ...rest]) => rest),
      [
        ['who', 'what', 'version', 'why'],
        [username, 'published', '1.0.0', 'first'],
        [username, 'shared at 10 %', '1.1.0'],
        ['gateway', 'taken back', '1.1.0', '12 of 40 loads failed, of 1.0.0 none did'],
        [username, 'published', '1.2.0'],
        [username, 'rolled back from 1.2.0', '1.0.0', 'texts are cut off'],
      ],
    );
    for (const [when = ''] of cells.slice(1)) assert.ok(Math.abs(Date.now() - Date.parse(`${when}Z`)) < 120_000, when);
    assert.equal(await perform('records', '--history'), '0: There is no history of records yet.');
    assert.equal((await readHistory(root, 'surveys')).length, 5);
  });

  it('refuses a DEPLOY_ROOT without a registry, says how to publish, and creates nothing', async (test) => {
    const { root, publish, perform } = await setUp(test);
    await rm(root, { recursive: true });
    const refused =
      /^1: .*deploy, which DEPLOY_ROOT names, has no registry\.json, so it is not a gateway's folder: correct DEPLOY_ROOT, or publish to the running gateway with --gateway/;
    assert.match(await publish('1.0.0'), refused);
    assert.match(await perform('surveys', '--history'), refused);
    assert.equal(await exists(root), false);
  });

  const refusals: [string, string[], RegExp][] = [
    ['a share that is none', ['surveys', '--share', '100'], /^1: --share must be a whole number from 1 to 99/],
    ['a share in words', ['surveys', '--share', 'half'], /^1: --share must be a whole number from 1 to 99/],
    [
      'two things at once',
      ['surveys', '--promote', '--rollback'],
      /^1: Use either --promote or --rollback, not both\.$/,
    ],
    [
      'a promotion of a folder',
      ['surveys', '--promote', '--dir', '.'],
      /^1: --promote gives the version on trial to everyone; it can't be combined with --dir, --version or --share/,
    ],
    [
      'a share with --to',
      ['surveys', '--to', '1.0.0', '--share', '5'],
      /^1: --to makes a published version active; it can't be combined with --dir, --version or --share/,
    ],
    [
      'a number that is none',
      ['surveys', '--revoke', 'latest'],
      /^1: --revoke must be a version like 1\.2\.3, not "latest"\.$/,
    ],
    ['a promotion without a trial', ['surveys', '--promote'], /^1: surveys has never been published\.$/],
    ['an end without a name', ['--rollback'], /^1: Name the remote to publish/],
    [
      'a history with a reason',
      ['surveys', '--history', '--why', 'x'],
      /^1: --history shows what happened; it can't be combined with --why\.$/,
    ],
    ['the shell on trial', ['shell', '--revoke', '1.0.0'], /^1: A version of the shell can't be revoked/],
  ];
  for (const [what, args, sentence] of refusals) {
    it(`refuses ${what} with one sentence`, async (test) => {
      const { perform } = await setUp(test);
      const said = await perform(...args);
      assert.match(said, sentence);
      assert.equal(said.split('\n').length, 1);
    });
  }
});
