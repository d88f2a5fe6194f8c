import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists } from 'server-kit/disk';
import { publishRemote } from '../publish-remote.ts';
import { publishedFolder, readRegistry } from '../registry/registry.ts';
import { changeSettings, historyRows, messageOf, printedBy } from '../testing/commands.ts';
import { startPublished, temporaryFolder, writeFiles, writeRemoteBuild, writeTeams } from '../testing/fixtures.ts';
import { listen, serve } from '../testing/servers.ts';
import { makeTeam, pemOf } from '../testing/teams.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { CLAUSES } from './gate/clause-result.ts';
import { canIPublish } from './gate/command.ts';
import { createProjectKey, manageKeys } from './keys.ts';
import { manageOrigins } from './origins.ts';

const ROUTES = [{ path: '/orders/*', guard: 'patient' }];

/** A gateway, and a team's project on another machine: it has the gateway's address, a key file and a build. */
async function setUp(test: TestContext) {
  const gateway = await startPublished(test);
  const pharmacy = makeTeam('pharmacy', ['pharmacy', 'leaflets']);
  await writeTeams(gateway.folder, { pharmacy: pharmacy.listed });
  const { origin } = await listen(gateway.app);
  const folder = await temporaryFolder(test);
  const pem = async (team: string, key: SigningKey = makeTeam(team, []).key) => {
    await writeFiles(folder, { [`${team}.pem`]: pemOf(key) });
    return join(folder, `${team}.pem`);
  };
  const key = await pem('pharmacy', pharmacy.key);
  changeSettings(test, { DATA_ROOT: join(folder, '.lodestar'), DEPLOY_ROOT: undefined });
  const dir = join(folder, 'dist');
  const build = async (version: string, declaration = {}, name = 'pharmacy') =>
    writeRemoteBuild(dir, { name, version, declaration: { routes: ROUTES, ...declaration } });
  /** Runs the command as the project's `publish-remote`. Returns what it prints. */
  const perform = (...args: string[]) => printedBy(test, () => publishRemote(args, { name: 'pharmacy', dir }));
  const at = (...args: string[]) => perform('--gateway', origin, '--key', key, ...args);
  const check = (...args: string[]) => printedBy(test, () => canIPublish([dir, ...args], undefined));
  const remote = async (name = 'pharmacy') => (await readRegistry(gateway.root)).remotes[name];
  return { ...gateway, origin, folder, dir, key, pem, build, perform, at, check, remote };
}

const linesThat = (start: string, output: string) => output.split('\n').filter((line) => line.startsWith(start));

