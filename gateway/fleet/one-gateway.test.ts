import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists } from '../common/disk.ts';
import { CLAUSES } from '../publish/gate/clause-result.ts';
import { canIPublish } from '../publish/gate/command.ts';
import { createProjectKey, manageKeys } from '../publish/keys.ts';
import { manageOrigins } from '../publish/origins.ts';
import { publishRemote } from '../publish-remote.ts';
import { publishedFolder, readRegistry } from '../registry/registry.ts';
import { changeSettings, messageOf, printedBy } from '../testing/commands.ts';
import {
  startPublished,
  TEST_KEY,
  temporaryFolder,
  writeFiles,
  writeRemoteBuild,
  writeTeams,
} from '../testing/fixtures.ts';
import { listen, serve } from '../testing/servers.ts';
import { makeTeam, pemOf } from '../testing/teams.ts';
import type { SigningKey } from '../trust/signing-key.ts';

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
  const perform = (args: string[], version?: string) =>
    printedBy(test, () => publishRemote(args, { name: 'pharmacy', dir, ...(version ? { version } : {}) }));
  const at = (...args: string[]) => perform(['--gateway', origin, '--key', key, ...args]);
  const check = (...args: string[]) =>
    printedBy(test, () => canIPublish([dir, '--gateway', origin, ...args], undefined));
  const remote = async (name = 'pharmacy') => (await readRegistry(gateway.root)).remotes[name];
  return { ...gateway, origin, folder, dir, key, pem, build, perform, at, check, remote };
}

/** Returns the cells of a printed table, without its first column, the time. */
const rowsOf = (table: string) => table.split('\n').map((line) => line.split(/ {2,}/).slice(1));

const linesThat = (start: string, output: string) => output.split('\n').filter((line) => line.startsWith(start));

