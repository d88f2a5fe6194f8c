/** Services of the hospital whose certificates come from its own authority. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { makeCertificate } from 'gateway/testing/certificate';

const moduleOf = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** Prints what the API gets from a FHIR server and an identity provider at one address. */
const PROGRAM = `
  import { generateKeyPairSync } from 'node:crypto';
  import { BackendToken } from ${moduleOf('records/connector/server/token.ts')};
  import { Providers } from ${moduleOf('services/staff-oidc/providers.ts')};
  const address = process.env.ADDRESS;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const fhir = { baseUrl: address + '/fhir', clientId: 'lodestar', privateKey };
  const token = new BackendToken(fhir, new AbortController().signal).authorization();
  const found = new Providers({ providers: [] }).discover({ id: 'hospital', issuer: address, clientId: 'lodestar' });
  const said = await Promise.allSettled([token, found.then(({ configuration }) => configuration.serverMetadata().issuer)]);
  console.log(JSON.stringify(said.map(({ value = null }) => value)));
`;

it('the API trusts a FHIR server and an identity provider of an authority in NODE_EXTRA_CA_CERTS, and of no other', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  test.after(() => rm(folder, { recursive: true }));
  const { certFile, keyFile } = await makeCertificate(folder);
  const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
  let address = '';
  const server = createServer(tls, ({ url = '' }, response) => {
    const answers: Record<string, object> = {
      '/fhir/.well-known/smart-configuration': { token_endpoint: `${address}/token` },
      '/token': { access_token: 'secret', expires_in: 300 },
      '/.well-known/openid-configuration': { issuer: address, jwks_uri: `${address}/keys` },
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[url] ?? {}));
  }).listen(0);
  test.after(() => server.close());
  await once(server, 'listening');
  address = `https://localhost:${(server.address() as AddressInfo).port}`;
  const ask = async (authorities: string) => {
    const env = { ...process.env, ADDRESS: address, NODE_EXTRA_CA_CERTS: authorities };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], { env });
    return JSON.parse(stdout) as unknown;
  };
  assert.deepEqual(await ask(certFile), ['Bearer secret', address]);
  assert.deepEqual(await ask(''), [null, null]);
});
