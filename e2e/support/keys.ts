import { keyForBuild, type SigningKey } from '../../shell/gateway/trust/signing-key.ts';
import { privateKeyFile, teamsFile } from '../../shell/gateway/trust/teams.ts';

/** The key with which this machine signs a remote of this repository, as `npm start` does; the shell has none. */
export async function keyOf(name: string): Promise<SigningKey | undefined> {
  return name === 'shell' ? undefined : keyForBuild(process.env, name);
}

/** Lets a command whose files lie elsewhere sign with the key of this machine. */
export async function signingSettings(): Promise<{ SIGNING_KEY_FILE: string; TEAM_KEYS_FILE: string }> {
  const { team } = await keyForBuild(process.env, 'surveys');
  return { SIGNING_KEY_FILE: privateKeyFile(process.env, team), TEAM_KEYS_FILE: teamsFile(process.env) };
}
