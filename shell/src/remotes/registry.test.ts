import { readRuntime, registryOfPage } from './registry.ts';

const INTEGRITY = `sha384-${'B'.repeat(64)}`;
const MANIFEST = '/remotes/records/1.0.0/remote.json';

/** A registry with one remote. */
const registry = (published: object) => ({
  schema: 2,
  revision: 1,
  origins: ['self'],
  remotes: { records: { active: '1.0.0', versions: { '1.0.0': published } } },
});

/** Sets up the page as the gateway renders it. */
async function open(published: object): Promise<void> {
  const block = document.createElement('script');
  block.id = 'lodestar-runtime';
  block.type = 'application/json';
  block.textContent = JSON.stringify({ config: { demo: true }, registry: registry(published) });
  document.body.replaceChildren(block);
  expect(await readRuntime()).toEqual({ demo: true });
}

const invalid = expect.objectContaining({ code: 'REGISTRY_INVALID' });

test('a registry in which every version has a hash is accepted', async () => {
  await open({ manifest: MANIFEST, integrity: INTEGRITY });
  expect(Object.keys(registryOfPage().remotes)).toEqual(['records']);
});

test.each([
  ['has lost', { manifest: MANIFEST }],
  ['has emptied', { manifest: MANIFEST, integrity: '' }],
  ['has weakened', { manifest: MANIFEST, integrity: 'md5-1' }],
])('a registry that %s a hash is rejected, and the page still starts', async (_what, published) => {
  await open(published);
  expect(registryOfPage).toThrow(invalid);
  document.body.replaceChildren();
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => Response.json(url === '/config.json' ? { demo: true } : registry(published)));
  expect(await readRuntime()).toEqual({ demo: true });
  expect(registryOfPage).toThrow(invalid);
});
