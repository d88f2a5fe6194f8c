import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { RemoteRoute } from 'shared-ui/contract';
import { exists, readTextIfThere, replaceFile } from '../common/disk.ts';
import { activatePublished, publishBuilt, rollBack } from '../publish/publisher.ts';
import { TEST_KEY, temporaryFolder, writeRemoteBuild } from '../testing/fixtures.ts';
import { formatRegistry, readRegistry, registryFile } from './registry.ts';

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = join(folder, 'deploy');
  const publish = async (name: string, version: string, paths: string[], change: Record<string, unknown> = {}) => {
    const dir = join(folder, `${name}-${version}`);
    const routes: RemoteRoute[] = paths.map((path) => ({ path, guard: 'patient' }));
    await writeRemoteBuild(dir, { name, version, declaration: { routes, ...change } });
    return publishBuilt(root, dir, {}, { key: TEST_KEY });
  };
  return { root, publish };
}

describe('a claimed path', () => {
  it('is refused to a second remote with its owner named, and no files remain', async (test) => {
    const { root, publish } = await setUp(test);
    await publish('pharmacy', '1.2.0', ['/pharmacy/*', '/orders/:orderId']);
    const before = await readTextIfThere(registryFile(root));
    await assert.rejects(
      publish('leaflets', '1.0.0', ['/leaflets/*', '/orders/:id']),
      /^PlainError: leaflets 1\.0\.0 can't be made active: \/orders\/:id belongs to pharmacy 1\.2\.0 already: declare another path in "routes"\.$/,
    );
    assert.equal(await readTextIfThere(registryFile(root)), before);
    assert.equal(await exists(join(root, 'remotes', 'leaflets')), false);
    await publish('leaflets', '1.0.0', ['/leaflets/*']);
  });

  it('coexists with narrower and wider paths, and stays with the next version of the same remote', async (test) => {
    const { publish } = await setUp(test);
    await publish('pharmacy', '1.0.0', ['/pharmacy/*']);
    await publish('orders', '1.0.0', ['/pharmacy/orders/*', '/pharmacy/:part']);
    assert.equal((await publish('pharmacy', '1.1.0', ['/pharmacy/*'])).changed, true);
  });

  it('is free once its remote drops it, and blocks that remote’s rollback once it is taken', async (test) => {
    const { root, publish } = await setUp(test);
    await publish('pharmacy', '1.0.0', ['/pharmacy/*', '/orders/*']);
    await publish('pharmacy', '1.1.0', ['/pharmacy/*']);
    await publish('orders', '1.0.0', ['/orders/*']);
    const taken = /pharmacy 1\.0\.0 can't be made active: \/orders\/\* belongs to orders 1\.0\.0 already/;
    await assert.rejects(rollBack(root, 'pharmacy'), taken);
    await assert.rejects(activatePublished(root, 'pharmacy', '1.0.0', { key: TEST_KEY }), taken);
    assert.equal((await readRegistry(root)).remotes.pharmacy?.active, '1.1.0');
  });

  it('is refused when it belongs to the shell or the gateway', async (test) => {
    const { publish } = await setUp(test);
    for (const [path, holder] of [
      ['/reset', 'the shell'],
      ['/refresh/*', 'the shell'],
      ['/api/*', 'the gateway'],
      ['/remotes/mine', 'the gateway'],
    ] as const)
      await assert.rejects(publish('leaflets', '1.0.0', [path]), new RegExp(`belongs to ${holder} already`), path);
  });
});

describe('the registry', () => {
  it('lists what a version claims and links to, with each icon drawn', async (test) => {
    const { root, publish } = await setUp(test);
    const label = { en: 'Pharmacy', fr: 'Pharmacie' };
    const entry = { place: 'menu', path: '/pharmacy', label, icon: 'pill', order: 10 };
    await publish('pharmacy', '1.0.0', ['/pharmacy/*'], { navigation: [entry] });
    const published = (await readRegistry(root)).remotes.pharmacy?.versions['1.0.0'];
    assert.deepEqual(published?.routes, [{ path: '/pharmacy/*', guard: 'patient' }]);
    const [{ drawing = [], ...rest } = {}] = published?.navigation ?? [];
    assert.deepEqual(rest, entry);
    assert.ok(drawing.length > 0 && drawing.every(({ shape }) => shape === 'path'));
  });

  it('rejects a version with an unknown icon', async (test) => {
    const { root, publish } = await setUp(test);
    const entry = { place: 'menu', path: '/p', label: { en: 'P', fr: 'P' }, icon: 'no-such-icon', order: 1 };
    await assert.rejects(
      publish('pharmacy', '1.0.0', ['/p'], { navigation: [entry] }),
      /^PlainError: There is no lucide icon called "no-such-icon"\.$/,
    );
    assert.equal((await readRegistry(root)).revision, 0);
  });

  it('includes the routes of versions published before remotes declared theirs', async (test) => {
    const { root, publish } = await setUp(test);
    await publish('onboarding', '1.0.0', [], { routes: undefined });
    await publish('surveys', '1.0.0', [], { routes: undefined });
    const registry = await readRegistry(root);
    const undeclared = structuredClone(registry);
    for (const { versions } of Object.values(undeclared.remotes)) {
      for (const version of Object.values(versions)) delete version.routes;
    }
    await replaceFile(registryFile(root), formatRegistry(undeclared));
    assert.deepEqual(await readRegistry(root), registry);
    const routes = registry.remotes.onboarding?.versions['1.0.0']?.routes;
    assert.deepEqual(routes?.[0], { path: '/onboarding/*', guard: 'visitor', mount: '/onboarding' });
    assert.equal(registry.remotes.surveys?.versions['1.0.0']?.routes, undefined);
  });
});
