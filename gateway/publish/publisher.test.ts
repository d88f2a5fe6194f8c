import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exists, integrityOf } from '../common/disk.ts';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { formatRegistry, readRegistry, registryFile } from '../registry/registry.ts';
import {
  type RemoteFixture,
  TEST_KEY,
  temporaryFolder,
  writeFiles,
  writeRemoteBuild,
  writeShellBuild,
} from '../testing/fixtures.ts';
import { publicHalf, statementOf, verify } from '../trust/signature.ts';
import { activatePublished, publishBuilt, publishShell, rollBack } from './publisher.ts';

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = join(folder, 'deploy');
  const build = async (version: string, fixture: RemoteFixture = {}) => {
    const dir = await mkdtemp(join(folder, 'build-'));
    await writeRemoteBuild(dir, { version, content: version, ...fixture });
    return dir;
  };
  const publish = async (version: string, fixture: RemoteFixture = {}) =>
    publishBuilt(root, await build(version, fixture), {}, fixture.name === undefined ? {} : { key: TEST_KEY });
  const entry = async (name = 'surveys') => (await readRegistry(root)).remotes[name];
  return { folder, root, build, publish, entry };
}

describe('publishBuilt', () => {
  it('stores every file hashed and compressed, and lists the version in the registry', async (test) => {
    const { root, build, entry } = await setUp(test);
    const dir = await build('1.0.0');
    await writeFiles(dir, { 'old.js.br': 'left over', 'deep/er/data.json': '{}' });
    const { change, ...outcome } = await publishBuilt(root, dir);
    assert.deepEqual(outcome, { name: 'surveys', version: '1.0.0', changed: true, revision: 1 });
    assert.deepEqual([change?.before, change?.after.active], [undefined, '1.0.0']);
    const folder = join(root, 'remotes', 'surveys', '1.0.0');
    const text = await readFile(join(folder, 'remote.json'));
    const manifest = parseRemoteManifest(text.toString(), 'remote.json');
    const paths = ['assets/picture.png', 'deep/er/data.json', 'feature.4e5f6a7b.js', 'remoteEntry.0a1b2c3d.js'];
    assert.deepEqual(Object.keys(manifest.files), paths);
    for (const path of paths) {
      const content = await readFile(join(folder, path));
      assert.equal(manifest.files[path], integrityOf(content));
      assert.equal(await exists(join(folder, `${path}.br`)), !path.endsWith('.png'));
      if (path.endsWith('.png')) continue;
      assert.deepEqual(brotliDecompressSync(await readFile(join(folder, `${path}.br`))), content);
      assert.deepEqual(gunzipSync(await readFile(join(folder, `${path}.gz`))), content);
    }
    const scripts = ['feature.4e5f6a7b.js', 'remoteEntry.0a1b2c3d.js'];
    const [one = 0, other = 0] = scripts.map((path) => statSync(join(folder, path)).size);
    assert.equal(manifest.bytes, one + other);
    assert.deepEqual((await entry())?.versions['1.0.0'], {
      manifest: '/remotes/surveys/1.0.0/remote.json',
      integrity: integrityOf(text),
      trust: 'sandboxed',
    });
    assert.deepEqual(await readdir(join(root, '.staging')), []);
  });

  it('records who signed a version, and keeps that when it is published again without a key', async (test) => {
    const { root, build, publish, entry } = await setUp(test);
    const published = async () => (await entry())?.versions['1.0.0'];
    await publish('1.0.0');
    const sandboxed = await published();
    const signed = await publishBuilt(root, await build('1.0.0'), {}, { key: TEST_KEY });
    assert.deepEqual([signed.changed, signed.revision], [true, 2]);
    const trusted = await published();
    assert.deepEqual({ ...trusted, trust: 'sandboxed', signature: undefined }, { ...sandboxed, signature: undefined });
    const { team, value = '' } = trusted?.signature ?? {};
    assert.deepEqual([trusted?.trust, team], ['trusted', TEST_KEY.team]);
    const statement = statementOf('surveys', '1.0.0', trusted?.integrity ?? '');
    assert.ok(verify(statement, value, publicHalf(TEST_KEY.privateKey)));
    assert.equal((await publish('1.0.0')).changed, false);
    assert.deepEqual(await published(), trusted);
  });

  const tooMuch: [string, Record<string, unknown>, RegExp][] = [
    [
      'another contract',
      { contract: 'feature@1' },
      /^PlainError: surveys 1\.0\.0 implements feature@1, and a sandboxed version may implement survey@1 only: sign it with a team's key, publish-remote … --key FILE/,
    ],
    [
      'routes',
      { routes: [{ path: '/notices/*', guard: 'anyone' }] },
      /^PlainError: surveys 1\.0\.0 claims screens, which a sandboxed version may not: sign it/,
    ],
    [
      'the name of a remote that has screens',
      { name: 'timeline', routes: [] },
      /^PlainError: timeline 1\.0\.0 is signed by no team, so no page would show the screens of timeline/,
    ],
  ];
  for (const [what, declaration, message] of tooMuch) {
    it(`refuses a sandboxed version with ${what}, and leaves nothing behind`, async (test) => {
      const { root, publish } = await setUp(test);
      await publish('0.9.0', { name: 'timeline' });
      await assert.rejects(publish('1.0.0', { declaration }), message);
      assert.equal((await readRegistry(root)).revision, 1);
      assert.deepEqual(await readdir(join(root, 'remotes')), ['timeline']);
      assert.deepEqual(await readdir(join(root, 'remotes', 'timeline')), ['0.9.0']);
    });
  }

  it('only activates a version that is already published with the same content', async (test) => {
    const { publish } = await setUp(test);
    await publish('1.0.0');
    await publish('1.1.0');
    assert.equal((await publish('1.1.0')).changed, false);
    const { changed, revision } = await publish('1.0.0');
    assert.deepEqual([changed, revision], [true, 3]);
  });

  it('refuses a version that is published with other content or damaged, and changes nothing', async (test) => {
    const { root, publish } = await setUp(test);
    await publish('1.0.0');
    const before = await readFile(registryFile(root), 'utf8');
    const other = /^PlainError: surveys 1\.0\.0 is published already with other content: give it a new version\.$/;
    await assert.rejects(publish('1.0.0', { content: 'other' }), other);
    await writeFile(join(root, 'remotes/surveys/1.0.0/feature.4e5f6a7b.js'), 'damaged');
    await assert.rejects(publish('1.0.0'), /is published already, but .*feature.* is damaged/);
    assert.equal(await readFile(registryFile(root), 'utf8'), before);
  });

  it('never overwrites a broken registry', async (test) => {
    const { root, publish } = await setUp(test);
    await writeFiles(root, { 'registry.json': '{"schema": 1, "revision": 3,' });
    const said = /registry\.json is not JSON/;
    await assert.rejects(publish('1.0.0'), said);
    await assert.rejects(rollBack(root, 'surveys'), said);
    assert.equal(await readFile(registryFile(root), 'utf8'), '{"schema": 1, "revision": 3,');
  });

  const wrong: [Record<string, unknown>, RegExp][] = [
    [
      { contract: 'survey', locales: 'en' },
      /remote\.json: "contract" must be a contract like "survey@1"; "locales" must be a list/,
    ],
    [{ entry: 'gone.js' }, /"files" must list gone\.js/],
    [{ entry: '../../x.js' }, /"entry" must be a relative path inside/],
    [{ name: '../shell' }, /"name" must be a name in small letters/],
    [{ version: 'latest' }, /"version" must be a version like 1\.2\.3/],
  ];
  it('refuses an invalid declaration', async (test) => {
    const { root, publish } = await setUp(test);
    for (const [declaration, message] of wrong) await assert.rejects(publish('1.0.0', { declaration }), message);
    assert.equal((await readRegistry(root)).revision, 0);
  });

  it('publishBuilt refuses missing or mismatched builds and symbolic links', async (test) => {
    const { root, folder, build } = await setUp(test);
    await assert.rejects(publishBuilt(root, folder), /nothing to publish in .*: it has no remote\.json/);
    const dir = await build('1.0.0');
    await assert.rejects(publishBuilt(root, dir, { name: 'records' }), /"name" must be records, but is surveys/);
    await assert.rejects(publishBuilt(root, dir, { version: '2.0.0' }), /"version" must be 2\.0\.0, but is 1\.0\.0/);
    await symlink('/etc/hostname', join(dir, 'linked.js'));
    await assert.rejects(publishBuilt(root, dir), /linked\.js is not a plain file/);
  });

  it('removes staging folders that killed publishes left an hour ago, and no newer ones', async (test) => {
    const { root, publish } = await setUp(test);
    await writeFiles(join(root, '.staging'), { 'old/x.js': '', 'young/x.js': '' });
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(root, '.staging/old'), longAgo, longAgo);
    await publish('1.0.0');
    assert.deepEqual(await readdir(join(root, '.staging')), ['young']);
  });

  it('loses no change when many versions are published at once', async (test) => {
    const { root, publish } = await setUp(test);
    const names = ['onboarding', 'timeline', 'records', 'surveys'];
    const publishing = names.flatMap((name) =>
      ['1.0.0', '1.1.0', '1.2.0'].map((version) => publish(version, { name })),
    );
    const outcomes = await Promise.all(publishing);
    const registry = await readRegistry(root);
    assert.equal(registry.revision, 12);
    assert.equal(new Set(outcomes.map(({ revision }) => revision)).size, 12);
    for (const name of names) assert.equal(Object.keys(registry.remotes[name]?.versions ?? {}).length, 3);
  });

  it('accepts the same version from two publishers at once', async (test) => {
    const { root, build } = await setUp(test);
    const dir = await build('1.0.0');
    const outcomes = await Promise.all([publishBuilt(root, dir), publishBuilt(root, dir)]);
    assert.deepEqual(outcomes.map(({ changed }) => changed).sort(), [false, true]);
  });
});

