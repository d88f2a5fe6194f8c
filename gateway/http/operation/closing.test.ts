import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startPublished } from '../../testing/fixtures.ts';
import { Draining } from './monitoring.ts';

test('a closing gateway answers requests until its server is closed', async (t) => {
  const api = createServer((_request, response) => void response.end('{}'));
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  t.after(() => api.close());
  const { port } = api.address() as AddressInfo;
  const draining = new Draining();
  const { app } = await startPublished(t, { apiUrls: [`http://127.0.0.1:${port}`] }, draining);
  const { promise: isClosing, resolve: closing } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  // Hooks of other parts take as long: the gateway waits for them before it closes its server.
  app.addHook('preClose', async () => {
    closing();
    await mayGoOn;
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  draining.begin();
  const closed = app.close();
  await isClosing;
  const paths = ['/config.json', '/', '/api/health'];
  const answers = await Promise.all(paths.map((path) => fetch(address + path, { headers: { accept: '*/*' } })));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('connection')]),
    paths.map(() => [200, 'close']),
  );
  await Promise.all(answers.map((answer) => answer.text()));
  goOn();
  await closed;
  await assert.rejects(fetch(`${address}/config.json`));
});
