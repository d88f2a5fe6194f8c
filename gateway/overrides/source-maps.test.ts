import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { integrityOf } from 'server-kit/disk';
import { completeManifest } from '../publish/build.ts';
import { publishShell } from '../publish/publisher.ts';
import { writeShellBuild } from '../testing/fixtures.ts';
import { LOCAL_GATEWAY, startOverrides } from '../testing/overrides.ts';
import { tokenOf } from './token.ts';

const MAP = 'feature.4e5f6a7b.js.map';
const SOURCE = JSON.stringify({ version: 3, sources: ['src/feature.ts'], sourcesContent: ['secret()'], mappings: '' });
const REMOTE = '/remotes/surveys/1.5.0';

/** Publishes surveys 1.5.0 and shell 2.0.0 with source maps; `surveys` and `records` are cookies of test versions. */
async function startMapped(test: TestContext) {
  const stage = await startOverrides(test, undefined, { publicUrl: LOCAL_GATEWAY });
  const { folder, root, app, publish, ward, lab, override } = stage;
  await publish({ version: '1.5.0', files: { [MAP]: SOURCE } });
  await writeShellBuild(join(folder, 'mapped'), '2.0.0', { files: { 'main.11aa22bb.js.map': SOURCE } });
  await publishShell(root, join(folder, 'mapped'));
  const read = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });
  const manifest = (await read('/remotes/records/1.0.0/remote.json')).body;
  const url = `${LOCAL_GATEWAY}/remotes/records/1.0.0/remote.json`;
  const records = { name: 'records', team: 'lab', url, integrity: integrityOf(Buffer.from(manifest)) };
  const token = tokenOf(override(records), lab.key.privateKey);
  const handed = { method: 'PUT', url: '/override/manifest', payload: { token, manifest } } as const;
  assert.equal((await app.inject(handed)).statusCode, 204);
  const cookie = (until?: number) =>
    `lodestar-override=${tokenOf(override(until === undefined ? {} : { until }), ward.key.privateKey)}`;
  const outdated = cookie(Math.floor(Date.now() / 1000) - 1);
  return { ...stage, read, surveys: cookie(), outdated, records: `lodestar-override=${token}` };
}

describe('the source maps of a published version', () => {
  it('have the same place in its manifest when it is published again from its published files', () => {
    const manifest = (files: Map<string, Buffer>) =>
      completeManifest(files, '{"version": "1.0.0"}', 'remote.json').toString();
    const build = ['texts-fr.js', 'texts-fr.js.map'].map((path): [string, Buffer] => [path, Buffer.from('{}')]);
    const files = new Map(build);
    const first = manifest(files);
    files.delete('remote.json');
    assert.equal(manifest(new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)))), first);
  });

  it('are served only to a browser with a test version of their remote, whose tools find them through a header', async (test) => {
    const { surveys, records, outdated, read } = await startMapped(test);
    const script = `${REMOTE}/feature.4e5f6a7b.js`;
    const { headers } = await read(script, surveys);
    assert.deepEqual([headers.sourcemap, headers['cache-control']], [MAP, 'private, no-cache']);
    const map = await read(`${REMOTE}/${MAP}`, surveys);
    assert.deepEqual([map.body, map.headers['cache-control']], [SOURCE, 'private, no-cache']);
    for (const cookie of ['', 'lodestar-override=x', outdated, records]) {
      const other = await read(script, cookie);
      assert.deepEqual([other.statusCode, other.headers.sourcemap], [200, undefined]);
      assert.match(String(other.headers['cache-control']), /immutable/);
      assert.ok(!other.body.includes('sourceMappingURL'));
      for (const file of [MAP, 'source-maps.json'])
        assert.equal((await read(`${REMOTE}/${file}`, cookie)).statusCode, 404);
    }
  });

  it('of the shell are served to browsers with any test version', async (test) => {
    const { surveys, records, read } = await startMapped(test);
    const script = '/shell/2.0.0/main.11aa22bb.js';
    for (const cookie of [surveys, records]) {
      assert.equal((await read(script, cookie)).headers.sourcemap, 'main.11aa22bb.js.map');
      assert.equal((await read(`${script}.map`, cookie)).body, SOURCE);
    }
    assert.equal((await read(script)).headers.sourcemap, undefined);
    for (const url of [`${script}.map`, '/shell/2.0.0/source-maps.json'])
      assert.equal((await read(url)).statusCode, 404);
  });
});
