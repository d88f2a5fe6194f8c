import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asTeam } from '../../fleet/state.ts';
import { startPublished, TEST_KEY } from '../../testing/fixtures.ts';

const TOKEN = 'a-token-of-the-operator';
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };
const READS = ['/metrics', '/deploy/state', '/deploy/registry', '/deploy/files/surveys/1.0.0/remote.json'];

describe('what only operators may read', () => {
  for (const [name, operators] of [
    ['with OPERATOR_TOKEN', { isOpen: false, token: TOKEN }],
    ['in production without OPERATOR_TOKEN', { isOpen: false }],
  ] as const)
    it(`${name}, metrics and deploy reads refuse everyone without the token, and health shows only its status`, async (test) => {
      const { app } = await startPublished(test, { operators });
      for (const url of READS) {
        for (const headers of [{}, { authorization: TOKEN }, { authorization: 'Bearer another-token-of-someone' }]) {
          const response = await app.inject({ url, headers });
          assert.equal(response.statusCode, 401, url);
          assert.doesNotMatch(response.body, /1\.0\.0|lodestar_/);
        }
      }
      const health = await app.inject('/healthz');
      assert.deepEqual(health.json(), { status: 'degraded' });
      assert.equal((await app.inject('/livez')).statusCode, 200);
      assert.equal((await app.inject('/readyz')).statusCode, 200);
      assert.equal((await app.inject('/registry.json')).statusCode, 200);
    });

  it('the token opens metrics, deploy reads and the details of health', async (test) => {
    const { app } = await startPublished(test, { operators: { isOpen: false, token: TOKEN } });
    for (const url of READS) assert.equal((await app.inject({ url, headers: AUTHORIZED })).statusCode, 200, url);
    const health = (await app.inject({ url: '/healthz', headers: AUTHORIZED })).json();
    assert.deepEqual(Object.keys(health), ['status', 'gateway', 'registry', 'api', 'apis']);
  });

  it('a team’s signature opens deploy reads, but not metrics, and works once', async (test) => {
    const { app } = await startPublished(test, { operators: { isOpen: false } });
    for (const url of READS.slice(1)) {
      const headers = asTeam(TEST_KEY)(url);
      assert.equal((await app.inject({ url, headers })).statusCode, 200, url);
      assert.equal((await app.inject({ url, headers })).statusCode, 401, url);
    }
    assert.equal((await app.inject({ url: '/metrics', headers: asTeam(TEST_KEY)('/metrics') })).statusCode, 401);
  });

  it('in a demo without a token, all of it is open', async (test) => {
    const { app } = await startPublished(test);
    for (const url of READS) assert.equal((await app.inject(url)).statusCode, 200, url);
    assert.ok((await app.inject('/healthz')).json().apis);
  });
});
