import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { startPublished } from '../../testing/fixtures.ts';
import { factsOfDeployRoot, factsOfGateway } from './host-facts.ts';

it('the gate has the same facts from a gateway and its deploy root, with versions whose manifest is missing', async (test) => {
  const { app, root, publish } = await startPublished(test);
  await publish({ version: '1.1.0' });
  const there = await factsOfGateway(await app.listen({ port: 0, host: '127.0.0.1' }));
  const here = await factsOfDeployRoot(root);
  const named = ({ published }: typeof here) =>
    published?.manifests.map(({ name, version }) => `${name}@${version}`).sort();
  assert.deepEqual(named(there), named(here));
  assert.equal(named(there)?.length, 5);
  assert.deepEqual(there.published?.registry, here.published?.registry);
  assert.deepEqual(there.shells, here.shells);
  await rm(join(root, 'remotes', 'records', '1.0.0', 'remote.json'));
  assert.deepEqual((await factsOfDeployRoot(root)).published?.unread, ['records@1.0.0']);
});

it('the gate reports an invalid or unreachable gateway', async () => {
  await assert.rejects(factsOfGateway('lodestar'), /--gateway must be an address/);
  await assert.rejects(factsOfGateway('http://127.0.0.1:9'), /registry\.json can't be reached/);
});
