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
  return { folder, env, keys, pem: (team: string) => join(folder, 'keys', `${team}.pem`) };
}

describe('npm run keys', () => {
  it('the private key is owner-only and the public key is listed', async (test) => {
    const { keys, env, pem } = await setUp(test);
    const said = await keys('create', 'ward', '--remotes', 'timeline, records');
    assert.equal((await stat(pem('ward'))).mode & 0o777, 0o600);
    const publicKey = publicHalf(await readPrivateKey(pem('ward')));
    assert.deepEqual(await readTeams(teamsFile(env)), { ward: { publicKey, remotes: ['timeline', 'records'] } });
    assert.ok(said.includes(pem('ward')) && said.includes(`--public-key ${publicKey}`));
    assert.doesNotMatch(said, /PRIVATE/);
  });

  it('the printed command adds a team on another machine', async (test) => {
    const [one, other] = [await setUp(test), await setUp(test)];
    const said = await one.keys('create', 'pharmacy', '--remotes', '*');
    const command = said.split('npm run keys -- ')[1]?.replaceAll("'", '').split(' ') ?? [];
    await other.keys(...command);
    assert.deepEqual(await readTeams(teamsFile(other.env)), await readTeams(teamsFile(one.env)));
    assert.match(await other.keys('list'), /^pharmacy +\*$/);
    assert.ok((await one.keys('list')).endsWith(one.pem('pharmacy')));
  });

  it('a listed team gets more remotes, and its withdrawn key becomes valid again, with the same key', async (test) => {
    const { keys, env } = await setUp(test);
    const said = await keys('create', 'ward', '--remotes', 'timeline');
    const key = said.split('--public-key ')[1] ?? '';
    assert.match(
      await keys('add', 'ward', '--remotes', 'records', '--public-key', key),
      /^Team ward may publish timeline, records now/,
    );
    await keys('remove', 'ward');
    assert.match(await keys('list'), /^ward +timeline, records +withdrawn \d{4}-\d\d-\d\d$/);
    await assert.rejects(keyForBuild({ ...env, SIGNING_KEY_FILE: 'keys/ward.pem' }, 'timeline'), /was withdrawn: sign/);
    await keys('add', 'ward', '--remotes', 'timeline', '--public-key', key);
    assert.equal((await keyForBuild(env, 'timeline')).team, 'ward');
  });

  it('the team list is kept in the file named by TEAM_KEYS_FILE', async (test) => {
    const { keys, env, folder } = await setUp(test);
    env.TEAM_KEYS_FILE = join(folder, 'elsewhere', 'teams.json');
    await keys('create', 'ward', '--remotes', 'timeline');
    assert.deepEqual(Object.keys(await readTeams(join(folder, 'elsewhere', 'teams.json'))), ['ward']);
  });

  it('rejects invalid input with one sentence, and changes nothing', async (test) => {
    const { keys, env } = await setUp(test);
    await keys('create', 'ward', '--remotes', 'timeline');
    const before = await readFile(teamsFile(env), 'utf8');
    const otherKey = `MCowBQYDK2VwAyEA${'A'.repeat(43)}=`;
    const refusals: [string[], RegExp][] = [
      [['create', 'ward', '--remotes', 'x'], /^The key .*ward\.pem exists already\.$/],
      [
        ['add', 'ward', '--remotes', 'x', '--public-key', otherKey],
        /teams\.json lists a team ward already, with another key: add the new key as ward-2\.$/,
      ],
      [
        ['create', 'Ward 7', '--remotes', 'x'],
        /^The name of the team must be a team's name in small letters, not "Ward 7"\.$/,
      ],
      [['create', '--remotes', 'x'], /^The name of the team is missing/],
      [['create', 'lab'], /^--remotes is missing/],
      [
        ['create', 'lab', '--remotes', 'x,../y'],
        /^--remotes must be the name of a remote, or "\*" for any, not "\.\.\/y"\.$/,
      ],
      [['create', 'lab', 'xray', '--remotes', 'x'], /^Name one team only/],
      [['create', 'lab', '--remote', 'x'], /^Unknown option '--remote'/],
      [['delete', 'ward'], /not "delete"/],
      [['remove', 'lab'], /teams\.json lists no team lab: .* shows the teams\.$/],
      [
        ['add', 'lab', '--remotes', 'x', '--public-key', 'abc'],
        /^--public-key must be the public half of an Ed25519 key/,
      ],
    ];
    for (const [args, sentence] of refusals) assert.match(await messageOf(keys(...args)), sentence, args.join(' '));
    assert.equal(await readFile(teamsFile(env), 'utf8'), before);
  });

  it('shows its usage, and that there are no teams', async (test) => {
    const { keys } = await setUp(test);
    for (const args of [[], ['help'], ['--help']]) assert.match(await keys(...args), /npm run keys -- create/);
    assert.match(await keys('list'), /^There are no teams in /);
  });

  it('reports every invalid field of a list of teams', async (test) => {
    const { keys, env, folder } = await setUp(test);
    await writeFiles(folder, { 'keys/teams.json': '{"Ward": {"publicKey": "x", "remotes": ["*", "a b"]}}' });
    await assert.rejects(
      readTeams(teamsFile(env)),
      /"Ward" must be named by .*"Ward\.publicKey" must be .*"Ward\.remotes\[1\]"/,
    );
    await assert.rejects(keys('create', 'lab', '--remotes', 'x'), /"Ward\.publicKey"/);
    await assert.rejects(stat(join(folder, 'keys', 'lab.pem')), { code: 'ENOENT' });
  });
});

