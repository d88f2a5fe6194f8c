/** The key pair with which the demo's API signs in to the demo's FHIR server. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the public key of a private key's file, which is created if it is missing. */
export function publicKeyOf(file: string): JsonWebKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  }
  return createPublicKey(createPrivateKey(readFileSync(file))).export({ format: 'jwk' });
}