describe('publishShell', () => {
  it('publishes the shell with its own activation', async (test) => {
    const { root, folder } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0']) {
      await writeShellBuild(join(folder, version), version);
      await publishShell(root, join(folder, version), { version });
    }
    assert.deepEqual((await readRegistry(root)).shell, { active: '1.1.0', previous: '1.0.0' });
    assert.ok(await exists(join(root, 'shell/1.1.0/main.11aa22bb.js.br')));
  });

  it('refuses an index.html without the marker for the runtime configuration', async (test) => {
    const { root, folder } = await setUp(test);
    await writeShellBuild(join(folder, 'shell'), '1.0.0', '');
    await assert.rejects(publishShell(root, join(folder, 'shell')), /index\.html must contain <!--lodestar:runtime-->/);
  });
});

describe('rollBack', () => {
  it('never returns to an unsigned version with screens, even when it is requested by number', async (test) => {
    const { root, publish, entry } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0']) await publish(version, { name: 'timeline' });
    const registry = await readRegistry(root);
    const first = registry.remotes.timeline?.versions['1.0.0'];
    delete first?.trust;
    delete first?.signature;
    await writeFile(registryFile(root), formatRegistry(registry));
    await assert.rejects(rollBack(root, 'timeline'), /There is nothing to roll back to/);
    const unsigned = /^PlainError: timeline 1\.0\.0 is signed by no team, .* publish it again with a team's key/;
    await assert.rejects(activatePublished(root, 'timeline', '1.0.0'), unsigned);
    assert.equal((await entry('timeline'))?.active, '1.1.0');
  });

  it('activates the previous version on disk, and refuses one that is missing', async (test) => {
    const { root, publish, entry } = await setUp(test);
    await publish('1.0.0');
    await publish('1.1.0');
    assert.equal((await rollBack(root, 'surveys')).version, '1.0.0');
    await publish('1.2.0');
    await rm(join(root, 'remotes/surveys/1.0.0'), { recursive: true });
    await assert.rejects(rollBack(root, 'surveys'), /surveys 1\.0\.0 can't be made active again: .* is missing/);
    assert.equal((await entry())?.active, '1.2.0');
  });

  it('never returns to a version that was given up, until it is activated by its number', async (test) => {
    const { root, publish, entry } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(version);
    for (const version of ['1.2.0', '1.1.0', '1.0.0']) assert.equal((await rollBack(root, 'surveys')).version, version);
    await assert.rejects(rollBack(root, 'surveys'), /the other versions of surveys are failing or were given up/);
    await activatePublished(root, 'surveys', '1.2.0');
    await activatePublished(root, 'surveys', '1.0.0');
    assert.equal((await entry())?.previous, '1.2.0');
  });
});
