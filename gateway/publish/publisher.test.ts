import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { exists, integrityOf } from 'server-kit/disk';
import { parseRemoteManifest } from '../registry/manifest.ts';
import { formatRegistry, readRegistry, registryFile } from '../registry/registry.ts';
import * as fixtures from '../testing/fixtures.ts';
import { publicHalf, statementOf, verify } from '../trust/signature.ts';
import { activatePublished, publishBuilt, publishShell, rollBack } from './publisher.ts';

async function setUp(test: TestContext) {
  const folder = await fixtures.temporaryFolder(test);
  const root = join(folder, 'deploy');
  const build = async (version: string, fixture: fixtures.RemoteFixture = {}) => {
    const dir = await mkdtemp(join(folder, 'build-'));
    await fixtures.writeRemoteBuild(dir, { version, content: version, ...fixture });
    return dir;
  };
  const publish = async (version: string, fixture: fixtures.RemoteFixture = {}) =>
    publishBuilt(root, await build(version, fixture), {}, fixture.name === undefined ? {} : { key: fixtures.TEST_KEY });
  const entry = async (name = 'surveys') => (await readRegistry(root)).remotes[name];
  const text = () => readFile(registryFile(root), 'utf8');
  return { folder, root, build, publish, entry, text };
}

describe('publishBuilt', () => {
  it('stores every file hashed and compressed, and lists the version in the registry', async (test) => {
    const { root, build, entry } = await setUp(test);
    const dir = await build('1.0.0');
    await fixtures.writeFiles(dir, { 'old.js.br': 'left over', 'deep/er/data.json': '{}' });
    const { change, ...outcome } = await publishBuilt(root, dir);
    assert.deepEqual(outcome, { name: 'surveys', version: '1.0.0', changed: true, revision: 1 });
    assert.deepEqual([change?.before, change?.after.active], [undefined, '1.0.0']);
    const folder = join(root, 'remotes', 'surveys', '1.0.0');
    const text = await readFile(join(folder, 'remote.json'));
    const manifest = parseRemoteManifest(text.toString(), 'remote.json');
    const scripts = ['feature.4e5f6a7b.js', 'remoteEntry.0a1b2c3d.js'];
    const paths = ['assets/picture.png', 'deep/er/data.json', ...scripts];
    assert.deepEqual(Object.keys(manifest.files), paths);
    for (const path of paths) {
      const content = await readFile(join(folder, path));
      assert.equal(manifest.files[path], integrityOf(content));
      assert.equal(await exists(join(folder, `${path}.br`)), !path.endsWith('.png'));
      if (path.endsWith('.png')) continue;
      assert.deepEqual(brotliDecompressSync(await readFile(join(folder, `${path}.br`))), content);
      assert.deepEqual(gunzipSync(await readFile(join(folder, `${path}.gz`))), content);
    }
    const [one = 0, other = 0] = scripts.map((path) => statSync(join(folder, path)).size);
    assert.equal(manifest.bytes, one + other);
    const manifestUrl = '/remotes/surveys/1.0.0/remote.json';
    const published = { manifest: manifestUrl, integrity: integrityOf(text), trust: 'sandboxed' };
    assert.deepEqual((await entry())?.versions['1.0.0'], published);
    assert.deepEqual(await readdir(join(root, '.staging')), []);
  });

  it('records who signed a version, and keeps that when it is published again without a key', async (test) => {
    const { root, build, publish, entry } = await setUp(test);
    const published = async () => (await entry())?.versions['1.0.0'];
    await publish('1.0.0');
    const sandboxed = await published();
    const signed = await publishBuilt(root, await build('1.0.0'), {}, { key: fixtures.TEST_KEY });
    assert.deepEqual([signed.changed, signed.revision], [true, 2]);
    const trusted = await published();
    const { team, value = '' } = trusted?.signature ?? {};
    assert.deepEqual(
      [trusted?.trust, team, trusted?.integrity],
      ['trusted', fixtures.TEST_KEY.team, sandboxed?.integrity],
    );
    const statement = statementOf('surveys', '1.0.0', trusted?.integrity ?? '');
    assert.ok(verify(statement, value, publicHalf(fixtures.TEST_KEY.privateKey)));
    assert.equal((await publish('1.0.0')).changed, false);
    assert.deepEqual(await published(), trusted);
  });

  it('refuses a sandboxed version that claims too much, and leaves nothing behind', async (test) => {
    const { root, publish } = await setUp(test);
    await publish('0.9.0', { name: 'timeline' });
    const tooMuch: [declaration: Record<string, unknown>, message: RegExp][] = [
      [{ contract: 'feature@1' }, /surveys 1\.0\.0 implements feature@1, .* survey@1 only: sign it with a team's key/],
      [{ routes: [{ path: '/notices/*', guard: 'anyone' }] }, /surveys 1\.0\.0 claims screens, .*: sign it/],
      [{ name: 'timeline', routes: [] }, /timeline 1\.0\.0 is signed by no team, so no page would show the screens/],
    ];
    for (const [declaration, message] of tooMuch) await assert.rejects(publish('1.0.0', { declaration }), message);
    assert.equal((await readRegistry(root)).revision, 1);
    assert.deepEqual(await readdir(join(root, 'remotes')), ['timeline']);
    assert.deepEqual(await readdir(join(root, 'remotes', 'timeline')), ['0.9.0']);
  });

  it('activates a published version with the same content, and refuses one that differs or is damaged', async (test) => {
    const { root, publish, text } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0']) await publish(version);
    assert.equal((await publish('1.1.0')).changed, false);
    const { changed, revision } = await publish('1.0.0');
    assert.deepEqual([changed, revision], [true, 3]);
    const before = await text();
    const other = /^PlainError: surveys 1\.0\.0 is published already with other content: give it a new version\.$/;
    await assert.rejects(publish('1.0.0', { content: 'other' }), other);
    await writeFile(join(root, 'remotes/surveys/1.0.0/feature.4e5f6a7b.js'), 'damaged');
    await assert.rejects(publish('1.0.0'), /is published already, but .*feature.* is damaged/);
    assert.equal(await text(), before);
  });

  it('never overwrites a broken registry', async (test) => {
    const { root, publish, text } = await setUp(test);
    await fixtures.writeFiles(root, { 'registry.json': '{"schema": 1, "revision": 3,' });
    for (const change of [() => publish('1.0.0'), () => rollBack(root, 'surveys')])
      await assert.rejects(change(), /registry\.json is not JSON/);
    assert.equal(await text(), '{"schema": 1, "revision": 3,');
  });

  it('publishBuilt refuses missing or mismatched builds and symbolic links', async (test) => {
    const { root, folder, build, publish } = await setUp(test);
    const wrong: [declaration: Record<string, unknown>, message: RegExp][] = [
      [
        { contract: 'survey', locales: 'en' },
        /remote\.json: "contract" must be a contract .*; "locales" must be a list/,
      ],
      [{ entry: 'gone.js' }, /"files" must list gone\.js/],
      [{ entry: '../../x.js' }, /"entry" must be a relative path inside/],
      [{ name: '../shell' }, /"name" must be a name in small letters/],
      [{ version: 'latest' }, /"version" must be a version like 1\.2\.3/],
    ];
    for (const [declaration, message] of wrong) await assert.rejects(publish('1.0.0', { declaration }), message);
    await assert.rejects(publishBuilt(root, folder), /nothing to publish in .*: it has no remote\.json/);
    const dir = await build('1.0.0');
    await assert.rejects(publishBuilt(root, dir, { name: 'records' }), /"name" must be records, but is surveys/);
    await assert.rejects(publishBuilt(root, dir, { version: '2.0.0' }), /"version" must be 2\.0\.0, but is 1\.0\.0/);
    await symlink('/etc/hostname', join(dir, 'linked.js'));
    await assert.rejects(publishBuilt(root, dir), /linked\.js is not a plain file/);
    assert.equal((await readRegistry(root)).revision, 0);
  });

  it('removes staging folders that killed publishes left an hour ago, and no newer ones', async (test) => {
    const { root, publish } = await setUp(test);
    await fixtures.writeFiles(join(root, '.staging'), { 'old/x.js': '', 'young/x.js': '' });
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(root, '.staging/old'), longAgo, longAgo);
    await publish('1.0.0');
    assert.deepEqual(await readdir(join(root, '.staging')), ['young']);
  });

  it('accepts the same version from two publishers at once', async (test) => {
    const { root, build } = await setUp(test);
    const dir = await build('1.0.0');
    const outcomes = await Promise.all([publishBuilt(root, dir), publishBuilt(root, dir)]);
    assert.deepEqual(outcomes.map(({ changed }) => changed).sort(), [false, true]);
  });
});

