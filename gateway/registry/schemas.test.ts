import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fastify from 'fastify';
import { type Form, jsonSchemaOf, REGISTRY, REMOTE_MANIFEST } from 'shared-ui/contract/documents';
import { manifest } from '../testing/fixtures.ts';

/** Returns a function that validates documents with a generic JSON Schema validator. */
function validator(test: TestContext, form: Form) {
  const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
  test.after(() => app.close());
  app.post('/', { schema: { body: jsonSchemaOf(form, 'test') } }, async () => 'valid');
  return async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).statusCode === 200;
}

describe('the JSON schema', () => {
  it('of a manifest accepts a valid one, also with fields of later versions, and refuses what its table refuses', async (test) => {
    const isValid = validator(test, REMOTE_MANIFEST);
    assert.ok(await isValid({ ...manifest, later: true }));
    for (const change of [
      { name: 'Surveys' },
      { version: undefined },
      { files: { 'entry.js': 'md5-1' } },
      { files: { '../entry.js': manifest.files['entry.js'] } },
      { bytes: -1 },
      { locales: 'en' },
      { routes: [{ path: '/pharmacy/*', guard: 'nurse' }] },
      { routes: [{ path: '/*', guard: 'patient' }] },
      { navigation: [{ place: 'menu', path: '/p', label: { en: 'P' }, icon: 'pill', order: 1 }] },
    ])
      assert.equal(await isValid({ ...manifest, ...change }), false, JSON.stringify(change));
  });

  it('of a registry accepts a valid one, refuses what its table refuses, and states its title and draft', async (test) => {
    const isValid = validator(test, REGISTRY);
    const registry = { schema: 2, revision: 3, origins: ['self'], shell: { active: '1.0.0' }, remotes: {} };
    assert.ok(await isValid(registry));
    const remotes = { Pharmacy: { active: '1.0.0', versions: {} } };
    for (const change of [{ schema: 3 }, { worker: 'on' }, { remotes }])
      assert.equal(await isValid({ ...registry, ...change }), false, JSON.stringify(change));
    const { title, $schema, required } = jsonSchemaOf(REGISTRY, 'registry.json');
    assert.deepEqual([title, $schema], ['registry.json', 'http://json-schema.org/draft-07/schema#']);
    assert.deepEqual(required, ['schema', 'revision', 'origins', 'remotes']);
  });
});
