import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { startExplainServer } from './server.ts';

it('the example of an explanation service keeps the contract', async () => {
  const server = await startExplainServer();
  const { port } = server.address() as AddressInfo;
  const ask = async (body: unknown, method = 'POST') => {
    const sent = method === 'POST' ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`http://127.0.0.1:${port}`, sent);
    return [response.status, response.headers.get('content-type'), await response.json()];
  };
  const text = 'This is what the report says:\nNo bleeding.\nAsk your care team what it means for you.';
  assert.deepEqual(await ask({ report: 'No hemorrhage.', language: 'en' }), [200, 'application/json', { text }]);
  const french = JSON.stringify(await ask({ report: 'Pas d’œdème.', language: 'fr' }));
  assert.match(french, /Pas d’enflure\./);
  for (const body of [
    { report: 'x' },
    { report: 'x', language: 'de' },
    [],
    { report: 'x'.repeat(70_000), language: 'en' },
  ])
    assert.equal((await ask(body))[0], 400);
  assert.equal((await ask(undefined, 'GET'))[0], 405);
  server.closeAllConnections();
  server.close();
});