it('publishShell activates a shell, and refuses one whose page has no place for its configuration', async (test) => {
  const { root, folder } = await setUp(test);
  for (const version of ['1.0.0', '1.1.0']) {
    await fixtures.writeShellBuild(join(folder, version), version);
    await publishShell(root, join(folder, version), { version });
  }
  assert.deepEqual((await readRegistry(root)).shell, { active: '1.1.0', previous: '1.0.0' });
  assert.ok(await exists(join(root, 'shell/1.1.0/main.11aa22bb.js.br')));
  await fixtures.writeShellBuild(join(folder, 'shell'), '1.2.0', { head: '' });
  await assert.rejects(publishShell(root, join(folder, 'shell')), /index\.html must contain <!--lodestar:runtime-->/);
});

describe('rollBack', () => {
  it('never returns to an unsigned version with screens, even when it is requested by number', async (test) => {
    const { root, publish, entry } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0']) await publish(version, { name: 'timeline' });
    const registry = await readRegistry(root);
    Object.assign(registry.remotes.timeline?.versions['1.0.0'] ?? {}, { trust: undefined, signature: undefined });
    await writeFile(registryFile(root), formatRegistry(registry));
    await assert.rejects(rollBack(root, 'timeline'), /There is nothing to roll back to/);
    const unsigned = /^PlainError: timeline 1\.0\.0 is signed by no team, .* publish it again with a team's key/;
    await assert.rejects(activatePublished(root, 'timeline', '1.0.0'), unsigned);
    assert.equal((await entry('timeline'))?.active, '1.1.0');
  });

  it('returns to no version that was given up, until it is activated by number, or whose files are missing', async (test) => {
    const { root, publish, entry } = await setUp(test);
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await publish(version);
    for (const version of ['1.2.0', '1.1.0', '1.0.0']) assert.equal((await rollBack(root, 'surveys')).version, version);
    await assert.rejects(rollBack(root, 'surveys'), /the other versions of surveys are failing or were given up/);
    for (const version of ['1.2.0', '1.0.0']) await activatePublished(root, 'surveys', version);
    assert.equal((await entry())?.previous, '1.2.0');
    await rm(join(root, 'remotes/surveys/1.2.0'), { recursive: true });
    await assert.rejects(rollBack(root, 'surveys'), /surveys 1\.2\.0 can't be made active again: .* is missing/);
    assert.equal((await entry())?.active, '1.0.0');
  });
});