describe('publish-remote --gateway', () => {
  it('publishes, shares, promotes and undoes with an address and a key file, and names both versions', async (test) => {
    const { at, build, remote } = await setUp(test);
    await build('1.0.0');
    assert.equal(await at('--why', 'first'), 'pharmacy 1.0.0 is active now at 1 gateway (registry revision 6).');
    assert.equal(await at(), '1 gateway is up to date already (registry revision 6).');
    await build('1.1.0');
    assert.match(await at('--share', '10'), /^pharmacy 1\.1\.0 goes to 10 % of browsers now at 1 gateway/);
    assert.match(await at('--share', '50'), /^pharmacy 1\.1\.0 goes to 50 % of browsers now at 1 gateway/);
    assert.deepEqual((await remote())?.canary, { version: '1.1.0', share: 50 });
    assert.match(await at('--promote'), /^pharmacy 1\.1\.0 is active now at 1 gateway, before 1\.0\.0 \(/);
    assert.match(await at('--rollback'), /^pharmacy 1\.0\.0 is active now at 1 gateway, before 1\.1\.0 \(/);
    assert.match(await at('--to', '1.1.0'), /^pharmacy 1\.1\.0 is active now at 1 gateway, before 1\.0\.0 \(/);
    assert.match(await at('--revoke', '1.0.0'), /^pharmacy 1\.0\.0 is revoked at 1 gateway; 1\.1\.0 is active \(/);
    assert.deepEqual((await remote())?.versions['1.1.0']?.signature?.team, 'pharmacy');
    assert.deepEqual(rowsOf(await at('--history')), [
      ['who', 'what', 'version', 'why'],
      ['pharmacy', 'published', '1.0.0', 'first'],
      ['pharmacy', 'shared at 10 %', '1.1.0'],
      ['pharmacy', 'shared at 50 %', '1.1.0'],
      ['pharmacy', 'promoted', '1.1.0'],
      ['pharmacy', 'rolled back from 1.1.0', '1.0.0'],
      ['pharmacy', 'activated', '1.1.0'],
      ['pharmacy', 'revoked', '1.0.0'],
    ]);
  });

  it('publishes a new build at a share while another version is on trial', async (test) => {
    const { at, perform, origin, key, build, remote } = await setUp(test);
    await build('1.0.0');
    await at();
    await build('1.1.0');
    await at('--share', '10');
    await build('1.2.0');
    await perform(['--gateway', origin, '--key', key, '--share', '20'], '1.2.0');
    assert.deepEqual((await remote())?.canary, { version: '1.2.0', share: 20 });
  });

  it('finds the fitting key of the project, and publishes a survey without a named key as sandboxed', async (test) => {
    const { folder, origin, dir, perform, build, remote, teamsFile } = await setUp(test);
    const [ward, other] = [makeTeam('ward', ['surveys']), makeTeam('other', ['menu'])];
    await writeTeams(join(teamsFile, '..'), { ward: ward.listed, other: other.listed });
    for (const { key } of [ward, other])
      await writeFiles(join(folder, '.lodestar', 'keys'), { [`${key.team}.pem`]: pemOf(key) });
    await build('1.1.0', { routes: undefined }, 'surveys');
    await perform(['--gateway', origin, '--dir', dir]);
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
      [
        ['--gateway', 'http://127.0.0.1:9', '--key', key],
        /^http:\/\/127\.0\.0\.1:9 is unreachable, so nothing was switched \(.+\): check the address, and that the gateway runs\.$/,
      ],
      [
        ['--gateway', shop, '--key', key],
        /^http:\S+ is not a Lodestar gateway, or an older one \(it answered 405 .*\): check the address\.$/,
      ],
      [['--gateway', origin], /^There is no key to sign with: name one with --key FILE\. .* creates one\.$/],
      [['--gateway', origin, '--key', 'gone.pem'], /^There is no key .*gone\.pem: .*keys -- create TEAM/],
      [
        ['--gateway', origin, '--key', unknown],
        /^http:\S+ doesn't know this key: ask its operator to run npm run keys -- add unknown --remotes pharmacy --public-key MCow\S+$/,
      ],
      [
        ['records', '--gateway', origin, '--key', key, '--rollback'],
        /^Team pharmacy may not publish records at http:\S+, only pharmacy, leaflets: .*npm run keys -- add pharmacy --remotes pharmacy,leaflets,records --public-key MCow/,
      ],
      [
        ['--gateway', origin, '--key', key, '--to', '9.0.0'],
        /^Nothing was switched: http:\S+ refused the request: There is no pharmacy 9\.0\.0 here: --history pharmacy shows which versions there are\.$/,
      ],
    ];
    for (const [args, message] of mistakes) {
      assert.match(await messageOf(perform(args)), message, args.join(' '));
    }
    await build('1.0.0', { routes: [{ path: '/app/*', guard: 'patient' }] });
    assert.match(
      await messageOf(at()),
      /\/app\/\* belongs to timeline 1\.0\.0 already: declare another path in "routes"/,
    );
    await build('1.0.0', { contract: 'feature@9' });
    assert.match(
      await messageOf(at()),
      /^This can't be published:\nno {2}contract: CONTRACT_MISMATCH .*feature@9.*\nFix it/,
    );
    assert.equal((await readRegistry(root)).revision, 5);
  });
});

describe('a key', () => {
  it('counts from the moment the operator adds it until they remove it, and the history shows both', async (test) => {
    const { app, root, folder, origin, teamsFile, pem, build, perform, remote } = await setUp(test);
    const said = await createProjectKey(['create', 'ward', '--remotes', 'pharmacy'], process.env);
    const command = /npm run keys -- (add .*)$/.exec(said)?.[1]?.replaceAll("'", '').split(' ') ?? [];
    await build('1.0.0');
    const publish = () => perform(['--gateway', origin]);
    assert.match(
      await messageOf(publish()),
      /doesn't know this key: ask its operator to run npm run keys -- add ward /,
    );
    const operator = { DEPLOY_ROOT: root, TEAM_KEYS_FILE: teamsFile, DATA_ROOT: folder };
    assert.match(await manageKeys(command, operator), /^Team ward may publish pharmacy now/);
    assert.match(await publish(), /^pharmacy 1\.0\.0 is active now/);
    assert.equal(
      await manageKeys(['remove', 'ward', '--why', 'left the hospital'], operator),
      'The key of team ward is withdrawn: it can publish nothing more.\nBrowsers still get what it has signed: pharmacy 1.0.0. To remove a version: npm run publish-remote -- NAME --revoke VERSION',
    );
    await build('1.1.0');
    assert.match(
      await messageOf(publish()),
      /^http:\S+ refused this key: The key of team ward was withdrawn on \d{4}-\d\d-\d\d: sign with a valid key\.$/,
    );
    assert.equal((await remote())?.active, '1.0.0');
    assert.equal((await app.inject('/registry.json')).json().remotes.pharmacy.active, '1.0.0');
    const builders = await pem('builders', TEST_KEY);
    const history = await perform(['--gateway', origin, '--key', builders, '--history']);
    const { username } = userInfo();
    assert.deepEqual(rowsOf(history).slice(1), [
      [username, 'key added: ward'],
      ['ward', 'published', '1.0.0'],
      [username, 'key removed: ward', 'left the hospital'],
    ]);
  });
});

describe('a team’s own server', () => {
  it('keeps the files of a version that the command completes, checks and registers', async (test) => {
    const { app, root, origin, key, dir, build, perform, remote } = await setUp(test);
    const served = { folder: '' };
    const host = await serve(test, async ({ url = '' }, response) => {
      const content = await readFile(join(served.folder, url)).catch(() => undefined);
      response.writeHead(content ? 200 : 404).end(content);
    });
    await build('1.0.0');
    const register = (...args: string[]) =>
      perform(['--dir', dir, '--at', `${host}/pharmacy`, '--gateway', origin, '--key', key, ...args]);
    const missing = await messageOf(register());
    assert.match(
      missing,
      /remote\.json is complete now and lists 4 files, but http:\S+\/pharmacy\/remote\.json answered 404: copy \S+dist to http:\S+\/pharmacy\/, then run this command again\.$/,
    );
    const { files, sizes } = JSON.parse(await readFile(join(dir, 'remote.json'), 'utf8'));
    assert.deepEqual(Object.keys(files), Object.keys(sizes));
    served.folder = await temporaryFolder(test);
    await cp(dir, join(served.folder, 'pharmacy'), { recursive: true });
    await rm(join(served.folder, 'pharmacy', 'feature.4e5f6a7b.js'));
    assert.match(
      await messageOf(register()),
      /^Nothing was switched: http:\S+ refused the request: http:\S+feature\.4e5f6a7b\.js answered 404: copy the whole folder to that server/,
    );
    await cp(dir, join(served.folder, 'pharmacy'), { recursive: true });
    assert.match(await register(), /^pharmacy 1\.0\.0 is active now at 1 gateway/);
    const version = (await remote())?.versions['1.0.0'];
    assert.deepEqual([version?.manifest, version?.trust], [`${host}/pharmacy/remote.json`, 'trusted']);
    assert.deepEqual((await readRegistry(root)).origins, ['self', host]);
    assert.equal((await app.inject('/remotes/pharmacy/1.0.0/feature.4e5f6a7b.js')).statusCode, 200);
    assert.deepEqual(await readdir(join(root, '.staging')), []);
    assert.equal(await exists(publishedFolder(root, 'pharmacy', '1.0.0')), false);
    assert.match(await messageOf(perform(['--dir', dir, '--at', host])), /name it with --gateway https/);
  });
});

describe('the origins that a remote calls', () => {
  const API = 'https://api.example.org';

  it('enter the policy once the operator has approved them, with a line in the history', async (test) => {
    const { app, root, at, build } = await setUp(test);
    const operator = { DEPLOY_ROOT: root };
    const connects = async () => {
      const { headers } = await app.inject({ url: '/app', headers: { accept: 'text/html' } });
      return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ') ?? [];
    };
    await build('1.0.0', { connect: [API] });
    assert.match(
      await messageOf(at()),
      /^no {2}connect: "connect": https:\/\/api\.example\.org is not approved: .* npm run origins -- approve pharmacy https:\/\/api\.example\.org$/m,
    );
    assert.match(await at('--force', 'shown without it'), /^pharmacy 1\.0\.0 is active now/);
    assert.ok(!(await connects()).includes(API));
    assert.match(
      await manageOrigins(['list'], operator),
      /^pharmacy 1\.0\.0 +https:\/\/api\.example\.org +not approved$/,
    );
    await manageOrigins(['approve', 'pharmacy', API, '--why', 'contract signed'], operator);
    await manageOrigins(['approve', 'pharmacy', 'https://unnamed.example.org'], operator);
    assert.deepEqual(await connects(), ["'self'", 'http://localhost:3002', API]);
    await build('1.1.0', { connect: [API] });
    assert.match(await at(), /^pharmacy 1\.1\.0 is active now/);
    assert.match(await at('--history'), /origin approved: https:\/\/api\.example\.org +contract signed$/m);
    await manageOrigins(['refuse', 'pharmacy', API], operator);
    assert.ok(!(await connects()).includes(API));
  });

  it('must be origins, and are approved for one remote', async (test) => {
    const { root, at, build } = await setUp(test);
    await build('1.0.0', { connect: ['https://*.example.org'] });
    assert.match(await messageOf(at()), /"connect\[0\]" must be an origin like "https:\/\/api\.example\.org"/);
    for (const args of [['pharmacy'], ['pharmacy', `${API}/orders`], ['../x', API]])
      await assert.rejects(manageOrigins(['approve', ...args], { DEPLOY_ROOT: root }), /Name a remote and an origin/);
  });
});

describe('can-i-publish --gateway', () => {
  it('has the gateway answer clause by clause, with the key file alone', async (test) => {
    const { key, build, check, root } = await setUp(test);
    await build('1.0.0');
    const clauses = linesThat('yes ', await check('--key', key)).map((line) => line.split(/[ :]+/)[1]);
    assert.deepEqual(clauses, [...CLAUSES]);
    await build('1.0.0', { routes: [{ path: '/app/*', guard: 'patient' }], shared: { zustand: '^5.0.0' } });
    const faulty = linesThat('no ', await check('--key', key));
    assert.match(faulty[0] ?? '', /^no {2}shared: SHARED_MISSING "shared\.zustand"/);
    assert.match(faulty[1] ?? '', /^no {2}routes: .*\/app\/\*.* timeline 1\.0\.0/);
    assert.deepEqual(await readdir(join(root, '.staging')), []);
    assert.match(await check(), /^no {2}routes: /m, 'without a key, too');
    assert.equal((await readRegistry(root)).revision, 5);
  });

  it('accepts a key file without a list of teams when no gateway is named', async (test) => {
    const { dir, key, build } = await setUp(test);
    await build('1.0.0', { routes: undefined }, 'surveys');
    const lines = await printedBy(test, () => canIPublish([dir, '--key', key], undefined));
    assert.match(lines, /^yes receipt: a team's own code needs none$/m);
  });

  it('refuses the name of another team by its clause, whatever the version, without a key and with one of another team', async (test) => {
    const { at, build, check, folder, pem } = await setUp(test);
    await build('1.0.0');
    assert.match(await messageOf(check('--key', await pem('ward'))), /doesn't know this key: ask its operator to run/);
    await at();
    const stranger = makeTeam('ward', ['ward-diary']);
    await writeTeams(folder, { ward: stranger.listed });
    await build('2.0.0');
    for (const args of [[], ['--key', await pem('ward', stranger.key)]]) {
      assert.deepEqual(linesThat('no ', await check(...args)), [
        'no  version: "name" is pharmacy, which is taken: team pharmacy publishes it; use another "name", or sign with a key of that team (--key FILE)',
      ]);
    }
  });
});
