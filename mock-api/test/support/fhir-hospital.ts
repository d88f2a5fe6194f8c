/** Test helper: a hospital with a FHIR server, and the API's settings for it. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FhirServer, type FhirServerOptions, startFhirServer } from 'tools/fhir-server/server';
import { thumbprint } from '../../src/records/connector/server/token.ts';

export const SYSTEM = 'https://hospital.example/wristband';
export const NOTIFY_SECRET = 'a-secret-of-these-tests-32-letters';
const CLIENT = 'lodestar-of-these-tests';

export interface Hospital {
  server: FhirServer;
  env: Record<string, string>;
}

/** @param scopes what the client may read */
export async function startHospital(
  options: FhirServerOptions = {},
  scopes: readonly string[] = ['system/*.read'],
): Promise<Hospital> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const file = join(mkdtempSync(join(tmpdir(), 'fhir-key-')), 'key.pem');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  const keys = [{ ...jwk, kid: thumbprint(jwk) }];
  const server = await startFhirServer({ ...options, clients: [{ id: CLIENT, keys, scopes }] });
  const env = {
    FHIR_BASE_URL: server.base,
    FHIR_CLIENT_ID: CLIENT,
    FHIR_PRIVATE_KEY_FILE: file,
    FHIR_IDENTIFIER_SYSTEM: SYSTEM,
    FHIR_NOTIFY_SECRET: NOTIFY_SECRET,
    FHIR_POLL_SECONDS: '3600',
  };
  return { server, env };
}

/** Returns a Patient with a wristband's code, born on the same day as the demo's Jordan Avery. */
export const person = (id: string, code: string, family: string, fields: object = {}) => ({
  resourceType: 'Patient',
  id,
  gender: 'female',
  birthDate: '1958-03-14',
  name: [{ family, given: ['Planted'] }],
  identifier: [{ system: SYSTEM, value: code }],
  ...fields,
});
