import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists, integrityOf } from '../common/disk.ts';
import { asOperator, fetchFile } from '../fleet/state.ts';
import { takeOver } from '../fleet/take-over.ts';
import { publishShell } from '../publish/publisher.ts';
import { publishedFolder } from '../registry/registry.ts';
import { temporaryFolder, writeFiles, writeShellBuild } from '../testing/fixtures.ts';
import { LOCAL_GATEWAY, startOverrides } from '../testing/overrides.ts';
import { type Override, tokenOf } from './token.ts';

const MAP = 'feature.4e5f6a7b.js.map';
const SOURCE = JSON.stringify({ version: 3, sources: ['src/feature.ts'], sourcesContent: ['secret()'], mappings: '' });

/** Publishes surveys 1.5.0 and shell 2.0.0 with source maps. */
async function startMapped(test: TestContext) {
  const stage = await startOverrides(test, undefined, { publicUrl: LOCAL_GATEWAY });
  const { folder, root, app, publish, ward, lab, override } = stage;
  await publish({ version: '1.5.0', files: { [MAP]: SOURCE } });
  await writeShellBuild(join(folder, 'shell-mapped'), '2.0.0');
  await writeFiles(join(folder, 'shell-mapped'), { 'main.11aa22bb.js.map': SOURCE });
  await publishShell(root, join(folder, 'shell-mapped'));
  const testing = (change?: Partial<Override>) =>
    `lodestar-override=${tokenOf(override(change), change?.name ? lab.key.privateKey : ward.key.privateKey)}`;
  const read = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });
  const manifest = (await read('/remotes/records/1.0.0/remote.json')).body;
  const url = `${LOCAL_GATEWAY}/remotes/records/1.0.0/remote.json`;
  const testingRecords = testing({ name: 'records', team: 'lab', url, integrity: integrityOf(Buffer.from(manifest)) });
  const payload = { token: testingRecords.split('=')[1], manifest };
  assert.equal((await app.inject({ method: 'PUT', url: '/override/manifest', payload })).statusCode, 204);
  return { ...stage, testing, testingRecords, read };
}

const REMOTE = '/remotes/surveys/1.5.0';

describe('the source maps of a published version', () => {
  it('are served only to a browser with a test version of their remote, whose tools find them through a header', async (test) => {
    const { testing, testingRecords, read } = await startMapped(test);
    const script = `${REMOTE}/feature.4e5f6a7b.js`;
    const { headers } = await read(script, testing());
    assert.deepEqual([headers.sourcemap, headers['cache-control']], [MAP, 'private, no-cache']);
    const map = await read(`${REMOTE}/${MAP}`, testing());
    assert.deepEqual([map.body, map.headers['cache-control']], [SOURCE, 'private, no-cache']);
    const outdated = testing({ until: Math.floor(Date.now() / 1000) - 1 });
    for (const cookie of ['', 'lodestar-override=x', outdated, testingRecords]) {
      const other = await read(script, cookie);
      assert.deepEqual([other.statusCode, other.headers.sourcemap], [200, undefined]);
      assert.match(String(other.headers['cache-control']), /immutable/);
      assert.ok(!other.body.includes('sourceMappingURL'));
      for (const file of [MAP, 'source-maps.json'])
        assert.equal((await read(`${REMOTE}/${file}`, cookie)).statusCode, 404);
    }
  });

  it('are one hashed file of the version, which is not compressed and does not lengthen its manifest', async (test) => {
    const { root } = await startMapped(test);
    const folder = publishedFolder(root, 'surveys', '1.5.0');
    const { files, bytes } = JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'));
    assert.match(files['source-maps.json'], /^sha384-/);
    assert.equal(files[MAP], undefined);
    assert.deepEqual(JSON.parse(await readFile(join(folder, 'source-maps.json'), 'utf8')), { [MAP]: SOURCE });
    assert.equal(await exists(join(folder, 'source-maps.json.br')), false);
    const scripts = ['remoteEntry.0a1b2c3d.js', 'feature.4e5f6a7b.js'].map((file) => statSync(join(folder, file)).size);
    const sum = scripts.reduce((one, other) => one + other);
    assert.equal(bytes, sum);
  });

  it('of the shell are served to browsers with any test version', async (test) => {
    const { testing, testingRecords, read } = await startMapped(test);
    const [script, map] = ['/shell/2.0.0/main.11aa22bb.js', '/shell/2.0.0/main.11aa22bb.js.map'];
    for (const cookie of [testing(), testingRecords]) {
      assert.equal((await read(script, cookie)).headers.sourcemap, 'main.11aa22bb.js.map');
      assert.equal((await read(map, cookie)).body, SOURCE);
    }
    assert.equal((await read(script)).headers.sourcemap, undefined);
    for (const url of [map, '/shell/2.0.0/source-maps.json']) assert.equal((await read(url)).statusCode, 404);
  });

  it('are not sent to other gateways, which take the version over without them', async (test) => {
    const { app, root } = await startMapped(test);
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const other = await temporaryFolder(test);
    const access = asOperator(undefined);
    await takeOver(other, origin, access);
    const folder = publishedFolder(other, 'surveys', '1.5.0');
    assert.equal(await exists(join(folder, 'feature.4e5f6a7b.js')), true);
    assert.equal(await exists(join(folder, 'source-maps.json')), false);
    await writeFiles(publishedFolder(root, 'surveys', '1.5.0'), { [MAP]: SOURCE });
    for (const path of ['source-maps.json', MAP]) {
      await assert.rejects(fetchFile(origin, access, { name: 'surveys', version: '1.5.0', path }), /404|There is no/);
    }
  });
});
