import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { exists, readTextIfThere, replaceFile } from 'server-kit/disk';
import { activatePublished, publishBuilt, rollBack } from '../publish/publisher.ts';
import { TEST_KEY, temporaryFolder, writeRemoteBuild } from '../testing/fixtures.ts';
import { formatRegistry, readRegistry, registryFile } from './registry.ts';

async function setUp(test: TestContext) {
  const folder = await temporaryFolder(test);
  const root = join(folder, 'deploy');
  const publish = async (name: string, version: string, paths: string[], change: Record<string, unknown> = {}) => {
    const dir = join(folder, `${name}-${version}`);
    const routes = paths.map((path) => ({ path, guard: 'patient' }));
    await writeRemoteBuild(dir, { name, version, declaration: { routes, ...change } });
    return publishBuilt(root, dir, {}, { key: TEST_KEY });
  };
  return { root, publish };
}

describe('a claimed path', () => {
  it('is refused to another remote with its owner named, beside narrower and wider paths', async (test) => {
    const { root, publish } = await setUp(test);
    await publish('pharmacy', '1.2.0', ['/pharmacy/*', '/orders/:orderId']);
    const before = await readTextIfThere(registryFile(root));
    await assert.rejects(
      publish('leaflets', '1.0.0', ['/leaflets/*', '/orders/:id']),
      /^PlainError: leaflets 1\.0\.0 can't be made active: \/orders\/:id belongs to pharmacy 1\.2\.0 already: declare/,
    );
    for (const [path, holder] of [
      ['/reset', 'the shell'],
      ['/refresh/*', 'the shell'],
      ['/api/*', 'the gateway'],
      ['/remotes/mine', 'the gateway'],
    ] as const)
      await assert.rejects(publish('leaflets', '1.0.0', [path]), new RegExp(`belongs to ${holder} already`), path);
    assert.equal(await readTextIfThere(registryFile(root)), before);
    assert.equal(await exists(join(root, 'remotes', 'leaflets')), false);
    await publish('leaflets', '1.0.0', ['/leaflets/*', '/pharmacy/orders/*', '/pharmacy/:part']);
    assert.equal((await publish('pharmacy', '1.3.0', ['/pharmacy/*'])).changed, true);
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
});

describe('the registry', () => {
  it('lists what a version claims and links to, with each icon drawn, and refuses an unknown icon', async (test) => {
    const { root, publish } = await setUp(test);
    const label = { en: 'Pharmacy', fr: 'Pharmacie' };
    const entry = { place: 'menu', path: '/pharmacy', label, icon: 'pill', order: 10 };
    await publish('pharmacy', '1.0.0', ['/pharmacy/*'], { navigation: [entry] });
    const published = (await readRegistry(root)).remotes.pharmacy?.versions['1.0.0'];
    assert.deepEqual(published?.routes, [{ path: '/pharmacy/*', guard: 'patient' }]);
    const [{ drawing = [], ...rest } = {}] = published?.navigation ?? [];
    assert.deepEqual(rest, entry);
    assert.ok(drawing.length > 0 && drawing.every(({ shape }) => shape === 'path'));
    const unknown = publish('pharmacy', '1.1.0', ['/pharmacy/*'], { navigation: [{ ...entry, icon: 'no-such-icon' }] });
    await assert.rejects(unknown, /^PlainError: There is no lucide icon called "no-such-icon"\.$/);
    assert.equal((await readRegistry(root)).revision, 1);
  });

  it('includes the routes of versions published before remotes declared theirs', async (test) => {
    const { root, publish } = await setUp(test);
    for (const name of ['onboarding', 'surveys']) await publish(name, '1.0.0', [], { routes: undefined });
    const registry = await readRegistry(root);
    const undeclared = structuredClone(registry);
    for (const { versions } of Object.values(undeclared.remotes)) delete versions['1.0.0']?.routes;
    await replaceFile(registryFile(root), formatRegistry(undeclared));
    assert.deepEqual(await readRegistry(root), registry);
    const [onboarding, surveys] = ['onboarding', 'surveys'].map((name) => registry.remotes[name]?.versions['1.0.0']);
    assert.deepEqual(onboarding?.routes?.[0], { path: '/onboarding/*', guard: 'visitor', mount: '/onboarding' });
    assert.equal(surveys?.routes, undefined);
  });
});
