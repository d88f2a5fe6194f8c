import assert from 'node:assert/strict';
import { it } from 'node:test';
import { carryOut } from '../../publish/order.ts';
import { startPublished } from '../../testing/fixtures.ts';

it('the gateway serves no file or page of a revoked version', async (test) => {
  const { app, root, publish, open } = await startPublished(test);
  await publish({ version: '1.1.0' });
  const files = ['remote.json', 'remoteEntry.0a1b2c3d.js', 'feature.4e5f6a7b.js', 'assets/picture.png'];
  const page = async () => (await open('/', { cookie: 'lodestar-cohort=5' })).body;
  const ask = (file: string, headers = {}) => app.inject({ url: `/remotes/surveys/1.1.0/${file}`, headers });
  const known = await Promise.all(files.map((file) => ask(file)));
  for (const { statusCode } of known) assert.equal(statusCode, 200);
  assert.ok((await page()).includes('"active":"1.1.0"'));
  await carryOut(root, { name: 'surveys', kind: 'revoke', version: '1.1.0' });
  for (const [index, file] of files.entries()) {
    const etag = { 'if-none-match': String(known[index]?.headers.etag) };
    for (const headers of [{}, etag, { range: 'bytes=0-3' }, { 'accept-encoding': 'br' }]) {
      const answer = await ask(file, headers);
      assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [404, 'no-store'], file);
    }
  }
  const text = await page();
  assert.ok(text.includes('"active":"1.0.0"') && text.includes('"revoked":["1.1.0"]'));
  assert.ok(!text.includes('/1.1.0/'));
  assert.equal((await app.inject('/remotes/surveys/1.0.0/remote.json')).statusCode, 200);
});
