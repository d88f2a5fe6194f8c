import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signRequest } from '../../team-requests/signed-request.ts';
import { startPublished, TEST_KEY } from '../../testing/fixtures.ts';

const TOKEN = 'a-token-of-the-operator';
const READS = ['/metrics', '/deploy/registry'];
const signed = (url: string) => signRequest(TEST_KEY, 'GET', url, Buffer.alloc(0));

describe('what only operators may read', () => {
  for (const [name, token] of [
    ['with OPERATOR_TOKEN', { token: TOKEN }],
    ['in production without OPERATOR_TOKEN', {}],
  ] as const)
    it(`${name}, metrics and deploy reads refuse everyone without the token, and health shows only its status`, async (test) => {
      const { app } = await startPublished(test, { operators: { isOpen: false, ...token } });
      for (const url of READS)
        for (const headers of [{}, { authorization: TOKEN }, { authorization: 'Bearer another-token-of-someone' }]) {
          const response = await app.inject({ url, headers });
          assert.equal(response.statusCode, 401, url);
          assert.doesNotMatch(response.body, /1\.0\.0|lodestar_/);
        }
      assert.deepEqual((await app.inject('/healthz')).json(), { status: 'degraded' });
      for (const url of ['/livez', '/readyz', '/registry.json']) assert.equal((await app.inject(url)).statusCode, 200);
    });

  it('the token opens metrics, deploy reads and the details of health, as a demo without one does', async (test) => {
    for (const [operators, authorization] of [
      [{ isOpen: false, token: TOKEN }, `Bearer ${TOKEN}`],
      [{ isOpen: true }, ''],
    ] as const) {
      const { app } = await startPublished(test, { operators });
      const read = (url: string) => app.inject({ url, headers: { authorization } });
      for (const url of READS) assert.equal((await read(url)).statusCode, 200, url);
      const health = (await read('/healthz')).json();
      assert.deepEqual(Object.keys(health), ['status', 'gateway', 'registry', 'api', 'apis']);
    }
  });

  it('a team’s signature opens deploy reads, but not metrics, and works once', async (test) => {
    const { app } = await startPublished(test, { operators: { isOpen: false } });
    for (const url of READS.slice(1)) {
      const headers = signed(url);
      assert.equal((await app.inject({ url, headers })).statusCode, 200, url);
      assert.equal((await app.inject({ url, headers })).statusCode, 401, url);
    }
    assert.equal((await app.inject({ url: '/metrics', headers: signed('/metrics') })).statusCode, 401);
  });
});
