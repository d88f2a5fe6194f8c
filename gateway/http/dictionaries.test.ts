import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { publishedFolder } from '../registry/registry.ts';
import { revoke } from '../rollout/versions/changes.ts';
import { changeRollout } from '../rollout/versions/rollout.ts';
import { startPublished } from '../testing/fixtures.ts';

const ACCEPTS = 'gzip, deflate, br, zstd, dcb, dcz';

/** A script of 20 kB that compression alone can hardly shrink, and the next version with another line. */
const script = Array.from({ length: 400 }, () => `// ${randomBytes(24).toString('hex')}`);
const oldScript = script.join('\n');
const newScript = script.with(200, '// changed').join('\n');

const sha256 = (text: string) => createHash('sha256').update(text);

/** Starts a gateway with two versions of a remote, of which one script differs by a line. */
async function start(test: TestContext) {
  const published = await startPublished(test);
  const publish = (version: string, files: Record<string, string>) =>
    published.publish({ name: 'timeline', version, files });
  await publish('1.9.0', { 'screen.11111111.js': oldScript, 'other.33333333.js': oldScript });
  await publish('2.0.0', { 'screen.22222222.js': newScript, 'other.33333333.js': newScript });
  const get = (file: string, headers: Record<string, string>) =>
    published.app.inject({ url: `/remotes/timeline/${file}`, headers });
  return { ...published, getNew: (headers = withDictionary()) => get('2.0.0/screen.22222222.js', headers), get };
}

const withDictionary = (text = oldScript, id = '1.9.0/11111111'): Record<string, string> => ({
  'accept-encoding': ACCEPTS,
  'available-dictionary': `:${sha256(text).digest('base64')}:`,
  'dictionary-id': `"${id}"`,
});

const decoded = (body: Buffer) => zstdDecompressSync(body, { dictionary: Buffer.from(oldScript) }).toString();

describe('compression dictionaries', () => {
  it('offer a script as the dictionary of its later versions, and send those as differences', async (test) => {
    const { get, getNew, root } = await start(test);
    const old = await get('1.9.0/screen.11111111.js', { 'accept-encoding': ACCEPTS });
    assert.equal(old.headers['use-as-dictionary'], 'match="/remotes/timeline/*/screen.*.js", id="1.9.0/11111111"');
    assert.equal(old.headers.vary, 'Accept-Encoding, Available-Dictionary');
    const { headers, rawPayload } = await getNew();
    assert.deepEqual([headers['content-encoding'], headers.vary], ['dcz', 'Accept-Encoding, Available-Dictionary']);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(rawPayload.length < 300, `${rawPayload.length} bytes`);
    const head = Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), sha256(oldScript).digest()]);
    assert.deepEqual(rawPayload.subarray(0, 40), head);
    assert.equal(decoded(rawPayload.subarray(40)), newScript);
    assert.equal((await getNew({ ...withDictionary(), 'if-none-match': String(headers.etag) })).statusCode, 304);
    // The browser's cache must not take one representation for another.
    assert.notEqual(headers.etag, (await getNew({ 'accept-encoding': 'br' })).headers.etag);
    const file = join(publishedFolder(root, 'timeline', '2.0.0'), 'screen.22222222.js');
    for (const text of [newScript.replace('changed', 'damaged'), newScript]) {
      await writeFile(file, text);
      assert.equal(decoded((await getNew()).rawPayload.subarray(40)), text);
    }
  });

  it('send the whole file unless the dictionary is exactly a published one', async (test) => {
    const { getNew, root } = await start(test);
    const assertWhole = async (headers: Record<string, string>) => {
      const { statusCode, headers: sent, rawPayload } = await getNew(headers);
      assert.deepEqual([statusCode, sent['content-encoding']], [200, 'br']);
      assert.equal(brotliDecompressSync(rawPayload).toString(), newScript);
    };
    await assertWhole(withDictionary('other text'));
    for (const id of ['1.9.0/22222222', '9.9.9/11111111', '../surveys/11111111'])
      await assertWhole(withDictionary(oldScript, id));
    await assertWhole({ ...withDictionary(), 'available-dictionary': 'nonsense' });
    await assertWhole({ ...withDictionary(), 'accept-encoding': 'br, dcz;q=0' });
    await changeRollout(root, 'timeline', (registry, health) => revoke(registry, 'timeline', '1.9.0', health));
    await assertWhole(withDictionary());
  });
});
