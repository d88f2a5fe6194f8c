import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replaceFile } from 'server-kit/disk';
import { formatRegistry, readRegistry, registryFile } from '../registry/registry.ts';
import { startPublished } from '../testing/fixtures.ts';

describe('a stuck phone', () => {
  it('gets a page without scripts whose button makes the browser delete everything', async (test) => {
    const { app } = await startPublished(test);
    const page = await app.inject({ url: '/repair', headers: { 'accept-language': 'fr-CA' } });
    assert.equal(page.statusCode, 200);
    for (const body of [page.body, (await app.inject('/repair?lang=fr')).body])
      assert.match(body, /<html lang="fr-CA">/);
    const arabic = await app.inject('/repair?lang=ar');
    assert.match(arabic.body, /<html lang="ar" dir="rtl">[\s\S]*إصلاح التطبيق/);
    assert.doesNotMatch(page.body, /<script/);
    assert.match(String(page.headers['content-security-policy']), /style-src 'sha256-/);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const done = await app.inject({ method: 'POST', url: '/repair', headers, payload: '' });
    assert.deepEqual([done.statusCode, done.headers.location], [303, '/']);
    assert.equal(done.headers['clear-site-data'], '"storage"');
  });

  it('another site cannot sign the user out', async (test) => {
    const { app } = await startPublished(test);
    const response = await app.inject({ method: 'POST', url: '/repair', headers: { 'sec-fetch-site': 'cross-site' } });
    assert.deepEqual([response.statusCode, response.headers['clear-site-data']], [303, undefined]);
  });

  it('gets a worker that unregisters itself while the registry says so', async (test) => {
    const { app, root } = await startPublished(test);
    assert.equal((await app.inject('/sw.js')).statusCode, 404);
    await replaceFile(registryFile(root), formatRegistry({ ...(await readRegistry(root)), worker: 'off' }));
    const worker = await app.inject('/sw.js');
    assert.deepEqual([worker.statusCode, worker.headers['cache-control']], [200, 'no-cache']);
    assert.match(worker.body, /registration\.unregister\(\)/);
  });
});
