import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { DECLARATION, type Form, jsonSchemaOf, REGISTRY, REMOTE_MANIFEST } from 'shared-ui/contract/documents';

const HASH = `sha384-${'A'.repeat(64)}`;
const declaration = {
  name: 'pharmacy',
  version: '1.0.0',
  contract: 'feature@1',
  container: 'pharmacy_1_0_0',
  entry: 'entry.js',
  expose: './feature',
  shared: { react: '^19.3.1' },
  locales: ['en', 'fr'],
  routes: [{ path: '/pharmacy/*', guard: 'patient', preload: 'orders' }],
  navigation: [{ place: 'menu', path: '/pharmacy', label: { en: 'P', fr: 'P' }, icon: 'pill', order: 1 }],
  chunks: { orders: { preload: ['orders.js'], needs: ['shared-ui/forms'] } },
};
const manifest = {
  ...declaration,
  files: { 'entry.js': HASH, 'orders.js': HASH },
  bytes: 20,
  sizes: { 'entry.js': 20 },
};
const registry = {
  schema: 2,
  revision: 3,
  origins: ['self'],
  shell: { active: '1.0.0' },
  remotes: { pharmacy: { active: '1.0.0', versions: { '1.0.0': { manifest: '/remote.json', integrity: HASH } } } },
};

/** Returns a function that validates documents with a generic JSON Schema validator. */
function validator(test: TestContext, form: Form) {
  const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  test.after(() => app.close());
  app.post('/', { schema: { body: jsonSchemaOf(form, 'test') } }, async () => 'valid');
  return async (document: object) => {
    const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: document });
    return statusCode === 200;
  };
}

describe('the JSON schema', () => {
  it('of a declaration and of a manifest accepts valid ones, also with fields of later versions', async (test) => {
    assert.ok(await validator(test, DECLARATION)({ ...declaration, later: true }));
    assert.ok(await validator(test, REMOTE_MANIFEST)(manifest));
  });

  it('of a manifest refuses what its table refuses', async (test) => {
    const isValid = validator(test, REMOTE_MANIFEST);
    const [route] = declaration.routes;
    for (const change of [
      { name: 'Pharmacy' },
      { version: undefined },
      { files: { 'entry.js': 'md5-1' } },
      { files: { '../entry.js': HASH } },
      { bytes: -1 },
      { locales: 'en' },
      { routes: [{ ...route, guard: 'nurse' }] },
      { routes: [{ ...route, path: '/*' }] },
      { navigation: [{ ...declaration.navigation[0], label: { en: 'Pharmacy' } }] },
    ])
      assert.equal(await isValid({ ...manifest, ...change }), false, JSON.stringify(change));
  });

  it('of a registry accepts a valid one, and refuses what its table refuses', async (test) => {
    const isValid = validator(test, REGISTRY);
    assert.ok(await isValid(registry));
    for (const change of [{ schema: 3 }, { worker: 'on' }, { remotes: { Pharmacy: registry.remotes.pharmacy } }])
      assert.equal(await isValid({ ...registry, ...change }), false, JSON.stringify(change));
  });

  it('states its title and its draft', () => {
    const schema = jsonSchemaOf(REGISTRY, 'registry.json');
    assert.deepEqual([schema.title, schema.$schema], ['registry.json', 'http://json-schema.org/draft-07/schema#']);
    assert.deepEqual(schema.required, ['schema', 'revision', 'origins', 'remotes']);
  });
});
