import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPublished } from '../../testing/fixtures.ts';
import { listen, serve } from '../../testing/servers.ts';
import { Draining } from './monitoring.ts';

test('a closing gateway answers requests until its server is closed', async (t) => {
  const api = await serve(t, (_request, response) => void response.end('{}'));
  const draining = new Draining();
  const { app } = await startPublished(t, { apiUrls: [api] }, draining);
  const { promise: isClosing, resolve: closing } = Promise.withResolvers<void>();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  // Hooks of other parts take as long: the gateway waits for them before it closes its server.
  app.addHook('preClose', async () => {
    closing();
    await mayGoOn;
  });
  const { origin } = await listen(app);
  draining.begin();
  const closed = app.close();
  await isClosing;
  const paths = ['/config.json', '/', '/api/health'];
  const answers = await Promise.all(paths.map((path) => fetch(origin + path, { headers: { accept: '*/*' } })));
  for (const { status, headers } of answers) assert.deepEqual([status, headers.get('connection')], [200, 'close']);
  await Promise.all(answers.map((answer) => answer.text()));
  goOn();
  await closed;
  await assert.rejects(fetch(`${origin}/config.json`));
});
