import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { changeRegistry } from '../registry/registry.ts';
import { messageOf } from '../testing/commands.ts';
import { temporaryFolder, writeFiles } from '../testing/fixtures.ts';
import { startOverrides } from '../testing/overrides.ts';
import { publicHalf } from '../trust/signature.ts';
import { keyForBuild, namedKey, readPrivateKey, withSigningKey } from '../trust/signing-key.ts';
import { readTeams, teamsFile } from '../trust/teams.ts';
import { manageKeys } from './keys.ts';

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const env: NodeJS.ProcessEnv = { DATA_ROOT: folder, INIT_CWD: folder };
  const keys = (...args: string[]) => manageKeys(args, env);
  const create = (team: string, remotes = 'timeline') => keys('create', team, '--remotes', remotes);
  return { folder, env, keys, create, pem: (team: string) => join(folder, 'keys', `${team}.pem`) };
}

async function assertRefused(
  refusals: [args: string[], sentence: RegExp][],
  run: (...args: string[]) => Promise<unknown>,
) {
  for (const [args, sentence] of refusals) assert.match(await messageOf(run(...args)), sentence, args.join(' '));
}

describe('npm run keys', () => {
  it('the private key is owner-only and the public key is listed', async (test) => {
    const { keys, create, env, pem } = await setUp(test);
    for (const args of [[], ['help'], ['--help']]) assert.match(await keys(...args), /npm run keys -- create/);
    assert.match(await keys('list'), /^There are no teams in /);
    const said = await create('ward', 'timeline, records');
    assert.equal((await stat(pem('ward'))).mode & 0o777, 0o600);
    const publicKey = publicHalf(await readPrivateKey(pem('ward')));
    assert.deepEqual(await readTeams(teamsFile(env)), { ward: { publicKey, remotes: ['timeline', 'records'] } });
    assert.ok(said.includes(pem('ward')) && said.includes(`--public-key ${publicKey}`));
    assert.doesNotMatch(said, /PRIVATE/);
  });

  it('the printed command adds a team on another machine', async (test) => {
    const [one, other] = [await setUp(test), await setUp(test)];
    const said = await one.create('pharmacy', '*');
    await other.keys(...(said.split('npm run keys -- ')[1]?.replaceAll("'", '').split(' ') ?? []));
    assert.deepEqual(await readTeams(teamsFile(other.env)), await readTeams(teamsFile(one.env)));
    assert.match(await other.keys('list'), /^pharmacy +\*$/);
    assert.ok((await one.keys('list')).endsWith(one.pem('pharmacy')));
  });

  it('a listed team gets more remotes, and its withdrawn key becomes valid again, with the same key', async (test) => {
    const { keys, create, env } = await setUp(test);
    const key = (await create('ward')).split('--public-key ')[1] ?? '';
    const add = (remotes: string) => keys('add', 'ward', '--remotes', remotes, '--public-key', key);
    assert.match(await add('records'), /^Team ward may publish timeline, records now/);
    await keys('remove', 'ward');
    assert.match(await keys('list'), /^ward +timeline, records +withdrawn \d{4}-\d\d-\d\d$/);
    await assert.rejects(keyForBuild({ ...env, SIGNING_KEY_FILE: 'keys/ward.pem' }, 'timeline'), /was withdrawn: sign/);
    await add('timeline');
    assert.equal((await keyForBuild(env, 'timeline')).team, 'ward');
  });

  it('the team list is kept in the file named by TEAM_KEYS_FILE', async (test) => {
    const { create, env, folder } = await setUp(test);
    env.TEAM_KEYS_FILE = join(folder, 'elsewhere', 'teams.json');
    await create('ward');
    assert.deepEqual(Object.keys(await readTeams(join(folder, 'elsewhere', 'teams.json'))), ['ward']);
  });

  it('rejects invalid input with one sentence, and changes nothing', async (test) => {
    const { keys, create, env } = await setUp(test);
    await create('ward');
    const before = await readFile(teamsFile(env), 'utf8');
    const otherKey = `MCowBQYDK2VwAyEA${'A'.repeat(43)}=`;
    await assertRefused(
      [
        [['create', 'ward', '--remotes', 'x'], /^The key .*ward\.pem exists already\.$/],
        [['add', 'ward', '--remotes', 'x', '--public-key', otherKey], /team ward already, .* the new key as ward-2/],
        [['create', 'Ward 7', '--remotes', 'x'], /must be a team's name in small letters, not "Ward 7"\.$/],
        [['create', '--remotes', 'x'], /^The name of the team is missing/],
        [['create', 'lab'], /^--remotes is missing/],
        [['create', 'lab', '--remotes', 'x,../y'], /^--remotes must be the name of a remote, .* not "\.\.\/y"\.$/],
        [['create', 'lab', 'xray', '--remotes', 'x'], /^Name one team only/],
        [['create', 'lab', '--remote', 'x'], /^Unknown option '--remote'/],
        [['delete', 'ward'], /not "delete"/],
        [['remove', 'lab'], /teams\.json lists no team lab: .* shows the teams\.$/],
        [['add', 'lab', '--remotes', 'x', '--public-key', 'abc'], /^--public-key must be the public half of an Ed/],
      ],
      keys,
    );
    assert.equal(await readFile(teamsFile(env), 'utf8'), before);
  });

  it('reports every invalid field of a list of teams', async (test) => {
    const { create, env, folder, pem } = await setUp(test);
    await writeFiles(folder, { 'keys/teams.json': '{"Ward": {"publicKey": "x", "remotes": ["*", "a b"]}}' });
    const wrong = /"Ward" must be named by .*"Ward\.publicKey" must be .*"Ward\.remotes\[1\]"/;
    await assert.rejects(readTeams(teamsFile(env)), wrong);
    await assert.rejects(create('lab'), wrong);
    await assert.rejects(stat(pem('lab')), { code: 'ENOENT' });
  });
});

describe('the key for a build', () => {
  it('is created once for commands that start at once, and gives way to the key of a team that lists the remote', async (test) => {
    const { env, create } = await setUp(test);
    const keys = await Promise.all(['timeline', 'records', 'surveys'].map((name) => keyForBuild(env, name)));
    keys.push(await keyForBuild(env, 'pharmacy'));
    assert.equal(new Set(keys.map(({ privateKey }) => publicHalf(privateKey))).size, 1);
    assert.deepEqual(Object.keys(await readTeams(teamsFile(env))), ['demo']);
    await create('ward');
    assert.equal((await keyForBuild(env, 'timeline')).team, 'ward');
    assert.equal((await keyForBuild(env, 'records')).team, 'demo');
  });

  it('must be named when several fit, or when the operator has configured keys', async (test) => {
    const { env, create, folder } = await setUp(test);
    for (const team of ['one', 'two']) await create(team);
    const several = /^Several keys in .*, those of one, two: name one with --key/;
    assert.match(await messageOf(keyForBuild(env, 'timeline')), several);
    const other = { ...env, TEAM_KEYS_FILE: join(folder, 'none.json') };
    const none = /^No key in .* may sign timeline: name one with --key/;
    assert.match(await messageOf(keyForBuild(other, 'timeline')), none);
  });

  it('is the one that the option names, else SIGNING_KEY_FILE', async (test) => {
    const { env, create } = await setUp(test);
    for (const team of ['ward', 'lab']) await create(team);
    assert.equal(await namedKey(env, 'timeline'), undefined);
    assert.equal(withSigningKey(env, undefined), env);
    const named = withSigningKey(env, 'keys/lab.pem');
    assert.equal((await namedKey(named, 'timeline'))?.team, 'lab');
    assert.equal((await namedKey(named, 'timeline', 'keys/ward.pem'))?.team, 'ward');
    assert.equal((await keyForBuild(named, 'timeline')).team, 'lab');
  });

  it('is refused when its team may not publish the remote, when no team has it, and when it is no key', async (test) => {
    const { env, create, pem } = await setUp(test);
    await create('ward');
    const refusal = (file: string, remote = 'timeline') => messageOf(namedKey(env, remote, file));
    const other = /^Team ward may not publish records, only timeline: ask the operator/;
    assert.match(await refusal('keys/ward.pem', 'records'), other);
    await rm(teamsFile(env));
    const unknown = /No team in .* has the key .*npm run keys -- add TEAM --remotes timeline --public-key MCow/;
    assert.match(await refusal('keys/ward.pem'), unknown);
    await writeFile(pem('ward'), 'no key');
    assert.match(await refusal('keys/ward.pem'), /ward\.pem holds no private Ed25519 key/);
    assert.match(await refusal('keys/gone.pem'), /There is no key .*gone\.pem/);
  });
});

/** Sets up a gateway, a version of surveys on another server, and a machine with a team's key. */
async function setUpSigning(test: TestContext) {
  const stage = await startOverrides(test);
  const env: NodeJS.ProcessEnv = { DATA_ROOT: join(stage.folder, 'machine'), TEAM_KEYS_FILE: stage.teamsFile };
  await manageKeys(['create', 'clinic', '--remotes', 'surveys'], env);
  const sign = (...args: string[]) => manageKeys(['sign', ...args], env);
  return { ...stage, env, sign };
}

/** Parses the printed rows, without the line that says where they belong. */
const rowsIn = (said: string) => JSON.parse(`{${said.slice(said.indexOf('\n'))}}`);

describe('npm run keys -- sign', () => {
  it('prints the registry row that makes a version on another server a team’s own', async (test) => {
    const { app, folder, root, url, manifest, sign } = await setUpSigning(test);
    const said = await sign(url);
    assert.match(said, /^In registry\.json, at "remotes\.surveys\.versions":\n/);
    await writeFile(join(folder, 'copy.json'), manifest);
    const copy = rowsIn(await sign(join(folder, 'copy.json')))['1.4.0'];
    assert.equal(copy.signature.value, rowsIn(said)['1.4.0'].signature.value);
    assert.equal(copy.manifest, '/remotes/surveys/1.4.0/remote.json');
    await changeRegistry(root, ({ revision, remotes, ...more }) => {
      const surveys = { active: '1.4.0', versions: { ...remotes.surveys?.versions, ...rowsIn(said) } };
      const origins = [...more.origins, new URL(url).origin];
      return { ...more, origins, revision: revision + 1, remotes: { ...remotes, surveys } };
    });
    const { surveys } = (await app.inject('/registry.json')).json().remotes;
    assert.deepEqual([surveys.active, surveys.versions['1.4.0'].trust], ['1.4.0', 'trusted']);
    assert.equal((await app.inject('/remotes/surveys/1.4.0/remote.json')).body, manifest);
  });

  it('refuses anything but a published remote.json, and a key whose team may not publish it', async (test) => {
    const { folder, env, url, sign } = await setUpSigning(test);
    const built = join(folder, 'build', 'remote.json');
    await manageKeys(['create', 'kitchen', '--remotes', 'menu'], env);
    await assertRefused(
      [
        [[], /^Name one published remote\.json/],
        [[url, url], /^Name one published remote\.json/],
        [[built], /"files" is missing/],
        [[join(folder, 'nothing.json')], /^There is no .*nothing\.json/],
        [[url.replace('remote', 'gone')], /answered 404/],
        [[url, '--key', join(folder, 'machine', 'keys', 'kitchen.pem')], /^Team kitchen may not publish surveys/],
      ],
      sign,
    );
  });
});
