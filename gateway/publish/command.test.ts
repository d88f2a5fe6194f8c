import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists } from '../common/disk.ts';
import { publishRemote } from '../publish-remote.ts';
import { readHistory } from '../registry/history.ts';
import { readRegistry } from '../registry/registry.ts';
import { emptyCounts } from '../rollout/health/counts.ts';
import { writeCounts } from '../rollout/health/files.ts';
import { takeBack } from '../rollout/release/release.ts';
import { changeSettings, messageOf, printedBy } from '../testing/commands.ts';
import { emptyDeployRoot, type RemoteFixture, temporaryFolder, writeRemoteBuild } from '../testing/fixtures.ts';
import { privateKeyFile } from '../trust/teams.ts';
import { manageKeys } from './keys.ts';
import { publishBuilt } from './publisher.ts';

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = await emptyDeployRoot(folder);
  const env = { DATA_ROOT: join(folder, 'data') };
  changeSettings(test, { ...env, DEPLOY_ROOT: root, GATEWAYS: undefined, SIGNING_KEY_FILE: undefined });
  const perform = (...args: string[]) => printedBy(test, () => publishRemote(args));
  const build = async (fixture: RemoteFixture) => {
    const dir = join(folder, `${fixture.name ?? 'surveys'}-${fixture.version}`);
    await writeRemoteBuild(dir, fixture);
    return dir;
  };
  const publish = async (version: string, ...args: string[]) => perform('--dir', await build({ version }), ...args);
  const surveys = async () => (await readRegistry(root)).remotes.surveys;
  /** Creates a team's key where the command expects it, or elsewhere. Returns its file. */
  const makeKey = async (team: string, remotes: string, at = env) => {
    await manageKeys(['create', team, '--remotes', remotes], at);
    return privateKeyFile(at, team);
  };
  return { folder, root, perform, build, publish, surveys, makeKey };
}

