import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REMOTE_NAMES } from 'gateway/publish/package-build';
import { REPO } from 'server-kit/paths';
import type { Registry, RemoteRoute } from 'shared-ui/contract';
import { PRODUCT_REMOTES, refuseTakenName } from './taken-names.ts';

const GATEWAY = 'https://lodestar.example.org';

/** Returns a deployment with one remote that claims these paths. */
function withRemote(name: string, ...paths: string[]) {
  const routes = paths.map((path): RemoteRoute => ({ path, guard: 'patient' }));
  const versions = { '1.2.0': { manifest: '/remote.json', integrity: 'sha384-…', routes } };
  const registry: Registry = {
    schema: 2,
    revision: 1,
    origins: [],
    remotes: { [name]: { active: '1.2.0', versions } },
  };
  return { gateway: GATEWAY, registry };
}

test('every remote of this repository has a taken name', () => {
  assert.deepEqual(PRODUCT_REMOTES, [...REMOTE_NAMES].sort());
});

test('the first word of every path of this repository is taken', async () => {
  for (const remote of REMOTE_NAMES) {
    const config = await readFile(join(REPO, `${remote}-mfe`, 'webpack.config.cjs'), 'utf8');
    for (const [path, word = ''] of config.matchAll(/path: '\/([\w-]+)/g)) {
      assert.throws(() => refuseTakenName(word), new RegExp(`"${word}" is taken`), `${remote}: ${path}`);
    }
  }
});

test('a taken name is refused with its owner and another name, a free one is accepted', () => {
  const taken: [name: string, says: RegExp, deployment?: ReturnType<typeof withRemote>][] = [
    ['desk', /the product has a remote of that name\. Choose another name, such as "my-desk"\./],
    ['profile', /\/profile belongs to the product/],
    ['refresh', /\/refresh belongs to the shell/],
    ['shell', /\/shell belongs to the gateway/],
    ['api', /\/api belongs to the gateway/],
    ['pharmacy', /taken: https:\/\/lodestar\.example\.org has a remote of that name\./, withRemote('pharmacy')],
    ['pharmacy', /\/pharmacy belongs to clinic 1\.2\.0 at https:/, withRemote('clinic', '/pharmacy/*')],
    ['pharmacy', /such as "pharmacy-plus"\.$/, withRemote('my-pharmacy', '/pharmacy/*')],
  ];
  for (const [name, says, deployment] of taken) assert.throws(() => refuseTakenName(name, deployment), says);
  refuseTakenName('pharmacy');
  refuseTakenName('pharmacy', withRemote('clinic', '/clinic/*'));
});
