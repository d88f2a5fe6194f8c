import { generateKeyPairSync } from 'node:crypto';
import { publicHalf } from '../trust/signature.ts';
import type { SigningKey } from '../trust/signing-key.ts';

/** Returns a team for tests: its private key, and its entry in the list of teams. */
export function makeTeam(team: string, remotes: string[]) {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: { team, privateKey }, listed: { publicKey: publicHalf(privateKey), remotes } };
}

/** Returns the text of a private key's file. */
export const pemOf = ({ privateKey }: SigningKey): string =>
  privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