describe('the publish command', () => {
  it('puts a version on trial, changes its share and promotes it', async (test) => {
    const { perform, publish, surveys } = await setUp(test);
    assert.equal(await publish('1.0.0'), 'surveys 1.0.0 is active now (registry revision 1).');
    assert.equal(await publish('1.0.0'), 'surveys 1.0.0 was published and active already.');
    const trial = 'surveys 1.1.0 goes to 10 % of browsers now (registry revision 2).';
    assert.equal(await publish('1.1.0', '--share', '10'), trial);
    const again = 'surveys 1.1.0 was published and on trial with 10 % already.';
    assert.equal(await publish('1.1.0', '--share', '10'), again);
    for (const [share, revision] of [
      ['50', 3],
      ['20', 4],
    ] as const) {
      const said = `surveys 1.1.0 goes to ${share} % of browsers now (registry revision ${revision}).`;
      assert.equal(await perform('surveys', '--share', share), said);
    }
    const promoted = 'surveys 1.1.0 is active now, before 1.0.0 (registry revision 5).';
    assert.equal(await perform('surveys', '--promote'), promoted);
    const { active, previous, canary } = (await surveys()) ?? {};
    assert.deepEqual([active, previous, canary], ['1.1.0', '1.0.0', undefined]);
  });

  it('ends a trial by a rollback, revokes, and activates any published version that is not revoked', async (test) => {
    const { perform, publish, surveys } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version);
    await publish('1.3.0', '--share', '10');
    for (const [action, said] of [
      [['--rollback'], 'surveys 1.3.0 is no longer on trial; 1.2.0 is active for everyone (registry revision 5).'],
      [['--to', '1.0.0'], 'surveys 1.0.0 is active now, before 1.2.0 (registry revision 6).'],
      [['--to', '1.0.0'], 'surveys 1.0.0 was active already.'],
      [['--revoke', '1.2.0'], 'surveys 1.2.0 is revoked; 1.0.0 is active (registry revision 7).'],
      [['--revoke', '1.2.0'], 'surveys 1.2.0 was revoked already.'],
    ] as const)
      assert.equal(await perform('surveys', ...action), said);
    const revoked = /^surveys 1\.2\.0 was revoked, and its number can't be used again/;
    assert.match(await messageOf(perform('surveys', '--to', '1.2.0')), revoked);
    assert.match(await messageOf(publish('1.2.0')), revoked);
    assert.match(await messageOf(publish('1.2.0', '--share', '10')), revoked);
    assert.match(await messageOf(perform('surveys', '--to', '9.0.0')), /^surveys 9\.0\.0 can't be made active/);
    const entry = await surveys();
    assert.deepEqual([entry?.active, entry?.previous, entry?.revoked], ['1.0.0', '1.1.0', ['1.2.0']]);
  });

  it('returns to the last healthy version after two bad ones in a row', async (test) => {
    const { root, perform, publish, surveys } = await setUp(test);
    for (const version of ['0.9.0', '1.0.0', '1.1.0', '1.2.0']) await publish(version);
    const [good, bad] = [0, 60].map((failing) => ({ ...emptyCounts(), loaded: 100, failing }));
    assert.ok(good && bad);
    const counts = { 'surveys@0.9.0': good, 'surveys@1.0.0': good, 'surveys@1.1.0': bad, 'surveys@1.2.0': bad };
    await writeCounts(root, 'one', counts);
    const said = 'surveys 1.0.0 is active now, before 1.2.0 (registry revision 5).';
    assert.equal(await perform('surveys', '--rollback'), said);
    assert.equal((await surveys())?.previous, '0.9.0');
  });

  it('shows who did what, when and why', async (test) => {
    const { root, perform, publish } = await setUp(test);
    await publish('1.0.0', '--why', 'first');
    await publish('1.1.0', '--share', '10');
    await takeBack(root, 'surveys', '1.1.0', '12 of 40 loads failed, of 1.0.0 none did');
    await publish('1.2.0');
    await perform('surveys', '--rollback', '--why', 'texts are\ncut off');
    const rows = (await perform('--history', 'surveys')).split('\n').map((line) => line.split(/ {2,}/));
    const { username } = userInfo();
    assert.deepEqual(
      rows.map(([, ...cells]) => cells),
      [
        ['who', 'what', 'version', 'why'],
        [username, 'published', '1.0.0', 'first'],
        [username, 'shared at 10 %', '1.1.0'],
        ['gateway', 'taken back', '1.1.0', '12 of 40 loads failed, of 1.0.0 none did'],
        [username, 'published', '1.2.0'],
        [username, 'rolled back from 1.2.0', '1.0.0', 'texts are cut off'],
      ],
    );
    for (const [when = ''] of rows.slice(1)) assert.ok(Math.abs(Date.now() - Date.parse(`${when}Z`)) < 120_000, when);
    assert.equal(await perform('records', '--history'), 'There is no history of records yet.');
  });

  it('signs with the key of --key, else of SIGNING_KEY_FILE, and publishes a sandboxed version without a key', async (test) => {
    const { publish, surveys, makeKey } = await setUp(test);
    const key = await makeKey('ward', 'surveys');
    await publish('1.0.0');
    await publish('1.1.0', '--key', key);
    changeSettings(test, { SIGNING_KEY_FILE: key });
    await publish('1.2.0');
    const { versions = {} } = (await surveys()) ?? {};
    assert.deepEqual(
      Object.values(versions).map(({ trust, signature }) => [trust, signature?.team]),
      [
        ['sandboxed', undefined],
        ['trusted', 'ward'],
        ['trusted', 'ward'],
      ],
    );
  });

  it('refuses a key whose team may not publish the remote, an unknown key, and a sandboxed version with screens', async (test) => {
    const { root, folder, build, perform, makeKey } = await setUp(test);
    const key = await makeKey('ward', 'timeline');
    const foreign = await makeKey('guests', '*', { DATA_ROOT: join(folder, 'elsewhere') });
    const surveys = await build({ version: '1.0.0' });
    const refused: [string[], RegExp][] = [
      [[surveys, '--key', key], /^Team ward may not publish surveys, only timeline: ask the operator to add it/],
      [[surveys, '--key', foreign], /^No team in .*teams\.json has the key .*: ask its operator to run npm run/],
      [
        [await build({ name: 'notices', version: '1.0.0' })],
        /^notices 1\.0\.0 implements feature@1, and a sandboxed version may implement survey@1 only: sign it .*--key/,
      ],
    ];
    for (const [args, message] of refused) assert.match(await messageOf(perform('--dir', ...args)), message);
    assert.equal((await readRegistry(root)).revision, 0);
  });

  it('publishes what the gate refuses only with a reason, which the history keeps with the failed clauses', async (test) => {
    const { root, build, perform } = await setUp(test);
    const dir = await build({ version: '1.0.0', unexamined: true, declaration: { shared: { zustand: '^5.0.0' } } });
    const refused = await messageOf(perform('--dir', dir));
    assert.match(refused, /^no {2}shared: SHARED_MISSING "shared\.zustand"/m);
    assert.match(refused, /^no {2}receipt: there is no conformance\.json/m);
    assert.equal((await readRegistry(root)).revision, 0);
    await perform('--dir', dir, '--force', 'the ward waits for it');
    const [act] = await readHistory(root, 'surveys');
    assert.match(act?.why ?? '', /^forced: the ward waits for it \(no {2}shared: .*no {2}receipt: /s);
  });

  it('first cleans up after a development that was killed', async (test) => {
    const { root, build, perform } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.1.0-dev.1']) await publishBuilt(root, await build({ version }));
    const said = 'surveys 1.0.0 is active now, before 1.1.0 (registry revision 5).';
    assert.equal(await perform('surveys', '--rollback'), said);
    assert.deepEqual(await readdir(join(root, 'remotes', 'surveys')), ['1.0.0', '1.1.0']);
  });

  it('refuses a DEPLOY_ROOT without a registry, says how to publish, and creates nothing', async (test) => {
    const { root, publish, perform } = await setUp(test);
    await rm(root, { recursive: true });
    const refused =
      /^.*deploy, which DEPLOY_ROOT names, has no registry\.json, so it is not a gateway's folder: correct DEPLOY_ROOT, or publish to the running gateway with --gateway/;
    assert.match(await messageOf(publish('1.0.0')), refused);
    assert.match(await messageOf(perform('surveys', '--history')), refused);
    assert.equal(await exists(root), false);
  });

  it('rejects invalid input with one sentence, and changes nothing', async (test) => {
    const { root, perform } = await setUp(test);
    const share = /^--share must be a whole number from 1 to 99/;
    const refusals: [string, RegExp][] = [
      [
        'billing-mfe',
        /^There is no remote called "billing-mfe"; there are onboarding, timeline, records, surveys, desk/,
      ],
      ['records --rollback', /^There is nothing to roll back to: records has never been published\.$/],
      ['', /^Name the remote to publish, .*$/],
      ['--rollback', /^Name the remote to publish/],
      ['surveys records', /^Name one remote only\.$/],
      ['surveys --fast', /^Unknown option '--fast'/],
      ['surveys --force ', /^--force "reason" publishes despite the gate/],
      ['surveys --version new', /^--version must be a version like 1\.2\.3, not "new"\.$/],
      ['surveys --rollback --version 1.0.0', /^--rollback returns to the previous version/],
      ['--dir /nowhere', /^There is nothing to publish in \/nowhere: it has no remote\.json\.$/],
      ['surveys --share 100', share],
      ['surveys --share half', share],
      ['surveys --promote --rollback', /^Use either --promote or --rollback, not both\.$/],
      ['surveys --promote --dir .', /^--promote gives .*; it can't be combined with --dir, --version or --share/],
      ['surveys --to 1.0.0 --share 5', /^--to makes .*; it can't be combined with --dir, --version or --share/],
      ['surveys --revoke latest', /^--revoke must be a version like 1\.2\.3, not "latest"\.$/],
      ['surveys --promote', /^surveys has never been published\.$/],
      ['surveys --history --why x', /^--history shows what happened; it can't be combined with --why\.$/],
      ['shell --revoke 1.0.0', /^A version of the shell can't be revoked/],
    ];
    for (const [args, sentence] of refusals) {
      const said = await messageOf(perform(...(args === '' ? [] : args.split(' '))));
      assert.match(said, sentence, args);
      assert.equal(said.split('\n').length, 1, args);
    }
    assert.equal((await readRegistry(root)).revision, 0);
  });
});
