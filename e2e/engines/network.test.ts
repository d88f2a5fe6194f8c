import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Network } from './network.ts';

const network = new Network();
/** Answers at once, but for "/slow", which it only begins to answer. */
const server = createServer(({ url }, answer) => (url === '/slow' ? answer.write('…') : answer.end('here')));
let address = '';

const ask = async (path = '/') => (await fetch(address + path)).text();

before(async () => {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  address = `http://localhost:${await network.leadTo((server.address() as AddressInfo).port)}`;
});

after(() => {
  network.close();
  server.close();
});

test('a network leads to its server', async () => {
  assert.equal(await ask(), 'here');
});

test('a network that is cut ends what is under way and refuses what is new; restored, it leads on', async () => {
  const begun = await fetch(`${address}/slow`);
  network.cut();
  await assert.rejects(begun.text());
  await assert.rejects(ask());
  network.restore();
  assert.equal(await ask(), 'here');
});
