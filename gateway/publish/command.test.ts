import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists } from 'server-kit/disk';
import { publishRemote } from '../publish-remote.ts';
import { readHistory } from '../registry/history.ts';
import { readRegistry } from '../registry/registry.ts';
import { emptyCounts } from '../rollout/health/counts.ts';
import { writeCounts } from '../rollout/health/files.ts';
import { takeBack } from '../rollout/versions/rollout.ts';
import { changeSettings, historyRows, messageOf, printedBy } from '../testing/commands.ts';
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
  it('publishes, changes a trial, promotes, rolls back and revokes, and says what it did', async (test) => {
    const { perform, publish, surveys } = await setUp(test);
    const trial = ['--share', '10'];
    assert.equal(await publish('1.0.0'), 'surveys 1.0.0 is active now (registry revision 1).');
    assert.equal(await publish('1.0.0'), 'surveys 1.0.0 was published and active already.');
    assert.match(
      await publish('1.1.0', ...trial),
      /^surveys 1\.1\.0 goes to 10 % of browsers now \(registry revision 2/,
    );
    assert.equal(await publish('1.1.0', ...trial), 'surveys 1.1.0 was published and on trial with 10 % already.');
    const actions: [args: string[], said: string][] = [
      [['--share', '50'], 'surveys 1.1.0 goes to 50 % of browsers now (registry revision 3).'],
      [['--promote'], 'surveys 1.1.0 replaces 1.0.0 (registry revision 4).'],
      [['--to', '1.0.0'], 'surveys 1.0.0 replaces 1.1.0 (registry revision 5).'],
      [['--to', '1.0.0'], 'surveys 1.0.0 was active already.'],
      [['--revoke', '1.1.0'], 'surveys 1.1.0 is revoked; 1.0.0 is active (registry revision 6).'],
      [['--revoke', '1.1.0'], 'surveys 1.1.0 was revoked already.'],
    ];
    for (const [args, said] of actions) assert.equal(await perform('surveys', ...args), said);
    const revoked = /^surveys 1\.1\.0 was revoked, and its number can't be used again/;
    assert.match(await messageOf(perform('surveys', '--to', '1.1.0')), revoked);
    assert.match(await messageOf(publish('1.1.0')), revoked);
    assert.match(await messageOf(publish('1.1.0', ...trial)), revoked);
    assert.match(await messageOf(perform('surveys', '--to', '9.0.0')), /^surveys 9\.0\.0 can't be made active/);
    await publish('1.2.0', ...trial);
    const ended = 'surveys 1.2.0 is no longer on trial; 1.0.0 is active for everyone (registry revision 8).';
    assert.equal(await perform('surveys', '--rollback'), ended);
    const { active, previous, canary, revoked: numbers } = (await surveys()) ?? {};
    assert.deepEqual([active, previous, canary, numbers], ['1.0.0', undefined, undefined, ['1.1.0']]);
  });

  it('publishes with --if-new only what is not published yet, as pipelines do with every change', async (test) => {
    const { perform, publish, surveys } = await setUp(test);
    await publish('1.0.0');
    assert.match(await publish('1.1.0', '--share', '10', '--if-new'), /^surveys 1\.1\.0 goes to 10 % of browsers now/);
    const again = await publish('1.1.0', '--share', '50', '--if-new');
    assert.equal(again, 'surveys 1.1.0 is published already.');
    assert.equal((await surveys())?.canary?.share, 10);
    assert.match(
      await messageOf(perform('surveys', '--promote', '--if-new')),
      /can't be combined with --at or --if-new/,
    );
  });

  it('returns to the last healthy version after two bad ones in a row', async (test) => {
    const { root, perform, publish, surveys } = await setUp(test);
    for (const version of ['0.9.0', '1.0.0', '1.1.0', '1.2.0']) await publish(version);
    const [good, bad] = [0, 60].map((failing) => ({ ...emptyCounts(), loaded: 100, failing }));
    assert.ok(good && bad);
    const counts = { 'surveys@0.9.0': good, 'surveys@1.0.0': good, 'surveys@1.1.0': bad, 'surveys@1.2.0': bad };
    await writeCounts(root, 'one', counts);
    const said = 'surveys 1.0.0 replaces 1.2.0 (registry revision 5).';
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
    const { username } = userInfo();
    assert.deepEqual(historyRows(await perform('--history', 'surveys')), [
      ['who', 'what', 'version', 'why'],
      [username, 'published', '1.0.0', 'first'],
      [username, 'shared at 10 %', '1.1.0'],
      ['gateway', 'taken back', '1.1.0', '12 of 40 loads failed, of 1.0.0 none did'],
      [username, 'published', '1.2.0'],
      [username, 'rolled back from 1.2.0', '1.0.0', 'texts are cut off'],
    ]);
    assert.equal(await perform('records', '--history'), 'There is no history of records yet.');
  });

  it('signs with the key of --key, else of SIGNING_KEY_FILE, and publishes a sandboxed version without a key', async (test) => {
    const { publish, surveys, makeKey } = await setUp(test);
    const key = await makeKey('ward', 'surveys');
    await publish('1.0.0');
    await publish('1.1.0', '--key', key);
    changeSettings(test, { SIGNING_KEY_FILE: key });
    await publish('1.2.0');
    const signers = Object.values((await surveys())?.versions ?? {}).map(
      ({ trust, signature }) => `${trust} ${signature?.team}`,
    );
    assert.deepEqual(signers, ['sandboxed undefined', 'trusted ward', 'trusted ward']);
  });

  it('publishes what the gate refuses only with a reason, which the history keeps with the failed clauses', async (test) => {
    const { root, build, perform } = await setUp(test);
    const dir = await build({ version: '1.0.0', unexamined: true, declaration: { shared: { zustand: '^5.0.0' } } });
    const refused = await messageOf(perform('--dir', dir));
    assert.match(refused, /^no {2}shared: SHARED_MISSING "shared\.zustand"/m);
    assert.match(refused, /^no {2}receipt: there is no conformance\.json/m);
    assert.equal((await readRegistry(root)).revision, 0);
    await perform('--dir', dir, '--force', 'the ward waits for it', '--why', 'larger buttons');
    const [act] = await readHistory(root, 'surveys');
    const why = /^larger buttons; forced: the ward waits for it \(no {2}shared: .*no {2}receipt: /s;
    assert.match(act?.why ?? '', why);
  });

  it('first cleans up after a development that was killed', async (test) => {
    const { root, build, perform } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.1.0-dev.1']) await publishBuilt(root, await build({ version }));
    const said = 'surveys 1.0.0 replaces 1.1.0 (registry revision 5).';
    assert.equal(await perform('surveys', '--rollback'), said);
    assert.deepEqual(await readdir(join(root, 'remotes', 'surveys')), ['1.0.0', '1.1.0']);
  });

  it('refuses a DEPLOY_ROOT without a registry, says how to publish, and creates nothing', async (test) => {
    const { root, publish, perform } = await setUp(test);
    await rm(root, { recursive: true });
    const refused = /^.*deploy, which DEPLOY_ROOT names, has no registry\.json, .* running gateway with --gateway/;
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
      ['surveys --share 0', share],
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