describe('publish-remote --gateway', () => {
  it('publishes, shares, promotes and undoes with an address and a key file, and names both versions', async (test) => {
    const { at, build, remote } = await setUp(test);
    await build('1.0.0');
    assert.equal(await at('--why', 'first'), 'pharmacy 1.0.0 is active now (registry revision 6).');
    assert.equal(await at(), 'pharmacy 1.0.0 was published and active already.');
    await build('1.1.0');
    assert.match(await at('--share', '10'), /^pharmacy 1\.1\.0 goes to 10 % of browsers now/);
    await build('1.2.0');
    assert.match(await at('--version', '1.2.0', '--share', '20'), /^pharmacy 1\.2\.0 goes to 20 % of browsers now/);
    assert.deepEqual((await remote())?.canary, { version: '1.2.0', share: 20 });
    const actions: [args: string[], said: RegExp][] = [
      [['--share', '50'], /^pharmacy 1\.2\.0 goes to 50 % of browsers now/],
      [['--promote'], /^pharmacy 1\.2\.0 replaces 1\.0\.0 \(/],
      [['--rollback'], /^pharmacy 1\.0\.0 replaces 1\.2\.0 \(/],
      [['--to', '1.2.0'], /^pharmacy 1\.2\.0 replaces 1\.0\.0 \(/],
      [['--revoke', '1.0.0'], /^pharmacy 1\.0\.0 is revoked; 1\.2\.0 is active \(/],
    ];
    for (const [args, said] of actions) assert.match(await at(...args), said);
    assert.deepEqual((await remote())?.versions['1.2.0']?.signature?.team, 'pharmacy');
    const rows = historyRows(await at('--history')).map((row) => row.join());
    assert.deepEqual(rows, [
      ...['who,what,version,why', 'pharmacy,published,1.0.0,first', 'pharmacy,shared at 10 %,1.1.0'],
      ...['pharmacy,shared at 20 %,1.2.0', 'pharmacy,shared at 50 %,1.2.0', 'pharmacy,promoted,1.2.0'],
      ...['pharmacy,rolled back from 1.2.0,1.0.0', 'pharmacy,activated,1.2.0', 'pharmacy,revoked,1.0.0'],
    ]);
  });

  it('finds the fitting key of the project, and publishes a survey without a named key as sandboxed', async (test) => {
    const { folder, origin, perform, build, remote, teamsFile } = await setUp(test);
    const [ward, other] = [makeTeam('ward', ['surveys']), makeTeam('other', ['menu'])];
    await writeTeams(join(teamsFile, '..'), { ward: ward.listed, other: other.listed });
    for (const { key } of [ward, other])
      await writeFiles(join(folder, '.lodestar', 'keys'), { [`${key.team}.pem`]: pemOf(key) });
    await build('1.1.0', { routes: undefined }, 'surveys');
    await perform('--gateway', origin, '--dir', join(folder, 'dist'));
    assert.equal((await remote('surveys'))?.versions['1.1.0']?.trust, 'sandboxed');
  });

  it('ends each mistake with one message that names the fix, and changes nothing', async (test) => {
    const { root, origin, key, pem, build, perform, at } = await setUp(test);
    const shop = await serve(test, (_request, response) => response.writeHead(405).end('<html>a shop</html>'));
    const unknown = await pem('unknown');
    await build('1.0.0');
    const mistakes: [args: string[], message: RegExp][] = [
      [[], /^Name the gateway to publish to: --gateway https:\/\/\S+ --key FILE\.$/],
      [['--gateway', 'lodestar'], /^--gateway must be an address that starts with http.*; not "lodestar"\.$/],
      [['--gateway', 'http://127.0.0.1:9', '--key', key], /is unreachable \(.+\), so nothing was switched: check the/],
      [['--gateway', shop, '--key', key], /is not a Lodestar gateway, or an older one \(it answered 405 .*\): check/],
      [['--gateway', origin], /^There is no key to sign with: name one with --key FILE\. .* creates one\.$/],
      [['--gateway', origin, '--key', 'gone.pem'], /^There is no key .*gone\.pem: .*keys -- create TEAM/],
      [
        ['--gateway', origin, '--key', unknown],
        /doesn't know this key: .* keys -- add unknown --remotes pharmacy --pub/,
      ],
      [
        ['records', '--gateway', origin, '--key', key, '--rollback'],
        /^Team pharmacy may not publish records at .*, only .*keys -- add pharmacy --remotes pharmacy,leaflets,records /,
      ],
      [['--gateway', origin, '--key', key, '--to', '9.0.0'], /^Nothing was switched: .* There is no pharmacy 9\.0\.0/],
    ];
    for (const [args, message] of mistakes) assert.match(await messageOf(perform(...args)), message, args.join(' '));
    await build('1.0.0', { routes: [{ path: '/app/*', guard: 'patient' }] });
    const taken = /\/app\/\* belongs to timeline 1\.0\.0 already: declare another path in "routes"/;
    assert.match(await messageOf(at()), taken);
    await build('1.0.0', { contract: 'feature@9' });
    const refused = /^This can't be published:\nno {2}contract: CONTRACT_MISMATCH .*feature@9.*\nFix it/;
    assert.match(await messageOf(at()), refused);
    assert.equal((await readRegistry(root)).revision, 5);
  });
});

it('a key counts from the moment the operator adds it until they remove it, and the history shows both', async (test) => {
  const { app, root, folder, origin, teamsFile, key, build, perform } = await setUp(test);
  const said = await createProjectKey(['create', 'ward', '--remotes', 'pharmacy'], process.env);
  const command = /npm run keys -- (add .*)$/.exec(said)?.[1]?.replaceAll("'", '').split(' ') ?? [];
  await build('1.0.0');
  const publish = () => perform('--gateway', origin);
  assert.match(await messageOf(publish()), /doesn't know this key: ask its operator to run npm run keys -- add ward /);
  const operator = { DEPLOY_ROOT: root, TEAM_KEYS_FILE: teamsFile, DATA_ROOT: folder };
  assert.match(await manageKeys(command, operator), /^Team ward may publish pharmacy now/);
  assert.match(await publish(), /^pharmacy 1\.0\.0 is active now/);
  const removed = /^The key of team ward is withdrawn: .*\nBrowsers still get what it has signed: pharmacy 1\.0\.0\./;
  assert.match(await manageKeys(['remove', 'ward', '--why', 'left the hospital'], operator), removed);
  await build('1.1.0');
  const refused = /refused this key: The key of team ward was withdrawn on \d{4}-\d\d-\d\d: sign with a valid key\.$/;
  assert.match(await messageOf(publish()), refused);
  assert.equal((await app.inject('/registry.json')).json().remotes.pharmacy.active, '1.0.0');
  const { username } = userInfo();
  assert.deepEqual(historyRows(await perform('--gateway', origin, '--key', key, '--history')).slice(1), [
    [username, 'key added: ward'],
    ['ward', 'published', '1.0.0'],
    [username, 'key removed: ward', 'left the hospital'],
  ]);
});

it('a team’s own server keeps the files of a version that the command completes, checks and registers', async (test) => {
  const { app, root, dir, build, perform, at, remote } = await setUp(test);
  const served = join(await temporaryFolder(test), 'pharmacy');
  const host = await serve(test, async ({ url = '' }, response) => {
    const content = await readFile(join(served, '..', url)).catch(() => undefined);
    response.writeHead(content ? 200 : 404).end(content);
  });
  await build('1.0.0');
  const register = () => at('--dir', dir, '--at', `${host}/pharmacy`);
  const missing = /remote\.json is complete now and lists 4 files, but http:\S+ answered 404: copy \S+dist to http:\S+/;
  assert.match(await messageOf(register()), missing);
  const { files, sizes } = JSON.parse(await readFile(join(dir, 'remote.json'), 'utf8'));
  assert.deepEqual(Object.keys(files), Object.keys(sizes));
  await cp(dir, served, { recursive: true });
  await rm(join(served, 'feature.4e5f6a7b.js'));
  assert.match(
    await messageOf(register()),
    /^Nothing was switched: .*feature\.4e5f6a7b\.js answered 404: copy the whole/,
  );
  await cp(dir, served, { recursive: true });
  assert.match(await register(), /^pharmacy 1\.0\.0 is active now/);
  const version = (await remote())?.versions['1.0.0'];
  assert.deepEqual([version?.manifest, version?.trust], [`${host}/pharmacy/remote.json`, 'trusted']);
  assert.deepEqual((await readRegistry(root)).origins, ['self', host]);
  assert.equal((await app.inject('/remotes/pharmacy/1.0.0/feature.4e5f6a7b.js')).statusCode, 200);
  assert.deepEqual(await readdir(join(root, '.staging')), []);
  assert.equal(await exists(publishedFolder(root, 'pharmacy', '1.0.0')), false);
  assert.match(await messageOf(perform('--dir', dir, '--at', host)), /name it with --gateway https/);
});

it('the origins that a remote calls enter the policy once the operator has approved them for it', async (test) => {
  const { app, root, at, build } = await setUp(test);
  const API = 'https://api.example.org';
  const origins = (...args: string[]) => manageOrigins(args, { DEPLOY_ROOT: root });
  const connects = async () => {
    const { headers } = await app.inject({ url: '/app', headers: { accept: 'text/html' } });
    return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ') ?? [];
  };
  await build('1.0.0', { connect: ['https://*.example.org'] });
  assert.match(await messageOf(at()), /"connect\[0\]" must be an origin like "https:\/\/api\.example\.org"/);
  await build('1.0.0', { connect: [API] });
  const refused = /^no {2}connect: .*api\.example\.org is not approved: .* origins -- approve pharmacy https:\S+$/m;
  assert.match(await messageOf(at()), refused);
  assert.match(await at('--force', 'shown without it'), /^pharmacy 1\.0\.0 is active now/);
  assert.equal((await readRegistry(root)).revision, 6);
  assert.ok(!(await connects()).includes(API));
  assert.match(await origins('list'), /^pharmacy 1\.0\.0 +https:\/\/api\.example\.org +not approved$/);
  for (const args of [['pharmacy'], ['pharmacy', `${API}/orders`], ['../x', API]])
    await assert.rejects(origins('approve', ...args), /Name a remote and an origin/);
  await origins('approve', 'pharmacy', API, '--why', 'contract signed');
  await origins('approve', 'pharmacy', 'https://unnamed.example.org');
  assert.deepEqual(await connects(), ["'self'", 'http://localhost:3002', API]);
  await build('1.1.0', { connect: [API] });
  assert.match(await at(), /^pharmacy 1\.1\.0 replaces 1\.0\.0 /);
  const history = await at('--history');
  assert.match(history, /origin approved: https:\/\/api\.example\.org +contract signed$/m);
  assert.match(history, /published +1\.0\.0 +forced: shown without it \(no connect: /);
  await origins('refuse', 'pharmacy', API);
  assert.ok(!(await connects()).includes(API));
});

describe('can-i-publish', () => {
  it('has the gateway answer clause by clause, with the key file alone, and needs no gateway for a key file', async (test) => {
    const { key, origin, build, check, root } = await setUp(test);
    await build('1.0.0');
    const clauses = linesThat('yes ', await check('--gateway', origin, '--key', key));
    assert.deepEqual(
      clauses.map((line) => line.split(/[ :]+/)[1]),
      [...CLAUSES],
    );
    await build('1.0.0', { routes: [{ path: '/app/*', guard: 'patient' }], shared: { zustand: '^5.0.0' } });
    const faulty = linesThat('no ', await check('--gateway', origin, '--key', key));
    assert.match(faulty[0] ?? '', /^no {2}shared: SHARED_MISSING "shared\.zustand"/);
    assert.match(faulty[1] ?? '', /^no {2}routes: .*\/app\/\*.* timeline 1\.0\.0/);
    assert.deepEqual(await readdir(join(root, '.staging')), []);
    assert.match(await check('--gateway', origin), /^no {2}routes: /m, 'without a key, too');
    assert.equal((await readRegistry(root)).revision, 5);
    await build('1.0.0', { routes: undefined }, 'surveys');
    assert.match(await check('--key', key), /^yes receipt: a team's own code needs none$/m);
  });

  it('refuses the name of another team by its clause, whatever the version, without a key and with one of another team', async (test) => {
    const { at, build, check, folder, origin, pem } = await setUp(test);
    await build('1.0.0');
    const unknown = await messageOf(check('--gateway', origin, '--key', await pem('ward')));
    assert.match(unknown, /doesn't know this key: ask its operator to run/);
    await at();
    const stranger = makeTeam('ward', ['ward-diary']);
    await writeTeams(folder, { ward: stranger.listed });
    await build('2.0.0');
    for (const args of [[], ['--key', await pem('ward', stranger.key)]]) {
      const [refused, ...others] = linesThat('no ', await check('--gateway', origin, ...args));
      const taken =
        /^no {2}version: "name" is pharmacy, which is taken: team pharmacy publishes it; use another "name"/;
      assert.match(refused ?? '', taken);
      assert.deepEqual(others, []);
    }
  });
});
