import { fetchPack } from './language-pack.ts';
import { readRuntime } from './registry.ts';

const INTEGRITY = `sha384-${'B'.repeat(64)}`;
const TEXTS = { shell: { hello: { of: '1', text: 'Hola' } } };

/** Sets up a page whose registry has a Spanish pack, signed or not. */
async function open(trust: 'trusted' | 'sandboxed'): Promise<void> {
  const language = { tag: 'es', name: 'Español', direction: 'ltr', state: 'reviewed' };
  const published = {
    manifest: '/remotes/language-es/1.0.4/remote.json',
    integrity: INTEGRITY,
    trust,
    language,
    texts: INTEGRITY,
  };
  const remotes = { 'language-es': { active: '1.0.4', versions: { '1.0.4': published } } };
  const block = Object.assign(document.createElement('script'), { id: 'lodestar-runtime', type: 'application/json' });
  const registry = { schema: 2, revision: 1, origins: ['self'], remotes };
  block.textContent = JSON.stringify({ config: { demo: true }, registry });
  document.body.replaceChildren(block);
  await readRuntime();
}

const followFetch = () =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => ({ ok: true, json: async () => TEXTS }) as Response);

afterEach(() => jest.restoreAllMocks());

test('fetchPack fetches the texts of the active pack at its version, with their hash', async () => {
  await open('trusted');
  const fetched = followFetch();
  expect(await fetchPack('es')).toEqual(TEXTS);
  const [[url, init] = []] = fetched.mock.calls;
  expect(String(url)).toMatch(/\/remotes\/language-es\/1\.0\.4\/texts\.json$/);
  expect(init).toMatchObject({ integrity: INTEGRITY });
});

test.each([
  ['of a language without a pack', 'trusted', 'fr'],
  ['that no team has signed', 'sandboxed', 'es'],
] as const)('fetchPack fetches nothing %s', async (_what, trust, tag) => {
  await open(trust);
  const fetched = followFetch();
  expect(await fetchPack(tag)).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
});
