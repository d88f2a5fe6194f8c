import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { runInThisContext } from 'node:vm';

const dist = new URL('../dist/', import.meta.url);
const declared = JSON.parse(await readFile(new URL('remote.json', dist), 'utf8'));
// A classic script, as in a page.
runInThisContext(await readFile(new URL(declared.entry, dist), 'utf8'));
const container = globalThis[declared.container];

test('the script defines the container under the name in remote.json, which contains the version', () => {
  assert.equal(typeof container?.get, 'function');
  assert.ok(declared.container.endsWith(declared.version.replaceAll(/[^A-Za-z0-9]/g, '_')));
});

test('the container exposes the four surveys and mount', async () => {
  // Stands for every package that the app provides.
  container.init(new Proxy({}, { get: () => ({ any: { get: async () => () => ({}) } }) }));
  const survey = (await container.get(declared.expose))();
  assert.equal(survey.contract, declared.contract);
  assert.deepEqual([...survey.surveys].sort(), ['admission', 'blood', 'discharge', 'ecg']);
  assert.equal(typeof survey.mount, 'function');
});