describe('the key for a build', () => {
  it('is created once for commands that start at once, kept for the next, and may sign any remote', async (test) => {
    const { env } = await setUp(test);
    const keys = await Promise.all(['timeline', 'records', 'surveys'].map((name) => keyForBuild(env, name)));
    keys.push(await keyForBuild(env, 'pharmacy'));
    assert.equal(new Set(keys.map(({ privateKey }) => publicHalf(privateKey))).size, 1);
    assert.deepEqual(Object.keys(await readTeams(teamsFile(env))), [keys[0]?.team]);
  });

  it('belongs to the team that lists the remote by name, before one that may sign any', async (test) => {
    const { env, keys } = await setUp(test);
    await keyForBuild(env, 'timeline');
    await keys('create', 'ward', '--remotes', 'timeline');
    assert.equal((await keyForBuild(env, 'timeline')).team, 'ward');
    assert.equal((await keyForBuild(env, 'records')).team, 'demo');
  });

  it('must be named when several fit, or when the operator has configured keys', async (test) => {
    const { env, keys, folder } = await setUp(test);
    for (const team of ['one', 'two']) await keys('create', team, '--remotes', 'timeline');
    const several = /^Several keys in .*, those of one, two: name one with --key/;
    assert.match(await messageOf(keyForBuild(env, 'timeline')), several);
    const other = { ...env, TEAM_KEYS_FILE: join(folder, 'none.json') };
    const none = /^No key in .* may sign timeline: name one with --key/;
    assert.match(await messageOf(keyForBuild(other, 'timeline')), none);
  });
});

describe('a named key', () => {
  it('comes from the option, else from SIGNING_KEY_FILE, and signs everything that the command builds', async (test) => {
    const { env, keys } = await setUp(test);
    for (const team of ['ward', 'lab']) await keys('create', team, '--remotes', 'timeline');
    assert.equal(await namedKey(env, 'timeline'), undefined);
    assert.equal(withSigningKey(env, undefined), env);
    const named = withSigningKey(env, 'keys/lab.pem');
    assert.equal((await namedKey(named, 'timeline'))?.team, 'lab');
    assert.equal((await namedKey(named, 'timeline', 'keys/ward.pem'))?.team, 'ward');
    assert.equal((await keyForBuild(named, 'timeline')).team, 'lab');
  });

  it('is refused with both names when its team may not publish the remote', async (test) => {
    const { env, keys } = await setUp(test);
    await keys('create', 'ward', '--remotes', 'timeline');
    const refused = /^Team ward may not publish records, only timeline: ask the operator/;
    assert.match(await messageOf(namedKey(env, 'records', 'keys/ward.pem')), refused);
  });

  it('is refused when no team has it, with instructions for the operator', async (test) => {
    const { env, keys, pem } = await setUp(test);
    await keys('create', 'ward', '--remotes', 'timeline');
    await rm(teamsFile(env));
    const refusal = (file: string) => messageOf(namedKey(env, 'timeline', file));
    assert.match(
      await refusal('keys/ward.pem'),
      /No team in .*teams\.json has the key .*npm run keys -- add TEAM --remotes timeline --public-key MCow/,
    );
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
    const { app, root, url, manifest, sign } = await setUpSigning(test);
    const said = await sign(url);
    assert.match(said, /^In registry\.json, at "remotes\.surveys\.versions":\n/);
    await changeRegistry(root, ({ revision, remotes, ...more }) => {
      const versions = { ...remotes.surveys?.versions, ...rowsIn(said) };
      const origins = [...more.origins, new URL(url).origin];
      const surveys = { active: '1.4.0', versions };
      return { ...more, origins, revision: revision + 1, remotes: { ...remotes, surveys } };
    });
    const { surveys } = (await app.inject('/registry.json')).json().remotes;
    assert.deepEqual([surveys.active, surveys.versions['1.4.0'].trust], ['1.4.0', 'trusted']);
    assert.equal((await app.inject('/remotes/surveys/1.4.0/remote.json')).body, manifest);
  });

  it('prints the same signature for a file with the same bytes', async (test) => {
    const { folder, url, manifest, sign } = await setUpSigning(test);
    await writeFile(join(folder, 'copy.json'), manifest);
    const [there, here] = [rowsIn(await sign(url)), rowsIn(await sign(join(folder, 'copy.json')))];
    assert.equal(here['1.4.0'].signature.value, there['1.4.0'].signature.value);
    assert.equal(here['1.4.0'].manifest, '/remotes/surveys/1.4.0/remote.json');
  });

  it('refuses anything but a published remote.json, and a key whose team may not publish it', async (test) => {
    const { folder, env, url, sign } = await setUpSigning(test);
    const built = join(folder, 'build', 'remote.json');
    assert.doesNotMatch(await readFile(built, 'utf8'), /"files"/);
    await manageKeys(['create', 'kitchen', '--remotes', 'menu'], env);
    const refusals: [string[], RegExp][] = [
      [[], /^Name one published remote\.json/],
      [[url, url], /^Name one published remote\.json/],
      [[built], /"files" is missing/],
      [[join(folder, 'nothing.json')], /^There is no .*nothing\.json/],
      [[url.replace('remote', 'gone')], /answered 404/],
      [[url, '--key', join(folder, 'machine', 'keys', 'kitchen.pem')], /^Team kitchen may not publish surveys/],
    ];
    for (const [args, sentence] of refusals) assert.match(await messageOf(sign(...args)), sentence, args.join(' '));
  });
});
