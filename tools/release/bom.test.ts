import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPO } from 'server-kit/paths';
import { billOfMaterials } from './bom.ts';

interface Component {
  'bom-ref': string;
  name: string;
  hashes: { alg: string; content: string }[];
  licenses: object[];
}

test('the bill of materials lists what runs and what pages contain, with hashes and licences, and no tools', async () => {
  const bom = JSON.parse(await billOfMaterials(REPO));
  const components: Component[] = bom.components;
  const names = components.map(({ name }) => name);
  for (const name of ['fastify', 'react', '@ariakit/react', 'mock-api']) assert.ok(names.includes(name), name);
  for (const name of ['webpack', 'typescript', 'jest', '']) assert.ok(!names.includes(name), name);
  assert.deepEqual(bom.metadata.component.name, 'lodestar');
  const fastify = components.find(({ name }) => name === 'fastify');
  assert.match(fastify?.hashes[0]?.content ?? '', /^[0-9a-f]{128}$/);
  assert.deepEqual(fastify?.licenses, [{ license: { id: 'MIT' } }]);
  const refs = new Set(components.map((component) => component['bom-ref']));
  assert.equal(refs.size, components.length);
  for (const { dependsOn } of bom.dependencies) for (const ref of dependsOn) assert.ok(refs.has(ref), ref);
  const ofApi = bom.dependencies.find(({ ref }: { ref: string }) => ref.startsWith('mock-api@'));
  assert.ok(ofApi.dependsOn.some((ref: string) => ref.startsWith('fastify@')));
});
