import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Network } from './network.ts';

const network = new Network();
/** Responds immediately, except to "/slow", whose response never ends. */
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

test('a network forwards connections to its server', async () => {
  assert.equal(await ask(), 'here');
});

test('a cut network ends open connections and refuses new ones until it is restored', async () => {
  const begun = await fetch(`${address}/slow`);
  network.cut();
  await assert.rejects(begun.text());
  await assert.rejects(ask());
  network.restore();
  assert.equal(await ask(), 'here');
});

test('a network holds back scripts, and nothing else, until they may go on', async () => {
  const release = network.holdScripts();
  let hasCome = false;
  const script = ask('/shell/main.js').then((text) => {
    hasCome = true;
    return text;
  });
  assert.equal(await ask('/shell/main.css'), 'here');
  assert.equal(hasCome, false);
  release();
  assert.equal(await script, 'here');
});
