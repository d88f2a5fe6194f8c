import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { publishedFolder } from '../registry/registry.ts';
import { revoke } from '../rollout/release/changes.ts';
import { release } from '../rollout/release/release.ts';
import { type Published, startPublished } from '../testing/fixtures.ts';

const ACCEPTS = 'gzip, deflate, br, zstd, dcb, dcz';
const NEW_URL = '/remotes/timeline/2.0.0/screen.22222222.js';
const OLD_URL = '/remotes/timeline/1.9.0/screen.11111111.js';

/** A script of 20 kB that compression alone can hardly shrink. */
const script = Array.from({ length: 400 }, () => `// ${randomBytes(24).toString('hex')}`);
const oldScript = script.join('\n');
const newScript = script.with(200, '// changed').join('\n');

const hashOf = (text: string) => `:${createHash('sha256').update(text).digest('base64')}:`;

/** Starts a gateway with two versions of a remote, of which one script differs by a line. */
async function start(test: TestContext): Promise<Published> {
  const published = await startPublished(test);
  for (const [version, file, text] of [
    ['1.9.0', 'screen.11111111.js', oldScript],
    ['2.0.0', 'screen.22222222.js', newScript],
  ] as const)
    await published.publish({ name: 'timeline', version, files: { [file]: text, 'other.33333333.js': text } });
  return published;
}

const withDictionary = (text = oldScript, id = '"1.9.0/11111111"') => ({
  'accept-encoding': ACCEPTS,
  'available-dictionary': hashOf(text),
  'dictionary-id': id,
});

describe('compression dictionaries', () => {
  it('offer a script as the dictionary of its later versions, and send those as differences', async (test) => {
    const { app } = await start(test);
    const old = await app.inject({ url: OLD_URL, headers: { 'accept-encoding': ACCEPTS } });
    assert.equal(old.headers['use-as-dictionary'], 'match="/remotes/timeline/*/screen.*.js", id="1.9.0/11111111"');
    assert.equal(old.headers.vary, 'Accept-Encoding, Available-Dictionary');
    const headers = withDictionary();
    const answer = await app.inject({ url: NEW_URL, headers });
    assert.equal(answer.headers['content-encoding'], 'dcz');
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.vary, 'Accept-Encoding, Available-Dictionary');
    assert.ok(answer.rawPayload.length < 300, `${answer.rawPayload.length} bytes`);
    const [head, body] = [answer.rawPayload.subarray(0, 40), answer.rawPayload.subarray(40)];
    const digest = createHash('sha256').update(oldScript).digest();
    assert.deepEqual(head, Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), digest]));
    assert.equal(zstdDecompressSync(body, { dictionary: Buffer.from(oldScript) }).toString(), newScript);
    const known = { ...headers, 'if-none-match': String(answer.headers.etag) };
    assert.equal((await app.inject({ url: NEW_URL, headers: known })).statusCode, 304);
    // The browser's cache must not take one representation for another.
    const whole = await app.inject({ url: NEW_URL, headers: { 'accept-encoding': 'br' } });
    assert.notEqual(answer.headers.etag, whole.headers.etag);
  });

  it('send the whole file unless the dictionary is exactly a published one', async (test) => {
    const { app, root } = await start(test);
    const whole = async (headers: Record<string, string>) => {
      const answer = await app.inject({ url: NEW_URL, headers });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-encoding'], 'br');
      assert.equal(brotliDecompressSync(answer.rawPayload).toString(), newScript);
    };
    await whole(withDictionary('other text'));
    for (const id of ['1.9.0/22222222', '9.9.9/11111111', '../surveys/11111111'])
      await whole(withDictionary(oldScript, `"${id}"`));
    await whole({ ...withDictionary(), 'available-dictionary': 'nonsense' });
    await whole({ ...withDictionary(), 'accept-encoding': 'br, dcz;q=0' });
    await release(root, 'timeline', (registry, health) => revoke(registry, 'timeline', '1.9.0', health));
    await whole(withDictionary());
  });

  it('send the file as it is now, also after it was damaged on disk and restored', async (test) => {
    const { app, root } = await start(test);
    const file = join(publishedFolder(root, 'timeline', '2.0.0'), 'screen.22222222.js');
    const sent = async () => {
      const { rawPayload } = await app.inject({ url: NEW_URL, headers: withDictionary() });
      return zstdDecompressSync(rawPayload.subarray(40), { dictionary: Buffer.from(oldScript) }).toString();
    };
    await writeFile(file, newScript.replace('changed', 'damaged'));
    assert.notEqual(await sent(), newScript);
    await writeFile(file, newScript);
    assert.equal(await sent(), newScript);
  });
});
