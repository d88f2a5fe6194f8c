import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { performOn } from '../../publish/actions.ts';
import { startPublished } from '../../testing/fixtures.ts';

describe('a revoked version', () => {
  it('the gateway serves no file or page of a revoked version', async (test) => {
    const { app, root, publish, open } = await startPublished(test);
    await publish({ version: '1.1.0' });
    const urls = ['remote.json', 'remoteEntry.0a1b2c3d.js', 'feature.4e5f6a7b.js', 'assets/picture.png'].map(
      (path) => `/remotes/surveys/1.1.0/${path}`,
    );
    const page = async () => (await open('/', { cookie: 'lodestar-cohort=5' })).body;
    const known = await Promise.all(urls.map((url) => app.inject(url)));
    assert.deepEqual(
      known.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    );
    assert.ok((await page()).includes('"active":"1.1.0"'));
    await performOn(root, 'surveys', { kind: 'revoke', version: '1.1.0' }, {});
    for (const [index, url] of urls.entries()) {
      const etag = String(known[index]?.headers.etag);
      for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-3' }, { 'accept-encoding': 'br' }]) {
        const { statusCode, headers: answered } = await app.inject({ url, headers });
        assert.deepEqual([statusCode, answered['cache-control']], [404, 'no-store'], url);
      }
    }
    const text = await page();
    assert.ok(text.includes('"active":"1.0.0"') && text.includes('"revoked":["1.1.0"]'));
    assert.ok(!text.includes('/1.1.0/'));
    assert.equal((await app.inject('/remotes/surveys/1.0.0/remote.json')).statusCode, 200);
  });
});
